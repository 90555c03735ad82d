import { planLimits } from '../src/accounts/plan-limits.ts'
import { count } from '../src/base/words.ts'
import { replaceTable } from './replace-table.ts'

/** docs/operating.md with what plans limit. */
export const withPlanTable = (found: string): string =>
  replaceTable(
    found,
    ['limit of a plan', 'what it is', 'default of a new plan'],
    Object.values(planLimits).map(({ field, description, unlessSaid }) => [
      `\`${field}\``,
      description,
      unlessSaid === null ? 'none: it must be given' : count(unlessSaid),
    ]),
  )
