import { planOf } from '../../accounts/accounts.ts'
import { accessStatuses } from '../../accounts/api-access.ts'
import type { PlanState, Plans } from '../../accounts/plan.ts'
import { periodOf } from '../../accounts/plan-state.ts'
import type { Period } from '../../credits/ledger.ts'
import type { OperatorFact } from './operator-fact.ts'
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts'
import {
  graceDays,
  invoiceRowOf,
  type Row,
  renewalNewsDays,
  rowOf,
  type Situation,
  trialNewsHours,
} from './transitions.ts'

/** Everything that decides where an account stands. */
export type Known = {
  accountId: string
  /** The operator's latest word. */
  operator: OperatorFact | null
  /** The newest snapshot of each of the account's customers, with the time when it was first seen to be so. */
  customers: { observedAt: number; snapshot: CustomerSnapshot }[]
  /** The subscriptions whose trials count. */
  grantedTrials: ReadonlySet<string>
}

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
  debt: { since: Date; invoiceId: string } | null
  /** The trials and months that were paid for. */
  openings: Period[]
}

type Subscription = SubscriptionSnapshot & { customerId: string; invoices: InvoiceSnapshot[] }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Providers count in seconds, and so may be up to one early. */
const secondMs = 1_000

/**
 * The one function from what is known to where an account stands. It knows nothing of what was thought before, nor of the
 * events that made us look: the same knowledge always leads to the same standing.
 */
export function standingOf(plans: Plans, known: Known, firstPlanId: string): Standing {
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
function hasOperatorTheLastWord({ operator, customers }: Known): boolean {
  return operator !== null && customers.every(({ observedAt }) => observedAt < operator.at)
}

/**
 * Those that ever began and are this account's, in the order in which they began. One of unknown plan gives nothing, but it keeps
 * its place: whatever begins while it lives is a second one.
 */
function subscriptionsOf({ accountId, customers }: Known): Subscription[] {
  const all = customers.flatMap(({ snapshot }) =>
    snapshot.subscriptions
      .filter((found) => (found.accountId ?? snapshot.accountId) === accountId)
      .map((found) => ({
        ...found,
        customerId: snapshot.customerId,
        invoices: snapshot.invoices.filter((invoice) => invoice.subscriptionId === found.subscriptionId),
      })),
  )
  return all
    .filter((found) => (found.planId === null ? isOfUnknownPlan(accountId, found) : rowOf(found.state).status !== null))
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.subscriptionId < b.subscriptionId ? -1 : 1))
}

/** Begun by a checkout of ours, alive, and given a price that nobody has told us about. */
export const isOfUnknownPlan = (accountId: string, found: SubscriptionSnapshot): boolean =>
  found.planId === null && !hasEnded(found) && found.accountId === accountId && rowOf(found.state).status !== null

const hasEnded = ({ endedAt }: SubscriptionSnapshot): boolean => endedAt !== null

/** Of several that live, the first one that gives access; without any, the one that ended last. */
function subscriptionInForce(subscriptions: Subscription[]): Subscription | null {
  const living = subscriptions.filter((found) => !hasEnded(found))
  const giving = living.find(({ state }) => state === 'trialing' || state === 'active' || state === 'past_due')
  return giving ?? living[0] ?? subscriptions.toSorted((a, b) => a.endedAt! - b.endedAt!).at(-1) ?? null
}

function stateOf(known: Known, subscriptions: Subscription[], subscription: Subscription, base: Standing) {
  const situation = situationOf(known, subscription)
  // A plan that the operator gave stays while its subscription waits for the first payment.
  if (situation === 'trialing_again' && accessStatuses.includes(base.status)) return {}
  const row = rowOf(situation)
  const debt = debtOf(subscription)
  const trialEndsAt = trialEndOf(known, subscriptions) ?? base.trialEndsAt
  const isTried = situation === 'trialing' || (isGranted(known, subscription) && !isFirstMonthSettled(subscription))
  const state: PlanState = {
    planId: subscription.planId!,
    status: row.status!,
    periodAnchor: new Date(isTried && subscription.trial ? subscription.trial.start : subscription.anchor),
    trialEndsAt: trialEndsAt && !isTried ? new Date(Math.min(trialEndsAt.getTime(), subscription.anchor)) : trialEndsAt,
    accessEndsAt: null,
  }
  return { ...state, accessEndsAt: accessEnd(row, subscription, debt), debt: row.until.includes('grace') ? debt : null }
}

function situationOf(known: Known, subscription: Subscription): Situation {
  const { state, trial, isCollectionPaused } = subscription
  if (state === 'trialing') return isGranted(known, subscription) ? 'trialing' : 'trialing_again'
  if (state !== 'active') return state
  if (trial && !isFirstMonthSettled(subscription)) {
    return isGranted(known, subscription) ? 'trial_over_unpaid' : 'trialing_again'
  }
  return isCollectionPaused ? 'collection_paused' : 'active'
}

const isGranted = ({ grantedTrials }: Known, { subscriptionId, trial }: Subscription): boolean =>
  trial !== null && grantedTrials.has(subscriptionId)

