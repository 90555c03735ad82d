import { isInTrial, type PlanState, periodOf, planOf } from '../accounts/accounts.ts'
import { accessStatuses, type PlanStatus, type Plans } from '../accounts/plan.ts'
import type { Period } from '../credits/periods.ts'
import type { KnownFact, OperatorFact, PaymentFact, SubscriptionFact } from './facts.ts'
import { findTransition, graceDays, type PlanEvent, trialNewsHours } from './transitions.ts'

/** Where an account stands, as all its facts together say. */
export type Standing = PlanState & {
  customerId: string | null
  paymentMethodOnFile: boolean
  /** The subscription in force, or the last one. */
  subscription: SubscriptionFact | null
  cancelAtPeriodEnd: boolean
  /** The failed payment that grace counts from. */
  debt: { since: Date; invoiceId: string } | null
  /** The periods that began with a checkout or were paid for, in the order in which that happened. */
  openings: Period[]
}

type Step =
  | { at: number; kind: 'operator'; fact: OperatorFact }
  | { at: number; kind: 'begun' | 'changed' | 'over'; subscription: SubscriptionFact }
  | { at: number; kind: 'failed'; subscription: SubscriptionFact; payment: PaymentFact }
  | { at: number; kind: 'paid'; subscription: SubscriptionFact; payment: PaymentFact; planId: string | undefined }

/** Of what happened to a subscription in the same instant, this is the order it is taken in. */
const order: Step['kind'][] = ['begun', 'failed', 'paid', 'changed', 'over']

const hourMs = 3_600_000
const graceMs = graceDays * 24 * hourMs

/**
 * The one function from facts to standing. It knows nothing of the order in which the facts arrived, how often, or
 * what was thought before: facts that come late lead to where they would have led in time.
 */
export function standingOf(plans: Plans, facts: readonly KnownFact[], firstPlanId: string): Standing {
  let standing: Standing = {
    planId: firstPlanId,
    status: 'none',
    periodAnchor: null,
    trialEndsAt: null,
    accessEndsAt: null,
    customerId: null,
    paymentMethodOnFile: false,
    subscription: null,
    cancelAtPeriodEnd: false,
    debt: null,
    openings: [],
  }
  for (const step of stepsOf(facts)) standing = take(plans, letTimePass(standing, step.at), step)
  return standing
}

function stepsOf(facts: readonly KnownFact[]): Step[] {
  const steps: Step[] = []
  for (const fact of facts) if (fact.kind === 'operator') steps.push({ at: fact.at, kind: 'operator', fact })
  for (const subscription of latestSnapshots(facts)) {
    steps.push({ at: subscription.startedAt, kind: 'begun', subscription })
    steps.push({ at: subscription.at, kind: 'changed', subscription })
    if (subscription.endedAt !== null) steps.push({ at: subscription.endedAt, kind: 'over', subscription })
    for (const payment of decisivePayments(facts, subscription.subscriptionId)) {
      if (payment.outcome === 'failed') steps.push({ at: payment.at, kind: 'failed', subscription, payment })
      // A debt that is paid after the end opens the month that it is for, but the end comes after it.
      else {
        const at = Math.min(payment.at, endOf(subscription))
        steps.push({ at, kind: 'paid', subscription, payment, planId: paidPlan(facts, payment) })
      }
    }
  }
  return steps.sort((a, b) => a.at - b.at || compare(keyOf(a), keyOf(b)))
}

/** Within one instant: the operator, then one subscription after the other, each from its beginning to its end. */
function keyOf(step: Step): string[] {
  if (step.kind === 'operator') return []
  const { startedAt, subscriptionId } = step.subscription
  const invoiceId = 'payment' in step ? step.payment.invoiceId : ''
  return [String(startedAt).padStart(15, '0'), subscriptionId, String(order.indexOf(step.kind)), invoiceId]
}

