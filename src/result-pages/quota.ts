import { type Problem, problems } from '../base/problems.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { RowCounter } from '../metering/search-rows.ts'

/** People in the web application search without using up what the API has. */
export const rowCounterOf = ({ door }: Principal): RowCounter => (door === 'web' ? 'web' : 'api')

export const rowLimitOf = ({ door, limits }: Principal): number =>
  door === 'web' ? limits.webSearchRowsPerMonth : limits.searchRowsPerMonth

export function noSearchRowsLeft(principal: Principal): Problem {
  const { admittedAt } = principal
  const { end: resetsAt } = requirePeriod(principal)
  return problems.rateLimitExceeded(
    {
      name: principal.door === 'web' ? 'web_search_rows_per_month' : 'search_rows_per_month',
      limit: rowLimitOf(principal),
      remaining: 0,
      resets_at: resetsAt.toISOString(),
    },
    (resetsAt.getTime() - admittedAt.getTime()) / 1_000,
  )
}
