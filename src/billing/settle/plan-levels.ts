import type { Plan, Plans } from '../../accounts/plan.ts'
import { reasonOfMonth, testCreditsOf } from '../../accounts/plan-state.ts'
import type { Opening } from '../../credits/periods.ts'
import type { Effects } from './effects.ts'

/** One period of an account, as the ledger holds it. Without an opening it does not hold it yet. */
type HeldPeriod = { accountId: string; start: Date; opening: Opening | null }

const effectOf = ({ start }: HeldPeriod, { id }: Plan): string => `level:${start.toISOString()}:${id}`

/**
 * What a plan gives in a period. Who edits the credits of a plan changes the next period of each account: until then the plan that the
 * period opened with gives what it gave then, and any other one what it gave when billing first saw it there.
 */
export function levelOf(plans: Plans, effects: Effects, period: HeldPeriod, plan: Plan): number {
  const fixed = testCreditsOf(period.accountId) ?? effects.find(effectOf(period, plan))
  if (fixed !== null) return fixed
  return period.opening && isOpenedBy(plans, period.opening, plan) ? period.opening.credits : plan.creditsPerMonth
}

/** The ledger names the plan of an opening. Of two plans of one name nobody knows which one it was. */
function isOpenedBy(plans: Plans, { reason }: Opening, plan: Plan): boolean {
  const isOnly = [...plans.values()].every(({ id, name }) => id === plan.id || name !== plan.name)
  return isOnly && reason === reasonOfMonth(plan)
}

/** The levels of these plans, from now on the same for as long as the period lasts. */
export async function fixLevels(
  plans: Plans,
  effects: Effects,
  period: HeldPeriod | null,
  planIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const levels = new Map<string, number>()
  if (!period) return levels
  for (const id of new Set(planIds)) {
    const plan = id === null ? undefined : plans.get(id)
    if (!plan) continue
    const level = levelOf(plans, effects, period, plan)
    levels.set(plan.id, level)
    const effect = effectOf(period, plan)
    if (period.opening && effects.find(effect) === null) await effects.keep(effect, level)
  }
  return levels
}