function compare(a: string[], b: string[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  if (at === -1) return a.length - b.length
  return b[at] !== undefined && a[at]! < b[at] ? -1 : 1
}

const stages: SubscriptionFact['stage'][] = ['incomplete', 'created', 'updated', 'ended']

/** The newest snapshot of each subscription that ever began. */
function latestSnapshots(facts: readonly KnownFact[]): SubscriptionFact[] {
  const snapshots = facts.filter((fact) => fact.kind === 'subscription')
  // Providers count in seconds. Within one, the stage decides, and a trial that was ended stays so.
  snapshots.sort(
    (a, b) =>
      a.at - b.at ||
      stages.indexOf(a.stage) - stages.indexOf(b.stage) ||
      (b.trial?.end ?? 0) - (a.trial?.end ?? 0) ||
      (a.id < b.id ? -1 : 1),
  )
  const latest = new Map(snapshots.map((snapshot) => [snapshot.subscriptionId, snapshot]))
  return [...latest.values()].filter((snapshot) => snapshot.stage !== 'incomplete')
}

/** Of each invoice its first failure, which grace counts from, and its payment. A failure after it is an echo. */
function decisivePayments(facts: readonly KnownFact[], subscriptionId: string): PaymentFact[] {
  const decisive = new Map<string, PaymentFact>()
  for (const fact of facts) {
    if (fact.kind !== 'payment' || fact.subscriptionId !== subscriptionId) continue
    const key = `${fact.invoiceId} ${fact.outcome}`
    const known = decisive.get(key)
    if (!known || fact.at < known.at) decisive.set(key, fact)
  }
  return [...decisive.values()].filter(({ outcome, invoiceId, at }) => {
    const paid = decisive.get(`${invoiceId} paid`)
    return outcome === 'paid' || !paid || at <= paid.at
  })
}

/** Undefined until a snapshot of the subscription shows what the invoice calls its price. */
function paidPlan(facts: readonly KnownFact[], { subscriptionId, priceId }: PaymentFact): string | undefined {
  const shown = facts.filter(
    (fact) => fact.kind === 'subscription' && fact.subscriptionId === subscriptionId && fact.priceId === priceId,
  ) as SubscriptionFact[]
  return shown.sort((a, b) => a.at - b.at)[0]?.planId
}

/** What the clock did before `at`: the end of grace, of a trial without news, of a cancelled subscription. */
function letTimePass(standing: Standing, at: number): Standing {
  const { status, accessEndsAt } = standing
  const event = whatTheClockEnds[status]
  if (event === undefined || accessEndsAt === null || accessEndsAt.getTime() > at) return standing
  return { ...standing, status: findTransition(status, event)?.to ?? status }
}

const whatTheClockEnds: Partial<Record<PlanStatus, PlanEvent>> = {
  trialing: 'trial_over',
  past_due: 'grace_over',
  active: 'subscription_over',
}

function take(plans: Plans, standing: Standing, step: Step): Standing {
  if (step.kind === 'operator') return takeOperatorsWord(standing, step.fact)
  if (step.kind === 'begun') return begin(plans, standing, step.subscription)
  // News of a subscription that is not the one in force.
  if (step.subscription.subscriptionId !== standing.subscription?.subscriptionId) return standing
  switch (step.kind) {
    case 'changed':
      return withAccessEnd({ ...standing, ...changeableParts(plans, standing, step.subscription) })
    case 'failed':
      return takeFailure(standing, step.payment)
    case 'paid':
      return opening(plans, takePayment(standing, step.payment), step.planId, step.payment.periodStart)
    case 'over': {
      const transition = findTransition(standing.status, 'subscription_over')
      if (!transition) return standing
      return { ...standing, status: transition.to, accessEndsAt: new Date(step.at), debt: null }
    }
  }
}

function takeOperatorsWord(standing: Standing, fact: OperatorFact): Standing {
  return {
    ...standing,
    planId: fact.planId,
    status: fact.status,
    periodAnchor: toDate(fact.periodAnchor),
    trialEndsAt: toDate(fact.trialEndsAt),
    accessEndsAt: toDate(fact.accessEndsAt),
    debt:
      fact.status === 'past_due' && fact.accessEndsAt
        ? { since: new Date(fact.accessEndsAt - graceMs), invoiceId: 'operator' }
        : null,
  }
}

function begin(plans: Plans, standing: Standing, subscription: SubscriptionFact): Standing {
  // A second subscription beside one in force changes nothing; the checkout refuses to make one.
  if (standing.subscription && accessStatuses.includes(standing.status)) return standing
  const { trial, startedAt } = subscription
  const adopted = { ...standing, ...changeableParts(plans, standing, subscription), subscription, debt: null }
  const transition = findTransition(standing.status, beginningOf(standing, subscription))
  // A trial for somebody who has a plan from the operator: the plan stays, from now on with a subscription behind it.
  if (!transition) return adopted
  if (trial && transition.opens === null) {
    const trialEndsAt = earlier(standing.trialEndsAt, startedAt)
    return { ...adopted, status: transition.to, periodAnchor: new Date(trial.end), trialEndsAt }
  }
  const periodAnchor = new Date(trial?.start ?? startedAt)
  // At least a moment, so that the ledger can tell the trial from the month after it.
  const trialEndsAt = trial ? new Date(Math.max(trial.end, trial.start + 1)) : earlier(standing.trialEndsAt, startedAt)
  const begun = withAccessEnd({ ...adopted, status: transition.to, periodAnchor, trialEndsAt })
  return opening(plans, begun, subscription.checkoutPlanId ?? subscription.planId, periodAnchor.getTime())
}

function beginningOf(standing: Standing, { trial }: SubscriptionFact): PlanEvent {
  if (!trial) return 'checkout_completed'
  return hasTrialLeft(standing) ? 'checkout_completed_with_trial' : 'checkout_completed_with_second_trial'
}

/** One trial per account, and none for those who had a plan before. */
export function hasTrialLeft({ status, trialEndsAt, subscription }: Standing): boolean {
  return status === 'none' && trialEndsAt === null && subscription === null
}

function takeFailure(standing: Standing, { at, periodStart, invoiceId }: PaymentFact): Standing {
  // A correction within the trial asks for no money that the customer would owe already.
  if (standing.status === 'trialing' && isForTrial(standing, periodStart)) return standing
  const transition = findTransition(standing.status, 'payment_failed')
  return transition
    ? withAccessEnd({ ...standing, status: transition.to, debt: { since: new Date(at), invoiceId } })
    : standing
}

function takePayment(standing: Standing, { periodStart }: PaymentFact): Standing {
  if (!isInTrial(standing)) {
    // The empty invoice of a trial that is none of ours.
    if (periodStart + secondMs <= (standing.subscription?.trial?.end ?? 0)) return standing
    const transition = findTransition(standing.status, 'paid')
    return transition ? withAccessEnd({ ...standing, status: transition.to, debt: null }) : standing
  }
  if (isForTrial(standing, periodStart)) return standing
  const transition = findTransition(standing.status, 'trial_ended_and_paid')
  if (!transition) return standing
  // The months count from the trial's end.
  return withAccessEnd({ ...standing, status: transition.to, periodAnchor: standing.trialEndsAt, debt: null })
}

/** True while the provider's portal can still mend the subscription; a new one needs a new checkout. */
export function isLive({ subscription }: Standing, now: Date): boolean {
  return subscription !== null && now.getTime() < endOf(subscription)
}

/** Those that live at the provider beside the one in force. */
export function secondSubscriptions(standing: Standing, facts: readonly KnownFact[], now: Date): string[] {
  const inForce = standing.subscription?.subscriptionId
  if (!isLive(standing, now)) return []
  const others = latestSnapshots(facts).filter(({ subscriptionId }) => subscriptionId !== inForce)
  return others.filter(({ endedAt }) => endedAt === null).map(({ subscriptionId }) => subscriptionId)
}

const endOf = ({ endsAt, endedAt }: SubscriptionFact): number => Math.min(endsAt ?? Infinity, endedAt ?? Infinity)

/** Providers count in seconds, and so may be up to one early. */
const secondMs = 1_000
const isForTrial = (standing: Standing, periodStart: number): boolean => periodStart + secondMs <= trialEnd(standing)

const trialEnd = ({ trialEndsAt }: Standing): number => trialEndsAt!.getTime()
const earlier = (date: Date | null, ms: number): Date | null => date && new Date(Math.min(date.getTime(), ms))

/**
 * The period that begins at `start` is opened. What begins anywhere else is a correction within a month, or is counted
 * from a trial's end of which we have not heard yet: so a period that is opened is one, whatever we hear later. For the
 * same reason its credits are those of the plan that was bought, not of the one that the account is on now.
 */
function opening(plans: Plans, standing: Standing, planId: string | undefined, start: number): Standing {
  const { periodAnchor } = standing
  if (planId === undefined || periodAnchor === null) return standing
  const plan = plans.get(planId) ?? planOf(plans, standing)
  const period = periodOf(standing, plan, new Date(Math.max(start + secondMs, periodAnchor.getTime())))
  if (!period || Math.abs(period.start.getTime() - start) > secondMs) return standing
  const isOpen = standing.openings.some((known) => known.start.getTime() === period.start.getTime())
  return isOpen ? standing : { ...standing, openings: [...standing.openings, period] }
}

function changeableParts(plans: Plans, standing: Standing, subscription: SubscriptionFact) {
  const { customerId, paymentMethodOnFile, endsAt } = subscription
  // A price that stands for none of our plans leaves the plan as it is.
  const planId = plans.has(subscription.planId) ? subscription.planId : standing.planId
  return { planId, customerId, paymentMethodOnFile, cancelAtPeriodEnd: endsAt !== null }
}

/** The earliest of what can end access. Null: it goes on. */
function withAccessEnd(standing: Standing): Standing {
  const { status, subscription, debt } = standing
  if (!accessStatuses.includes(status)) return standing
  const ends: number[] = []
  if (subscription?.endsAt) ends.push(subscription.endsAt)
  if (status === 'trialing') ends.push(trialEnd(standing) + trialNewsHours * hourMs)
  if (debt) ends.push(debt.since.getTime() + graceMs)
  return { ...standing, accessEndsAt: ends.length > 0 ? new Date(Math.min(...ends)) : null }
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
