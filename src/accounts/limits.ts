/** How much an account may do: its own limit where the operator set one, else that of its plan. In TypeScript and in SQL, alike. */

import { rawSql, type Sql, sql } from '../base/sql.ts'
import {
  fixedMeterLimits,
  type Meter,
  type MeterLimits,
  memberLimitsOf,
  memberWindowOf,
} from '../metering/request-counters.ts'
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
