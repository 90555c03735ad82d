import type { Db } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { giveSearchRowsBack, type TakenRows, takeSearchRows } from '../metering/search-rows.ts'
import { type Principal, requirePeriod } from '../principal.ts'
import { type Problem, problems } from '../problems.ts'

/** Counts rows of a search against this caller's usage month. */
export function takeRowsOf(principal: Principal, db: Db, wanted: number, onlyIf: Sql): Promise<TakenRows | null> {
  const { account, limits } = principal
  const { start } = requirePeriod(principal)
  return takeSearchRows(db, account.id, start, { wanted, limit: limits.searchRowsPerMonth, onlyIf })
}

export const giveRowsBackTo = (principal: Principal, db: Db, rows: number): Promise<void> =>
  giveSearchRowsBack(db, principal.account.id, requirePeriod(principal).start, rows)

export function noSearchRowsLeft(principal: Principal): Problem {
  const { limits, admittedAt } = principal
  const { end: resetsAt } = requirePeriod(principal)
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
