/** What an account's plan state means for its credits: when it is in a trial, and which period it is in. */
import { modeOf } from '../base/ids.ts'
import type { Period } from '../credits/ledger.ts'
import { usageMonth } from '../metering/usage-month.ts'
import { accessStatuses, effectiveStatus, hasApiAccess } from './api-access.ts'
import { type Plan, type PlanState, standardTrial } from './plan.ts'

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
