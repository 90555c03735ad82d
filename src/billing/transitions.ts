import type { PlanStatus } from '../accounts/plan.ts'

/** What can happen to an account's plan. The last three are the clock's. */
export type PlanEvent =
  | 'checkout_completed_with_trial'
  | 'checkout_completed_with_second_trial'
  | 'checkout_completed'
  | 'trial_ended_and_paid'
  | 'payment_failed'
  | 'paid'
  | 'grace_over'
  | 'trial_over'
  | 'subscription_over'

type Transition = { from: PlanStatus[]; on: PlanEvent; to: PlanStatus; opens: 'trial' | 'month' | null }

/**
 * The life of an account's plan. What is not in this table changes nothing. Month boundaries are not in it: an active
 * account's next period is opened by the first operation that sees it, or by the invoice that pays for it.
 */
export const transitions: readonly Transition[] = [
  { from: ['none'], on: 'checkout_completed_with_trial', to: 'trialing', opens: 'trial' },
  // One trial per account, whatever the provider gives: what it calls a second one is a wait for the first payment.
  { from: ['none', 'lapsed'], on: 'checkout_completed_with_second_trial', to: 'lapsed', opens: null },
  // Besides none and lapsed: whoever has a plan from the operator, without a subscription, may begin to pay for it.
  {
    from: ['none', 'lapsed', 'trialing', 'active', 'past_due'],
    on: 'checkout_completed',
    to: 'active',
    opens: 'month',
  },
  // Also after the first payment had failed, within grace or later.
  { from: ['trialing', 'past_due', 'lapsed'], on: 'trial_ended_and_paid', to: 'active', opens: 'month' },
  { from: ['trialing', 'active'], on: 'payment_failed', to: 'past_due', opens: null },
  { from: ['past_due', 'lapsed'], on: 'paid', to: 'active', opens: null },
  { from: ['past_due'], on: 'grace_over', to: 'lapsed', opens: null },
  { from: ['trialing'], on: 'trial_over', to: 'lapsed', opens: null },
  { from: ['trialing', 'active', 'past_due'], on: 'subscription_over', to: 'lapsed', opens: null },
]

export function findTransition(from: PlanStatus, on: PlanEvent): Transition | null {
  return transitions.find((transition) => transition.on === on && transition.from.includes(from)) ?? null
}

/** How long access stays after a payment failed. */
export const graceDays = 7

/**
 * How long after its end a trial still waits for the provider's news. Stripe draws up the first invoice at the trial's
 * end and charges it about an hour later; without news within a day, access ends as if the payment had failed for good.
 */
export const trialNewsHours = 24
