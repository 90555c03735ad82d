import { planLimits } from '../accounts/plan-limits.ts'
import type { Clock } from '../base/clock.ts'
import { type Problem, problems } from '../base/problems.ts'
import { sql } from '../base/sql.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { Db } from '../db/database.ts'
import { grantSearchRows, type RowCounter } from '../metering/search-rows.ts'

/** People in the web application search without using up what the API has. */
export const rowCounterOf = ({ door }: Principal): RowCounter => (isWeb(door) ? 'web' : 'api')

/** Support views show what their member has left. */
const isWeb = (door: Principal['door']): boolean => door === 'web' || door === 'operator'

export const rowLimitOf = ({ door, limits }: Principal): number =>
  isWeb(door) ? limits.webSearchRowsPerMonth : limits.searchRowsPerMonth

export function noSearchRowsLeft(principal: Principal): Problem {
  const { admittedAt } = principal
  const { end: resetsAt } = requirePeriod(principal)
  return problems.rateLimitExceeded(
    {
      name: planLimits[isWeb(principal.door) ? 'webSearchRowsPerMonth' : 'searchRowsPerMonth'].field,
      limit: rowLimitOf(principal),
      remaining: 0,
      resets_at: resetsAt.toISOString(),
    },
    (resetsAt.getTime() - admittedAt.getTime()) / 1_000,
  )
}

/** Counts search rows in the caller's transaction: exactly what it commits. Resolves with how many of the wanted ones are granted. */
export async function countRows(tx: Db, { sql: now }: Clock, principal: Principal, wanted: number): Promise<number> {
  const { start } = requirePeriod(principal)
  const [row] = await tx.query<{ granted: number }>(sql`
    WITH asked AS MATERIALIZED (
      SELECT 1 AS slot, ${principal.account.id}::text AS account_id, ${rowCounterOf(principal) === 'web'}::boolean AS is_web,
        ${start}::timestamptz AS period_start, ${wanted}::int AS wanted, ${rowLimitOf(principal)}::int AS row_limit
    ), ${grantSearchRows(now)}
    SELECT granted FROM granted`)
  return row?.granted ?? 0
}
