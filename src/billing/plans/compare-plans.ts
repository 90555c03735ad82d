import type { Plan } from '../../accounts/plan.ts'

/** How often a subscription is paid. */
export type Interval = 'month' | 'year'

type Choice = { plan: Plan; interval: Interval }

/**
 * More credits, or the same by the year instead of by the month, is an upgrade: it happens now. Everything else is a
 * downgrade and waits for the end of the period that was paid for.
 */
export function compareChoices(current: Choice, wanted: Choice): 'current' | 'upgrade' | 'downgrade' {
  const difference = wanted.plan.creditsPerMonth - current.plan.creditsPerMonth
  if (difference !== 0) return difference > 0 ? 'upgrade' : 'downgrade'
  if (wanted.plan.id === current.plan.id && wanted.interval === current.interval) return 'current'
  return wanted.interval === 'year' ? 'upgrade' : 'downgrade'
}
