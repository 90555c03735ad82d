import type { Db } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { type Problem, problems } from '../problems.ts'
import { giveSearchRowsBack, type TakenRows, takeSearchRows } from '../usage/search-rows.ts'
import type { Principal } from './principal.ts'

/** Counts rows of a search against this caller's usage month. */
export function takeRowsOf(
  { account, period, limits }: Principal,
  db: Db,
  wanted: number,
  onlyIf: Sql,
): Promise<TakenRows | null> {
  return takeSearchRows(db, account.id, period!.start, { wanted, limit: limits.searchRowsPerMonth, onlyIf })
}

export const giveRowsBackTo = ({ account, period }: Principal, db: Db, rows: number): Promise<void> =>
  giveSearchRowsBack(db, account.id, period!.start, rows)

export function noSearchRowsLeft({ period, limits, admittedAt }: Principal): Problem {
  const resetsAt = period!.end
  return problems.rateLimitExceeded(
    {
      name: 'search_rows_per_month',
      limit: limits.searchRowsPerMonth,
      remaining: 0,
      resets_at: resetsAt.toISOString(),
    },
    (resetsAt.getTime() - admittedAt.getTime()) / 1_000,
  )
}
