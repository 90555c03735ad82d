import type { PlanState, Plans } from '../../accounts/plan.ts'
import { periodOf, planOf } from '../../accounts/plan-state.ts'
import { dayMs, hourMs, secondMs } from '../../base/durations.ts'
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
export type AccountFacts = {
  accountId: string
  /** The operator's latest word. */
  operator: OperatorFact | null
  /** The newest snapshot of each of the account's customers, with the time when it was first seen to be so. */
  customers: { observedAt: number; snapshot: CustomerSnapshot }[]
  /** The subscriptions whose trials count. */
  grantedTrials: ReadonlySet<string>
}

/** A subscription with its customer and its invoices. */
export type Subscription = SubscriptionSnapshot & { customerId: string; invoices: InvoiceSnapshot[] }

/** Providers count in seconds, and so may be up to one early. */
export const earlyMs = secondMs

/**
 * Those that ever began and are this account's, in the order in which they began. One of unknown plan gives nothing, but it keeps
 * its place: whatever begins while it lives is a second one.
 */
export function subscriptionsOf({ accountId, customers }: AccountFacts): Subscription[] {
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

/**
 * The account that an invoice is for, also where two accounts share a customer. Null as long as nobody knows its subscription;
 * one for neither a pack nor a subscription is for the account that the customer names.
 */
export function accountOfInvoice(
  { accountId, subscriptions }: CustomerSnapshot,
  { pack, subscriptionId }: Pick<InvoiceSnapshot, 'pack' | 'subscriptionId'>,
): string | null {
  if (pack) return pack.accountId
  if (subscriptionId === null) return accountId
  const subscription = subscriptions.find((found) => found.subscriptionId === subscriptionId)
  return subscription ? (subscription.accountId ?? accountId) : null
}

/** Begun by a checkout of ours, alive, and with a price that is in no plan. */
export const isOfUnknownPlan = (accountId: string, found: SubscriptionSnapshot): boolean =>
  found.planId === null && !hasEnded(found) && found.accountId === accountId && rowOf(found.state).status !== null

export const hasEnded = ({ endedAt }: SubscriptionSnapshot): boolean => endedAt !== null

/** The first living subscription that gives access; without any, the one that ended last. */
export function subscriptionInForce(subscriptions: Subscription[]): Subscription | null {
  const living = subscriptions.filter((found) => !hasEnded(found))
  const giving = living.find(({ state }) => state === 'trialing' || state === 'active' || state === 'past_due')
  return giving ?? living[0] ?? subscriptions.toSorted((a, b) => a.endedAt! - b.endedAt!).at(-1) ?? null
}

const isGranted = ({ grantedTrials }: AccountFacts, { subscriptionId, trial }: Subscription): boolean =>
  trial !== null && grantedTrials.has(subscriptionId)

/** The empty invoice that begins a trial. It covers the trial as that was meant to last, also when it is ended early. */
const isOfTrial = ({ trial }: SubscriptionSnapshot, { state, period, amountPaid }: InvoiceSnapshot): boolean =>
  trial !== null && state === 'paid' && amountPaid === 0 && period.start <= trial.start + earlyMs

/**
 * The invoice after the trial is paid, or nobody asks for it any more. The empty invoice that begins a trial is not it, nor is the
 * credit for a change of plan while the first month waits to be collected.
 */
const isFirstMonthSettled = (subscription: Subscription): boolean => {
  const { trial, invoices } = subscription
  if (trial === null) return true
  return invoices.some((invoice) => {
    const { state, period, amountPaid } = invoice
    const isCredit = state === 'paid' && amountPaid === 0 && invoices.some((one) => isWaitingAt(trial.end, one))
    const isAfter = period.start + earlyMs > trial.end && period.end > trial.end
    return invoiceRowOf(state).isSettled && !isOfTrial(subscription, invoice) && !isCredit && isAfter
  })
}

const isWaitingAt = (start: number, { state, period }: InvoiceSnapshot): boolean =>
  !invoiceRowOf(state).isSettled && Math.abs(period.start - start) <= earlyMs && period.end > start

/**
 * Which row of the table a subscription is in. A trial goes on until its first month is settled; one that does not count is a wait
 * for the first payment.
 */
export function situationOf(known: AccountFacts, subscription: Subscription): Situation {
  const { state, trial, isCollectionPaused } = subscription
  if (state === 'trialing') return isGranted(known, subscription) ? 'trialing' : 'trialing_again'
  const unpaid = unpaidSent(subscription)
  if (state === 'past_due' && unpaid.length > 0) return 'invoice_overdue'
  if (state !== 'active') return state
  if (trial && !isFirstMonthSettled(subscription)) {
    return isGranted(known, subscription) ? 'trial_over_unpaid' : 'trialing_again'
  }
  if (isCollectionPaused) return 'collection_paused'
  if (unpaid.length > 1) return 'invoice_overdue'
  return unpaid[0]?.state === 'open' ? 'invoice_sent' : 'active'
}

/** Invoices that were sent, or are about to be, and that nobody has paid. */
const unpaidSent = ({ invoices }: Subscription): InvoiceSnapshot[] =>
  invoices.filter(({ state, isSent }) => isSent && (state === 'open' || state === 'draft'))

/** Until when the account's trial lasted, or lasts: at least a moment, so that the ledger can tell it from the month after it. */
function grantedTrialEnd(known: AccountFacts, subscriptions: Subscription[]): Date | null {
  const tried = subscriptions.find((subscription) => isGranted(known, subscription))
  if (!tried?.trial) return null
  const { start, end } = tried.trial
  return new Date(Math.max(Math.min(end, tried.endedAt ?? end), start + 1))
}

/**
 * Until the first month after a trial is settled, the account lives in its trial: credits and search rows are those of the
 * trial's period, also while the first payment is on its way or has failed.
 */
export function periodStateOf(
  known: AccountFacts,
  subscriptions: Subscription[],
  inForce: Subscription,
  earlierTrialEnd: Date | null,
): Pick<PlanState, 'periodAnchor' | 'trialEndsAt'> {
  const { trial, anchor, state } = inForce
  const trialEndsAt = grantedTrialEnd(known, subscriptions) ?? earlierTrialEnd
  if (trial && isGranted(known, inForce) && (state === 'trialing' || !isFirstMonthSettled(inForce))) {
    return { periodAnchor: new Date(trial.start), trialEndsAt }
  }
  const paidFrom = new Date(anchor)
  return { periodAnchor: paidFrom, trialEndsAt: trialEndsAt && trialEndsAt > paidFrom ? paidFrom : trialEndsAt }
}

/**
 * The trials and months that were begun or paid for, as the ledger should know them. A subscription that began while
 * another one was alive opens nothing: it is cancelled and refunded.
 */
export function openingsOf(plans: Plans, known: AccountFacts, subscriptions: Subscription[]): Period[] {
  const openings: Period[] = []
  const { accountId: id } = known
  for (const subscription of oneAfterTheOther(subscriptions)) {
    const { trial, anchor, invoices } = subscription
    if (trial && isGranted(known, subscription)) {
      const { planId } = subscription
      const trialEndsAt = grantedTrialEnd(known, [subscription])
      openings.push(...periodAt(plans, { id, planId, anchor: trial.start, trialEndsAt }, trial.start))
    }
    for (const { state, planId, period } of isFirstMonthSettled(subscription) ? invoices : []) {
      if (!invoiceRowOf(state).opensPeriod || planId === null || (trial && period.start + earlyMs <= trial.end))
        continue
      openings.push(...periodAt(plans, { id, planId, anchor, trialEndsAt: null }, period.start))
    }
  }
  // Two invoices of one moment, such as a change within the first second, pay for one period.
  const byStart = new Map(openings.map((period) => [period.start.getTime(), period]))
  return [...byStart.values()].toSorted((a, b) => a.start.getTime() - b.start.getTime())
}

/** The period that begins at `start`. What begins anywhere else is a correction within a month and opens nothing. */
function periodAt(
  plans: Plans,
  {
    id,
    planId,
    anchor,
    trialEndsAt,
  }: Pick<PlanState, 'trialEndsAt'> & { id: string; planId: string | null; anchor: number },
  start: number,
): Period[] {
  if (planId === null || !plans.has(planId) || start + earlyMs < anchor) return []
  const state = {
    id,
    planId,
    status: 'active' as const,
    periodAnchor: new Date(anchor),
    trialEndsAt,
    accessEndsAt: null,
  }
  const period = periodOf(state, planOf(plans, state), new Date(Math.max(start + earlyMs, anchor)))
  return period && Math.abs(period.start.getTime() - start) <= earlyMs ? [period] : []
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

/** The invoices that brought the account something: of its subscriptions, one after the other, without those of trials, and of its packs. */
export function invoicesThatCount(known: AccountFacts): InvoiceSnapshot[] {
  const packs = known.customers.flatMap(({ snapshot }) =>
    snapshot.invoices.filter(({ pack }) => pack?.accountId === known.accountId),
  )
  const ofSubscriptions = oneAfterTheOther(subscriptionsOf(known)).flatMap((subscription) =>
    subscription.invoices.filter((invoice) => !isOfTrial(subscription, invoice)),
  )
  return [...ofSubscriptions, ...packs]
}

/** Those that live at the provider next to the one in force. What we know nothing of is never cancelled. */
export function secondSubscriptions(known: AccountFacts): string[] {
  const all = subscriptionsOf(known)
  const inForce = subscriptionInForce(all)
  return all
    .filter((found) => !hasEnded(found) && found.planId !== null && found !== inForce)
    .map(({ subscriptionId }) => subscriptionId)
}

/** The failed payment that grace counts from. */
export type Debt = { since: Date; invoiceId: string }

/** The first invoice that the provider could not collect and still wants to. */
export function debtOf({ invoices, period }: Subscription): Debt {
  const open = invoices.filter(({ state, isAttempted }) => invoiceRowOf(state).isOwed && isAttempted)
  const first = open.toSorted((a, b) => failedAt(a) - failedAt(b))[0]
  return first
    ? { since: new Date(failedAt(first)), invoiceId: first.invoiceId }
    : { since: new Date(period.start), invoiceId: 'unknown' }
}

/** The provider tries for the first time when it finalizes the invoice. */
const failedAt = ({ finalizedAt, period }: InvoiceSnapshot): number => finalizedAt ?? period.start

/** The earliest of what can end access. Null: it goes on. */
export function accessEnd(row: Row, subscription: Subscription, debt: Debt): Date | null {
  const { endedAt, endsAt, trial, period } = subscription
  if (endedAt !== null) return new Date(endedAt)
  if (row.status === 'lapsed') return new Date(trial && row.situation === 'trialing_again' ? trial.start : period.start)
  const ends: number[] = endsAt === null ? [] : [endsAt]
  if (row.until.includes('trial_news')) ends.push(trial!.end + trialNewsHours * hourMs)
  if (row.until.includes('renewal_news')) ends.push(period.end + renewalNewsDays * dayMs)
  if (row.until.includes('paid_period')) ends.push(paidUntil(subscription))
  if (row.until.includes('due_date'))
    ends.push(Math.max(paidUntil(subscription), ...unpaidSent(subscription).map(dueEnd)))
  if (row.until.includes('grace') && debt) ends.push(debt.since.getTime() + graceDays * dayMs)
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

/** An unpaid invoice opens its own period at most. */
const dueEnd = ({ dueAt, period }: InvoiceSnapshot): number => Math.min(dueAt ?? period.end, period.end)

const paidUntil = ({ invoices, startedAt }: Subscription): number =>
  Math.max(startedAt, ...invoices.filter(({ state }) => state === 'paid').map(({ period }) => period.end))
