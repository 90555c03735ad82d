/**
 * How much callers may do: the account's own limit where the operator set one, else that of its plan; of meters and of people, fixed
 * ones. In TypeScript and in SQL, alike.
 */

import { rawSql, type Sql, sql } from '../base/sql.ts'
import { type Meter, type MeterLimits, memberWindowOf } from '../metering/request-counters.ts'
import type { LimitOverrides } from './accounts.ts'
import type { Plan, Plans } from './plan.ts'
import { planLimits } from './plan-limits.ts'

export type AccountLimits = {
  requests: MeterLimits & { day: number }
  searchRowsPerMonth: number
  webSearchRowsPerMonth: number
}

export const limitsOf = (account: LimitOverrides, plan: Plan): AccountLimits => ({
  requests: {
    minute: account.requestsPerMinute ?? plan.requestsPerMinute,
    day: account.requestsPerDay ?? plan.requestsPerDay,
    minuteName: planLimits.requestsPerMinute.field,
  },
  searchRowsPerMonth: account.searchRowsPerMonth ?? plan.searchRowsPerMonth,
  webSearchRowsPerMonth: plan.webSearchRowsPerMonth,
})

/** `limitsOf(…).requests` of account `a`. */
export function requestLimitsOf(plans: Plans, now: Sql): { minute: Sql; day: Sql } {
  const planIds = sql`${() => [...plans.keys()]}::text[]`
  const ofPlan = (read: (plan: Plan) => number): Sql => limitOfPlan(planIds, () => [...plans.values()].map(read), now)
  return {
    minute: sql`coalesce(a.requests_per_minute, ${ofPlan((plan) => plan.requestsPerMinute)})`,
    day: sql`coalesce(a.requests_per_day, ${ofPlan((plan) => plan.requestsPerDay)})`,
  }
}

/** What the plan of account `a` says (`planAt`), as the plans are when the statement is sent. */
function limitOfPlan(planIds: Sql, limits: () => number[], now: Sql): Sql {
  const placeOf = (planId: Sql): Sql => sql`array_position(${planIds}, ${planId})`
  return sql`(${limits}::int[])[coalesce(
          CASE WHEN a.next_plan_at <= ${now} + make_interval(secs => a.clock_ahead_seconds) THEN ${placeOf(sql`a.next_plan_id`)} END,
          ${placeOf(sql`a.plan_id`)})]`
}

/** Windows of their own, the same for every account: LIMIT-3. */
export const fixedMeterLimits: Record<Exclude<Meter, 'request'>, MeterLimits> = {
  own: { minute: 120, day: null, minuteName: 'own_requests_per_minute' },
  billing: { minute: 30, day: null, minuteName: 'billing_requests_per_minute' },
  session: { minute: 240, day: null, minuteName: 'session_requests_per_minute' },
  feed: { minute: 300, day: null, minuteName: 'feed_requests_per_minute' },
  sample: { minute: 120, day: null, minuteName: 'sample_requests_per_minute' },
}

/** What a member may do in the web application, in a window of their own that uses up nothing of the API's: LIMIT-6. */
const webLimits: MeterLimits = { minute: 240, day: null, minuteName: 'web_requests_per_minute' }

/** The limits of a member's window. */
export const memberLimitsOf = (meter: Meter): MeterLimits => (meter === 'sample' ? fixedMeterLimits.sample : webLimits)

/** The limits of the window that a request is counted in: the member's own in the web application, else the account's. */
export function windowLimits(limits: AccountLimits, meter: Meter, isPerson: boolean): MeterLimits {
  if (isPerson && memberWindowOf(meter) !== null) return memberLimitsOf(meter)
  return meter === 'request' ? limits.requests : fixedMeterLimits[meter]
}

/** `windowLimits` of account `a`. `memberLimit` is that of the member's own window, where `isMembers` says that one is counted in. */
export function windowLimitsOf(
  plans: Plans,
  { now, meter, isMembers, memberLimit }: Record<'now' | 'meter' | 'isMembers' | 'memberLimit', Sql>,
): { minute: Sql; day: Sql } {
  const { minute, day } = requestLimitsOf(plans, now)
  return {
    minute: sql`CASE WHEN ${isMembers} THEN ${memberLimit} ELSE CASE ${meter} WHEN 'request' THEN ${minute} ${fixedMinutes} END END`,
    day: sql`CASE WHEN ${isMembers} THEN NULL WHEN ${meter} = 'request' THEN ${day} END`,
  }
}

const fixedMinutes = rawSql(
  Object.entries(fixedMeterLimits)
    .map(([meter, { minute }]) => `WHEN '${meter}' THEN ${minute}`)
    .join(' '),
)
