import { planOf } from '../../accounts/accounts.ts'
import type { Plans } from '../../accounts/plan.ts'
import { periodOf } from '../../accounts/plan-state.ts'
import type { Period } from '../../credits/ledger.ts'
import {
  type AccountFacts,
  isFirstMonthSettled,
  isGranted,
  oneAfterTheOther,
  type Subscription,
  secondMs,
  trialEndOf,
} from './subscriptions.ts'
import { invoiceRowOf } from './transitions.ts'

/**
 * The trials and months that were begun or paid for, as the ledger should know them. A subscription that began while
 * another one was alive opens nothing: it is cancelled and refunded.
 */
export function openingsOf(plans: Plans, known: AccountFacts, subscriptions: Subscription[]): Period[] {
  const openings: Period[] = []
  for (const subscription of oneAfterTheOther(subscriptions)) {
    const { trial, anchor, invoices } = subscription
    if (trial && isGranted(known, subscription)) {
      openings.push(
        ...periodAt(plans, subscription.planId, trial.start, trial.start, trialEndOf(known, [subscription])),
      )
    }
    for (const { state, planId, period } of isFirstMonthSettled(subscription) ? invoices : []) {
      if (!invoiceRowOf(state).opensPeriod || planId === null || (trial && period.start + secondMs <= trial.end))
        continue
      openings.push(...periodAt(plans, planId, anchor, period.start, null))
    }
  }
  // Two invoices of one moment, such as a change within the first second, pay for one period.
  const byStart = new Map(openings.map((period) => [period.start.getTime(), period]))
  return [...byStart.values()].toSorted((a, b) => a.start.getTime() - b.start.getTime())
}

/** The period that begins at `start`. What begins anywhere else is a correction within a month and opens nothing. */
function periodAt(
  plans: Plans,
  planId: string | null,
  anchor: number,
  start: number,
  trialEndsAt: Date | null,
): Period[] {
  if (planId === null || !plans.has(planId) || start + secondMs < anchor) return []
  const state = { planId, status: 'active' as const, periodAnchor: new Date(anchor), trialEndsAt, accessEndsAt: null }
  const period = periodOf(state, planOf(plans, state), new Date(Math.max(start + secondMs, anchor)))
  return period && Math.abs(period.start.getTime() - start) <= secondMs ? [period] : []
}
