import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import { accountClock, closeTestAccount, findLiveAccount } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { planStatuses } from '../base/plan-statuses.ts'
import { oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { Sealer } from '../base/seal.ts'
import { beginTestAccount } from '../billing/open-test-account.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { deleteConnection } from '../hubspot/connections.ts'
import { moveKeys } from '../keys/keys.ts'
import { moveWebhooks } from '../webhooks/webhooks.ts'
import { requireTestMode } from './require-test-mode.ts'

type Needs = { database: Database; clock: Clock; plans: Plans; sealer: Sealer }

export const resetTestMode = defineOperation({
  id: 'resetTestMode',
  method: 'POST',
  path: '/test/reset',
  summary: 'Start test mode over',
  description:
    'Everything that was done in test mode is gone: reveals, entries, events, jobs, lists and deliveries. Keys and webhooks stay, HubSpot is disconnected. The test clock ' +
    'shows real time again. Only test keys can call this.',
  scope: 'contacts:reveal',
  meter: 'billing',
  forPeople: true,
  request: {
    body: Type.Object(
      {
        status: Type.Optional(
          oneOf(planStatuses, {
            description: 'The state of the plan to begin with: `active` unless given. Try `trialing` or `lapsed`.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('test_reset'),
    account_id: Type.String({ description: 'The id of the test account from now on.' }),
    request_id: requestId,
  }),
  problems: ['test_key_required'],
  example: {
    summary: 'Begin in a trial',
    request: { status: 'trialing' },
    reply: { object: 'test_reset', account_id: 'acc_test_8sKd02LmQx7vRtYp4ZaB', request_id: requestIdExample },
  },

  async run(call, { database, clock, plans, sealer }: Needs) {
    const { principal, body } = call
    requireTestMode(principal)
    const { id: before, clockAheadSeconds } = principal.account
    const realTime = accountClock(clock, { clockAheadSeconds: -clockAheadSeconds })
    const after = await database.transaction(async (tx) => {
      const live = await lockAccount(tx, (await findLiveAccount(tx, before)).id)
      const { account } = await call.recheck(tx)
      // The other of two concurrent resets has started over.
      if (account.id !== before) return account.id
      await closeTestAccount(tx, realTime, before)
      const id = await beginTestAccount(tx, realTime, plans, live!, body.status ?? 'active')
      await moveKeys(tx, before, id)
      await moveWebhooks(tx, sealer, before, id)
      await deleteConnection(tx, before)
      return id
    })
    return { object: 'test_reset' as const, account_id: after }
  },
})