/**
 * The invoice after the trial is paid, or nobody asks for it any more. The empty invoice that begins a trial is not it, nor is the
 * credit for a change of plan while the first month waits to be collected.
 */
const isFirstMonthSettled = ({ trial, invoices }: Subscription): boolean =>
  trial === null ||
  invoices.some(({ state, period, amountPaid }) => {
    const isEmpty = state === 'paid' && amountPaid === 0 && period.start <= trial.start + secondMs
    const isCredit = state === 'paid' && amountPaid === 0 && invoices.some((one) => isWaitingAt(trial.end, one))
    const isAfter = period.start + secondMs > trial.end && period.end > trial.end
    return invoiceRowOf(state).isSettled && !isEmpty && !isCredit && isAfter
  })

const isWaitingAt = (start: number, { state, period }: InvoiceSnapshot): boolean =>
  !invoiceRowOf(state).isSettled && Math.abs(period.start - start) <= secondMs && period.end > start

/** Until when the account's trial lasted, or lasts: at least a moment, so that the ledger can tell it from the month after it. */
function trialEndOf(known: Known, subscriptions: Subscription[]): Date | null {
  const tried = subscriptions.find((subscription) => isGranted(known, subscription))
  if (!tried?.trial) return null
  const { start, end } = tried.trial
  return new Date(Math.max(Math.min(end, tried.endedAt ?? end), start + 1))
}

/** The first invoice that the provider could not collect and still wants to. */
function debtOf({ invoices, period }: Subscription): Standing['debt'] {
  const open = invoices.filter(({ state, isAttempted }) => invoiceRowOf(state).isOwed && isAttempted)
  const first = open.toSorted((a, b) => failedAt(a) - failedAt(b))[0]
  return first
    ? { since: new Date(failedAt(first)), invoiceId: first.invoiceId }
    : { since: new Date(period.start), invoiceId: 'unknown' }
}

/** The provider tries for the first time when it finalizes the invoice. */
const failedAt = ({ finalizedAt, period }: InvoiceSnapshot): number => finalizedAt ?? period.start

/** The earliest of what can end access. Null: it goes on. */
function accessEnd(row: Row, subscription: Subscription, debt: Standing['debt']): Date | null {
  const { endedAt, endsAt, trial, period } = subscription
  if (endedAt !== null) return new Date(endedAt)
  if (row.status === 'lapsed') return new Date(trial && row.situation === 'trialing_again' ? trial.start : period.start)
  const ends: number[] = endsAt === null ? [] : [endsAt]
  if (row.until.includes('trial_news')) ends.push(trial!.end + trialNewsHours * hourMs)
  if (row.until.includes('renewal_news')) ends.push(period.end + renewalNewsDays * dayMs)
  if (row.until.includes('paid_period')) ends.push(paidUntil(subscription))
  if (row.until.includes('grace') && debt) ends.push(debt.since.getTime() + graceDays * dayMs)
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

const paidUntil = ({ invoices, startedAt }: Subscription): number =>
  Math.max(startedAt, ...invoices.filter(({ state }) => state === 'paid').map(({ period }) => period.end))

/**
 * The trials and months that were begun or paid for, as the ledger should know them. A subscription that began while
 * another one was alive opens nothing: it is cancelled and refunded.
 */
function openingsOf(plans: Plans, known: Known, subscriptions: Subscription[]): Period[] {
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

/** Without those that began while another one was alive, and without those that give nothing. */
function oneAfterTheOther(subscriptions: Subscription[]): Subscription[] {
  let aliveUntil = Number.NEGATIVE_INFINITY
  return subscriptions.filter(({ startedAt, endedAt, planId }) => {
    if (startedAt < aliveUntil) return false
    aliveUntil = endedAt ?? Number.POSITIVE_INFINITY
    return planId !== null
  })
}

/** The invoices that brought the account something: of its subscriptions, one after the other, and of its packs. */
export function invoicesThatCount(known: Known): InvoiceSnapshot[] {
  const packs = known.customers.flatMap(({ snapshot }) =>
    snapshot.invoices.filter(({ pack }) => pack?.accountId === known.accountId),
  )
  return [...oneAfterTheOther(subscriptionsOf(known)).flatMap(({ invoices }) => invoices), ...packs]
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

/** One trial per account, and none for those who had a plan before. */
export function hasTrialLeft({ status, trialEndsAt, subscription }: Standing): boolean {
  return status === 'none' && trialEndsAt === null && subscription === null
}

/** True while the provider's portal can still fix the subscription; a new one needs a new checkout. */
export function isLive({ subscription }: Standing, now: Date): boolean {
  if (subscription === null || subscription.endedAt !== null) return false
  return subscription.endsAt === null || now.getTime() < subscription.endsAt
}

/** Those that live at the provider next to the one in force. What we know nothing of is never cancelled. */
export function secondSubscriptions(known: Known): string[] {
  const all = subscriptionsOf(known)
  const inForce = subscriptionInForce(all)
  return all
    .filter((found) => !hasEnded(found) && found.planId !== null && found !== inForce)
    .map(({ subscriptionId }) => subscriptionId)
}

function withoutInvoices({ invoices: _, ...subscription }: Subscription): Standing['subscription'] {
  return subscription
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
