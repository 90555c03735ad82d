import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Principal } from '../call/principal.ts'
import { personOf } from '../call/session-needs.ts'
import { type BillingNeeds, requireStripe } from './sync/billing-services.ts'
import { autoTopUpSchema, describeAutoTopUp, readAutoTopUp, saveAutoTopUp } from './top-up/auto-top-up.ts'

export const topUpCreditsMax = 1_000_000
const credits = () => Type.Optional(Type.Integer({ minimum: 1, maximum: topUpCreditsMax }))

export const updateAutoTopUp = defineOperation({
  id: 'updateAutoTopUp',
  method: 'POST',
  path: '/billing/auto-top-up',
  summary: 'Set up automatic top-up',
  description:
    'Buys a credit pack with the card on file whenever fewer credits than the threshold are left, up to a monthly ceiling. Only an ' +
    'owner may change it. What is left out stays as it was.',
  scope: 'billing:manage',
  meter: 'billing',
  request: {
    body: Type.Object(
      {
        enabled: Type.Boolean(),
        pack_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
        threshold: credits(),
        monthly_credit_ceiling: credits(),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({ object: Type.Literal('auto_top_up'), auto_top_up: autoTopUpSchema, request_id: requestId }),
  problems: ['owner_required', 'billing_not_configured'],
  example: {
    summary: '500 credits whenever fewer than 100 are left',
    request: { enabled: true, pack_id: 'small', threshold: 100, monthly_credit_ceiling: 2_000 },
    reply: {
      object: 'auto_top_up',
      auto_top_up: {
        enabled: true,
        pack_id: 'small',
        threshold: 100,
        monthly_credit_ceiling: 2_000,
        bought_this_month: 0,
      },
      request_id: requestIdExample,
    },
  },

  async run(call, { database, clock, billing }: BillingNeeds) {
    const { principal, body } = call
    requireOwner(principal)
    requireStripe(billing)
    const { packs } = billing.context
    const accountId = principal.account.id
    const before = await readAutoTopUp(database, accountId)
    const packId = body.pack_id ?? before?.packId
    const threshold = body.threshold ?? before?.threshold
    const ceiling = body.monthly_credit_ceiling ?? before?.monthlyCreditCeiling
    const pack = packId === undefined ? undefined : packs.get(packId)
    if (body.enabled || before) {
      if (!pack) throw problems.invalidRequest('pack_id', `Choose a credit pack: ${[...packs.keys()].join(', ')}.`)
      if (threshold === undefined)
        throw problems.invalidRequest('threshold', 'Set threshold: a pack is bought when fewer credits are left.')
      if (ceiling === undefined || ceiling < pack.credits) {
        const least = `The monthly ceiling must be at least one pack: ${pack.credits} credits.`
        throw problems.invalidRequest('monthly_credit_ceiling', least)
      }
      const chosen = { enabled: body.enabled, packId: pack.id, threshold, monthlyCreditCeiling: ceiling }
      await database.transaction(async (tx) => {
        requireOwner(await call.recheck(tx))
        await saveAutoTopUp(tx, accountId, chosen)
        await recordCall(tx, call, 'billing.auto_top_up_changed', { details: body })
      })
    }
    return { object: 'auto_top_up' as const, auto_top_up: await describeAutoTopUp(database, accountId, clock.now()) }
  },
})

function requireOwner(principal: Principal): void {
  if (personOf(principal).role !== 'owner') throw problems.ownerRequired('change automatic top-up')
}
