import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { plans } from '../billing/plans/plans.ts'
import { type Meter, memberWindowOf } from '../metering/request-counters.ts'
import type { LimitOverrides } from './accounts.ts'
import { fixedMeterLimits, limitsOf, memberLimitsOf, windowLimits, windowLimitsOf } from './limits.ts'
import { planAt } from './plan-state.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const pro = plans.get('pro')!
const ofPlan: LimitOverrides = { requestsPerMinute: null, requestsPerDay: null, searchRowsPerMonth: null }

it('LIMIT-1: an account’s own limit holds in place of its plan’s, each by itself', () => {
  expect(limitsOf(ofPlan, pro).requests).toMatchObject({ minute: pro.requestsPerMinute, day: pro.requestsPerDay })
  const own = limitsOf({ ...ofPlan, requestsPerDay: 7, searchRowsPerMonth: 9 }, pro)
  expect(own.requests).toMatchObject({ minute: pro.requestsPerMinute, day: 7 })
  expect(own.searchRowsPerMonth).toBe(9)
})

const meters: Meter[] = ['request', ...(Object.keys(fixedMeterLimits) as (keyof typeof fixedMeterLimits)[])]
const accounts: LimitOverrides[] = [ofPlan, { ...ofPlan, requestsPerMinute: 3 }, { ...ofPlan, requestsPerDay: 5 }]
const cases = meters.flatMap((meter) =>
  accounts.flatMap((account) => [true, false].map((isPerson) => ({ meter, isPerson, account }))),
)

it.each(cases)('statements know the limits of $meter alike (person: $isPerson, $account)', async (given) => {
  const { meter, isPerson, account } = given
  const { minute, day } = windowLimitsOf(plans, {
    now: sql`now()`,
    meter: sql`${meter}::text`,
    isMembers: sql`${isPerson && memberWindowOf(meter) !== null}::boolean`,
    memberLimit: sql`${memberLimitsOf(meter).minute}::int`,
  })
  const [found] = await store.database.query(sql`
    SELECT ${minute} AS minute, ${day} AS day
    FROM (SELECT 'pro' AS plan_id, ${account.requestsPerMinute}::int AS requests_per_minute,
      ${account.requestsPerDay}::int AS requests_per_day, NULL AS next_plan_id, NULL::timestamptz AS next_plan_at,
      0 AS clock_ahead_seconds) a`)
  const { minute: wanted, day: wantedDay } = windowLimits(limitsOf(account, pro), meter, isPerson)
  expect(found).toEqual({ minute: wanted, day: wantedDay })
})

it.each([
  ['a minute ago', 'small', -60, 0, 7],
  ['in a minute', 'small', 60, 0, pro.requestsPerMinute],
  ['in a minute, with a test clock that is ahead', 'small', 60, 120, 7],
  ['a minute ago, to a plan that nobody describes', 'gone', -60, 0, pro.requestsPerMinute],
])(
  'LIMIT-1: statements know, as code does, the plan after a change that was scheduled for %s',
  async (_, nextPlanId, inSeconds, ahead, limit) => {
    const known = new Map([...plans, ['small', { ...pro, id: 'small', requestsPerMinute: 7 }]])
    const { minute } = windowLimitsOf(known, {
      now: sql`now()`,
      meter: sql`'request'::text`,
      isMembers: sql`false`,
      memberLimit: sql`0`,
    })
    const [found] = await store.database.query(sql`
    SELECT ${minute} AS minute FROM (SELECT 'pro' AS plan_id, NULL::int AS requests_per_minute, NULL::int AS requests_per_day,
      ${nextPlanId}::text AS next_plan_id, now() + make_interval(secs => ${inSeconds}) AS next_plan_at,
      ${ahead}::int AS clock_ahead_seconds) a`)
    expect(found).toEqual({ minute: limit })
    const now = Date.now()
    const state = {
      planId: 'pro',
      status: 'active' as const,
      periodAnchor: null,
      trialEndsAt: null,
      accessEndsAt: null,
    }
    const account = { ...state, nextPlanId, nextPlanAt: new Date(now + inSeconds * 1_000) }
    expect(planAt(known, account, new Date(now + ahead * 1_000)).requestsPerMinute).toBe(limit)
  },
)
