/** What an account's plan state means for its credits: which plan holds, when it is in a trial, and which period it is in. */
import { modeOf } from '../base/ids.ts'
import type { Period } from '../credits/ledger.ts'
import { accessStatuses, effectiveStatus, hasApiAccess } from './api-access.ts'
import { type Plan, type PlanState, type Plans, standardTrial } from './plan.ts'

export function planOf(plans: Plans, account: Pick<PlanState, 'planId'>): Plan {
  const plan = plans.get(account.planId)
  if (!plan) throw new Error(`Plan ${account.planId} is not among the configured plans.`)
  return plan
}

/** The plan of the period that `now` falls in: a change that waits for a boundary has happened once that has passed. `limitOfPlan` says it in SQL. */
export function planAt(plans: Plans, account: PlanState, now: Date): Plan {
  const { nextPlanId, nextPlanAt } = account
  const next = nextPlanId && nextPlanAt && now >= nextPlanAt ? plans.get(nextPlanId) : undefined
  return next ?? planOf(plans, account)
}

/** Until its first payment an account lives in its trial's period, also when that payment failed. */
export function isInTrial({ periodAnchor, trialEndsAt }: PlanState): boolean {
  return periodAnchor !== null && trialEndsAt !== null && periodAnchor < trialEndsAt
}

/** When the trial that the account is in ends, as callers are told. The account keeps it for good: there is one trial. */
export function trialEndOf(account: PlanState, now: Date): Date | null {
  return effectiveStatus(account, now) === 'trialing' ? account.trialEndsAt : null
}

/** What a month in test mode opens with, whatever the plan. */
export const testCreditsPerMonth = 1_000

/** What every plan gives to a test account; null for a live one, to which it gives what it says. */
export const testCreditsOf = (accountId: string): number | null =>
  modeOf(accountId) === 'test' ? testCreditsPerMonth : null

/** What the ledger says of a month that opens with the credits of a plan. */
export const reasonOfMonth = ({ name }: Plan): string => `Monthly credits of ${name}`

/** The trial, or the usage month that `now` falls in, with the credits it opens with. */
export function periodOf(account: PlanState & { id?: string }, plan: Plan, now: Date): Period | null {
  const { status, periodAnchor, trialEndsAt, accessEndsAt } = account
  if (periodAnchor === null || !accessStatuses.includes(status)) return null
  if (isInTrial(account)) {
    return {
      start: periodAnchor,
      end: status === 'past_due' && accessEndsAt ? accessEndsAt : trialEndsAt!,
      credits: (plan.trial ?? standardTrial).credits,
      reason: `Trial of ${plan.name}`,
    }
  }
  const month = usageMonth(periodAnchor, now)
  const testCredits = account.id ? testCreditsOf(account.id) : null
  if (testCredits !== null) return { ...month, credits: testCredits, reason: 'Test credits' }
  return { ...month, credits: plan.creditsPerMonth, reason: reasonOfMonth(plan) }
}

/** The period in which the account's credits lie now; null without access, which opens none. */
export function openablePeriod(account: PlanState & { id?: string }, plan: Plan, now: Date): Period | null {
  return hasApiAccess(account, now) ? periodOf(account, plan, now) : null
}

/**
 * The operator's change of status: `fresh` is a subscription that begins now. One that goes on keeps its months; one that
 * begins, or turns from trial to paid, starts them now.
 */
export function nextState(before: PlanState, fresh: PlanState, now: Date): PlanState {
  const { planId, status } = fresh
  const { periodAnchor, trialEndsAt, accessEndsAt } = before
  const isSame = status === before.status
  if (isSame && (hasApiAccess(before, now) || !accessStatuses.includes(status))) {
    return { planId, status, periodAnchor, trialEndsAt, accessEndsAt }
  }
  const wasSubscribed = periodAnchor !== null && accessStatuses.includes(before.status)
  const turnsPaid = isInTrial(before) && status === 'active'
  const goesOn = !isSame && wasSubscribed && !turnsPaid && ['active', 'past_due', 'lapsed'].includes(status)
  return goesOn ? { ...fresh, periodAnchor, trialEndsAt } : fresh
}

/** A usage month: from the subscription's start, the same day each month, the last day where the month is shorter. UTC. */
type Month = { start: Date; end: Date }

export function usageMonth(anchor: Date, now: Date): Month {
  const count = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const inThisMonth = addMonths(anchor, count)
  return inThisMonth > now
    ? { start: addMonths(anchor, count - 1), end: inThisMonth }
    : { start: inThisMonth, end: addMonths(anchor, count + 1) }
}

/** Always counted from the anchor, so that a 31st comes back after a February. */
export function addMonths(anchor: Date, count: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
