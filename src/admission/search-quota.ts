import type { Db } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { giveSearchRowsBack, type RowCounter, type TakenRows, takeSearchRows } from '../metering/search-rows.ts'
import { type Principal, requirePeriod } from '../principal.ts'
import { type Problem, problems } from '../problems.ts'

/** People in the web application search without using up what the API has. */
const counterOf = ({ door }: Principal): RowCounter => (door === 'web' ? 'web' : 'api')

const limitFor = ({ door, limits }: Principal): number =>
  door === 'web' ? limits.webSearchRowsPerMonth : limits.searchRowsPerMonth

/** Counts rows of a search against this caller's usage month. */
export function takeRowsOf(principal: Principal, db: Db, wanted: number, onlyIf: Sql): Promise<TakenRows | null> {
  const { start } = requirePeriod(principal)
  const asked = { wanted, limit: limitFor(principal), counter: counterOf(principal), onlyIf }
  return takeSearchRows(db, principal.account.id, start, asked)
}

export const giveRowsBackTo = (principal: Principal, db: Db, rows: number): Promise<void> =>
  giveSearchRowsBack(db, principal.account.id, counterOf(principal), {
    periodStart: requirePeriod(principal).start,
    rows,
  })

export function noSearchRowsLeft(principal: Principal): Problem {
  const { admittedAt } = principal
  const { end: resetsAt } = requirePeriod(principal)
  return problems.rateLimitExceeded(
    {
      name: 'search_rows_per_month',
      limit: limitFor(principal),
      remaining: 0,
      resets_at: resetsAt.toISOString(),
    },
    (resetsAt.getTime() - admittedAt.getTime()) / 1_000,
  )
}
