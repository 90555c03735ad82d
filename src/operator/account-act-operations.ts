/** The acts of `account-acts.ts` as operations. */
import { Type } from 'typebox'
import { planStatuses } from '../base/plan-statuses.ts'
import { oneOf } from '../base/schema.ts'
import { grantExpiry } from '../credits/grants.ts'
import { endAccountSessions, grant, liftAccount, refund, setPlan, suspendAccount } from './account-acts.ts'
import { accountParams, defineOperatorOperation, idLengthMax, reason } from './operation.ts'

const amount = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const closed = { additionalProperties: false }
const onlyReason = Type.Object({ reason }, closed)

const creditsAfter = Type.Object({
  account_id: Type.String(),
  credits: Type.Object({ limit: Type.Integer(), used: Type.Integer(), remaining: Type.Integer() }),
})

export const grantOperation = defineOperatorOperation({
  id: 'grantCredits',
  method: 'POST',
  path: '/accounts/{account_id}/grant',
  summary: `Grant credits. ${grantExpiry}`,
  request: { params: accountParams, body: Type.Object({ credits: amount, reason }, closed) },
  reply: creditsAfter,
  run: ({ by, params, body }, needs) => grant(needs, by, params.account_id, body),
})

export const refundOperation = defineOperatorOperation({
  id: 'refundSpend',
  method: 'POST',
  path: '/accounts/{account_id}/refund',
  summary: 'Refund all or part of a spend',
  request: {
    params: accountParams,
    body: Type.Object(
      { entry_id: Type.String({ maxLength: idLengthMax }), amount: Type.Optional(amount), reason },
      closed,
    ),
  },
  reply: Type.Object({ ...creditsAfter.properties, refunded: Type.Integer() }),
  run: ({ by, params, body }, needs) => refund(needs, by, params.account_id, body),
})

export const setPlanOperation = defineOperatorOperation({
  id: 'setPlan',
  method: 'POST',
  path: '/accounts/{account_id}/plan',
  summary: 'Change the plan, the status or the credits of the period',
  request: {
    params: accountParams,
    body: Type.Object(
      {
        plan: Type.Optional(Type.String({ maxLength: idLengthMax })),
        status: Type.Optional(oneOf(planStatuses)),
        credits: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
        reason,
      },
      closed,
    ),
  },
  reply: Type.Object({ account_id: Type.String(), plan: Type.String(), status: oneOf(planStatuses) }),
  run: ({ by, params, body }, needs) => setPlan(needs, by, params.account_id, body),
})

export const suspendOperation = defineOperatorOperation({
  id: 'suspendAccount',
  method: 'POST',
  path: '/accounts/{account_id}/suspend',
  summary: 'Suspend an account',
  request: { params: accountParams, body: onlyReason },
  reply: Type.Object({ account_id: Type.String(), suspended: Type.Boolean(), jobs_paused: Type.Integer() }),
  run: ({ by, params, body }, needs) => suspendAccount(needs, by, params.account_id, body),
})

export const liftOperation = defineOperatorOperation({
  id: 'liftSuspension',
  method: 'POST',
  path: '/accounts/{account_id}/lift',
  summary: 'Lift the suspension of an account',
  request: { params: accountParams, body: onlyReason },
  reply: Type.Object({ account_id: Type.String(), suspended: Type.Boolean() }),
  run: ({ by, params, body }, needs) => liftAccount(needs, by, params.account_id, body),
})

export const endSessionsOperation = defineOperatorOperation({
  id: 'endSessions',
  method: 'POST',
  path: '/accounts/{account_id}/end-sessions',
  summary: 'End the sessions of an account’s people, or of one of them',
  request: {
    params: accountParams,
    body: Type.Object({ user_id: Type.Optional(Type.String({ maxLength: idLengthMax })), reason }, closed),
  },
  reply: Type.Object({ account_id: Type.String(), people: Type.Integer(), sessions: Type.Integer() }),
  run: ({ by, params, body }, needs) => endAccountSessions(needs, by, params.account_id, body),
})
