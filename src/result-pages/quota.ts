import { type Problem, problems } from '../base/problems.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { RowCounter } from '../metering/search-rows.ts'

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
      name: isWeb(principal.door) ? 'web_search_rows_per_month' : 'search_rows_per_month',
      limit: rowLimitOf(principal),
      remaining: 0,
      resets_at: resetsAt.toISOString(),
    },
    (resetsAt.getTime() - admittedAt.getTime()) / 1_000,
  )
}
