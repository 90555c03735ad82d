import { accessStatuses } from '../../accounts/api-access.ts'
import type { PlanState, Plans } from '../../accounts/plan.ts'
import { dayMs } from '../../base/durations.ts'
import type { Period } from '../../credits/ledger.ts'
import type { OperatorFact } from './operator-fact.ts'
import type { SubscriptionSnapshot } from './snapshot.ts'
import {
  type AccountFacts,
  accessEnd,
  type Debt,
  debtOf,
  hasEnded,
  openingsOf,
  periodStateOf,
  type Subscription,
  situationOf,
  subscriptionInForce,
  subscriptionsOf,
} from './subscriptions.ts'
import { graceDays, rowOf } from './transitions.ts'

/** Where an account stands, as all of it together says. */
export type Standing = PlanState & {
  customerId: string | null
  paymentMethodOnFile: boolean
  /** The subscription in force, or the last one. */
  subscription: (SubscriptionSnapshot & { customerId: string }) | null
  cancelAtPeriodEnd: boolean
  /** A checkout of ours led to a subscription that lives, but its price stands for none of our plans. */
  isPlanUnknown: boolean
  /** The failed payment that grace counts from. */
  debt: Debt | null
  /** The trials and months that were paid for. */
  openings: Period[]
}

/**
 * The one function from what is known to where an account stands. It knows nothing of what was thought before, nor of the
 * events that made us look: the same knowledge always leads to the same standing.
 */
export function standingOf(plans: Plans, known: AccountFacts, firstPlanId: string): Standing {
  const base = fromOperator(known.operator, firstPlanId)
  const customers = known.customers.toSorted((a, b) => a.observedAt - b.observedAt)
  const all = subscriptionsOf(known)
  const first = subscriptionInForce(all)
  const isPlanUnknown = first !== null && first.planId === null
  const subscriptions = all.filter(({ planId }) => planId !== null)
  const inForce = isPlanUnknown ? subscriptionInForce(subscriptions.filter(hasEnded)) : first
  const living = customers.filter(({ snapshot }) => !snapshot.isDeleted)
  const customer = living.find(({ snapshot }) => snapshot.customerId === inForce?.customerId) ?? living.at(-1)
  const standing: Standing = {
    ...base,
    customerId: inForce || base.status !== 'none' ? (customer?.snapshot.customerId ?? null) : null,
    paymentMethodOnFile: customer?.snapshot.hasPaymentMethod ?? false,
    isPlanUnknown,
    openings: openingsOf(plans, known, all),
  }
  if (!inForce) return standing
  const subscribed = { ...standing, subscription: withoutInvoices(inForce), cancelAtPeriodEnd: inForce.endsAt !== null }
  return hasOperatorTheLastWord(known) ? subscribed : { ...subscribed, ...stateOf(known, subscriptions, inForce, base) }
}

function fromOperator(fact: OperatorFact | null, firstPlanId: string): Standing {
  const nothing = { customerId: null, paymentMethodOnFile: false, subscription: null, cancelAtPeriodEnd: false }
  if (fact === null) {
    const state = { status: 'none' as const, periodAnchor: null, trialEndsAt: null, accessEndsAt: null }
    return { planId: firstPlanId, ...state, ...nothing, debt: null, isPlanUnknown: false, openings: [] }
  }
  const { planId, status, periodAnchor, trialEndsAt, accessEndsAt } = fact
  const isOwing = status === 'past_due' && accessEndsAt !== null
  return {
    planId,
    status,
    periodAnchor: toDate(periodAnchor),
    trialEndsAt: toDate(trialEndsAt),
    accessEndsAt: toDate(accessEndsAt),
    ...nothing,
    debt: isOwing ? { since: new Date(accessEndsAt - graceDays * dayMs), invoiceId: 'operator' } : null,
    isPlanUnknown: false,
    openings: [],
  }
}

/** The operator's word holds until the provider shows something new. */
export function hasOperatorTheLastWord({ operator, customers }: AccountFacts): boolean {
  return operator !== null && customers.every(({ observedAt }) => observedAt < operator.at)
}

function stateOf(known: AccountFacts, subscriptions: Subscription[], subscription: Subscription, base: Standing) {
  const situation = situationOf(known, subscription)
  // A plan that the operator gave stays while its subscription waits for the first payment.
  if (situation === 'trialing_again' && accessStatuses.includes(base.status)) return {}
  const row = rowOf(situation)
  const debt = debtOf(subscription)
  const state: PlanState = {
    planId: subscription.planId!,
    status: row.status!,
    ...periodStateOf(known, subscriptions, subscription, base.trialEndsAt),
    accessEndsAt: null,
    ...nextPlanOf(subscription),
  }
  return { ...state, accessEndsAt: accessEnd(row, subscription, debt), debt: row.until.includes('grace') ? debt : null }
}

function nextPlanOf({ scheduled }: Subscription): Pick<PlanState, 'nextPlanId' | 'nextPlanAt'> {
  return scheduled?.planId ? { nextPlanId: scheduled.planId, nextPlanAt: new Date(scheduled.at) } : {}
}

/** One trial per account, and none for those who had a plan before. */
export function hasTrialLeft({ status, trialEndsAt, subscription }: Standing): boolean {
  return status === 'none' && trialEndsAt === null && subscription === null
}

/** True while the provider's portal can still fix the subscription; a new one needs a new checkout. */
export function isLive({ subscription }: Standing, now: Date): boolean {
  if (subscription === null || subscription.endedAt !== null) return false
  return subscription.endsAt === null || now.getTime() < subscription.endsAt
}

function withoutInvoices({ invoices: _, ...subscription }: Subscription): Standing['subscription'] {
  return subscription
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
