import { Type } from 'typebox'
import { findAccount, lockAccount } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import { periodOf, planAt } from '../accounts/plan-state.ts'
import { accountClock, advanceClock, clockAheadMaxSeconds, clockAheadMaxYears } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { count, dateTime, requestId, requestIdExample } from '../base/schema.ts'
import { followTestClock } from '../billing/clock-events.ts'
import type { BillingServices } from '../billing/sync/billing-services.ts'
import { defineOperation } from '../call/operation.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { currentBalance } from '../credits/periods.ts'
import type { Database } from '../db/database.ts'
import { endExclusionsOf } from '../exclusions/end-exclusions.ts'
import { bringDeliveriesForward } from '../webhooks/deliveries.ts'
import { requireTestMode } from './require-test-mode.ts'

type Needs = { database: Database; clock: Clock; plans: Plans; billing: BillingServices; channelKeys: ChannelKeys }

export const advanceTestClock = defineOperation({
  id: 'advanceTestClock',
  method: 'POST',
  path: '/test/clock',
  summary: 'Move the test clock forward',
  description:
    'The time of test mode moves forward: credits renew, lots expire, trials and exclusion lists end, and attempts of webhooks come due. ' +
    'It never moves back; `POST /test/reset` starts over. Only test keys can call this.',
  scope: 'contacts:reveal',
  meter: 'billing',
  forPeople: true,
  request: {
    body: Type.Object(
      {
        advance_seconds: Type.Integer({
          minimum: 1,
          maximum: clockAheadMaxSeconds,
          description: 'How far, such as 2678400 for 31 days.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('test_clock'),
    now: dateTime({ description: 'The time in test mode from now on.' }),
    ahead_seconds: count({ description: 'How far the test clock is ahead of real time.' }),
    request_id: requestId,
  }),
  problems: ['test_key_required'],
  example: {
    summary: 'A month later',
    request: { advance_seconds: 2_678_400 },
    reply: {
      object: 'test_clock',
      now: '2026-12-18T09:00:00.000Z',
      ahead_seconds: 2_678_400,
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database, clock, plans, billing, channelKeys }: Needs) {
    requireTestMode(principal)
    const { account } = principal
    const after = await database.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      const moved = await advanceClock(tx, account.id, body.advance_seconds)
      if (!moved) {
        throw problems.invalidRequest(
          'advance_seconds',
          `The test clock can be at most ${clockAheadMaxYears} years ahead. Start over with POST /test/reset.`,
        )
      }
      await bringDeliveriesForward(tx, account.id, body.advance_seconds)
      return moved
    })
    const { clockAheadSeconds } = after
    const ahead = accountClock(clock, { clockAheadSeconds: clockAheadSeconds - account.clockAheadSeconds })
    const now = ahead.now()
    // What is due by the new time is done now, so that its events exist when this answers.
    await followTestClock(database, ahead, billing, account.id, { since: clock.now(), until: now })
    await endExclusionsOf({ database, clock: ahead, channelKeys }, account.id)
    const settled = (await findAccount(database, account.id)) ?? after
    await currentBalance(database, ahead, account.id, periodOf(settled, planAt(plans, settled, now), now))
    return { object: 'test_clock' as const, now: now.toISOString(), ahead_seconds: clockAheadSeconds }
  },
})
