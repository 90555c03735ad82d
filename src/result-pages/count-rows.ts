import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { Db } from '../db/database.ts'
import { grantSearchRows } from '../metering/search-rows.ts'
import { rowCounterOf, rowLimitOf } from './quota.ts'

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
