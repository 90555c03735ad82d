import type { Plans } from '../../accounts/plan.ts'
import { addMonths, usageMonth } from '../../metering/usage-month.ts'
import type { Interval } from '../settle/snapshot.ts'
import type { CardOnFile, Change, SandboxInvoice, SandboxSubscription } from './sandbox-subscription.ts'

export type NewId = (prefix: 'evt' | 'in' | 'sub' | 'cus') => string

/** What an action works with: the price list, and where ids come from. */
export type Tools = { plans: Plans; newId: NewId }

type Draft = Pick<
  SandboxSubscription,
  'subscriptionId' | 'accountId' | 'customerId' | 'planId' | 'interval' | 'cardLast4' | 'cardPays'
>

const dayMs = 86_400_000

export function subscribe(draft: Draft, trialDays: number | null, now: Date, tools: Tools): Change {
  const trialEndsAt = trialDays === null ? null : new Date(now.getTime() + trialDays * dayMs)
  const subscription: SandboxSubscription = {
    ...draft,
    startedAt: now,
    trialEndsAt,
    periodStart: now,
    periodEnd: trialEndsAt ?? periodEnd(now, now, draft.interval),
    billingAnchor: trialEndsAt ?? now,
    cancelAtPeriodEnd: false,
    scheduled: null,
    openInvoiceId: null,
    endedAt: null,
  }
  return trialEndsAt ? { subscription, invoices: [] } : charge(subscription, now, tools)
}

export const isTrialing = ({ trialEndsAt }: SandboxSubscription, now: Date): boolean =>
  trialEndsAt !== null && now < trialEndsAt

/** While a payment is open, nothing further is charged. */
const isDue = ({ endedAt, openInvoiceId, cancelAtPeriodEnd, periodEnd }: SandboxSubscription, now: Date): boolean =>
  endedAt === null && (openInvoiceId === null || cancelAtPeriodEnd) && periodEnd <= now

/** Does all that fell due until now, each thing dated as of its day, however late somebody looks. */
export function advance(given: SandboxSubscription, now: Date, tools: Tools): Change {
  const invoices: SandboxInvoice[] = []
  let subscription = given
  while (isDue(subscription, now)) {
    const due = subscription.periodEnd
    const step = subscription.cancelAtPeriodEnd
      ? end(subscription, due)
      : charge(nextPeriod(subscription, due), due, tools)
    subscription = step.subscription
    invoices.push(...step.invoices)
  }
  return { subscription, invoices }
}

export function endTrial(subscription: SandboxSubscription, now: Date, tools: Tools): Change {
  if (!isTrialing(subscription, now)) return unchanged(subscription)
  const ended = { ...subscription, trialEndsAt: now, billingAnchor: now, cancelAtPeriodEnd: false }
  return charge(nextPeriod(ended, now), now, tools)
}

/** Tries the card again on what is due. */
export function payOpenInvoice(subscription: SandboxSubscription, now: Date, tools: Tools): Change {
  if (subscription.openInvoiceId === null) return unchanged(subscription)
  // Months without access are not charged afterwards: what is paid for is the one that runs now.
  const isBehind = subscription.periodEnd <= now
  return charge(isBehind ? currentPeriod(subscription, now) : subscription, now, tools)
}

/** For trying things out: the period ends now, and the payment for the next one fails or succeeds. */
export function chargeNow(subscription: SandboxSubscription, now: Date, tools: Tools): Change {
  if (isTrialing(subscription, now)) return endTrial(subscription, now, tools)
  return charge(nextPeriod({ ...subscription, billingAnchor: now }, now), now, tools)
}

export function setCancellation(given: SandboxSubscription, cancelAtPeriodEnd: boolean): Change {
  return unchanged({ ...given, cancelAtPeriodEnd, scheduled: cancelAtPeriodEnd ? null : given.scheduled })
}

export const replaceCard = (given: SandboxSubscription, card: CardOnFile): Change => unchanged({ ...given, ...card })

/** The provider gives up on an unpaid subscription, or a cancelled one has run its time. */
export function end(given: SandboxSubscription, at: Date): Change {
  return unchanged({ ...given, endedAt: at, openInvoiceId: null, scheduled: null })
}

/** What the rest of the period is worth, in the old price and in the new. A change of interval begins a new period. */
export function priceOfChange(
  given: SandboxSubscription,
  to: { planId: string; interval: Interval },
  now: Date,
  { plans }: Tools,
): number {
  if (isTrialing(given, now)) return 0
  const whole = given.periodEnd.getTime() - given.periodStart.getTime()
  const left = Math.max(0, given.periodEnd.getTime() - now.getTime()) / whole
  const unused = priceOf(plans, given).amount * left
  const next = priceOf(plans, to).amount * (to.interval === given.interval ? left : 1)
  return Math.max(0, Math.round(next - unused))
}

export class CardDeclined extends Error {}

/** Paid at once, or nothing changes. */
export function changeNow(
  given: SandboxSubscription,
  to: { planId: string; interval: Interval },
  now: Date,
  tools: Tools,
): Change {
  const { plans, newId } = tools
  const changed = { ...given, planId: to.planId, interval: to.interval, scheduled: null, cancelAtPeriodEnd: false }
  if (isTrialing(given, now)) return unchanged(changed)
  if (!given.cardPays || given.openInvoiceId !== null) throw new CardDeclined()
  const amount = priceOfChange(given, to, now, tools)
  const begun =
    to.interval === given.interval
      ? changed
      : { ...changed, billingAnchor: now, periodStart: now, periodEnd: periodEnd(now, now, to.interval) }
  const invoice = invoiceFor(begun, now, { plans, newId }, { amount, periodStart: now })
  return { subscription: begun, invoices: [{ ...invoice, description: `Change to ${nameOf(plans, to.planId)}` }] }
}

function nextPeriod(given: SandboxSubscription, from: Date): SandboxSubscription {
  const { scheduled } = given
  const subscription = scheduled ? { ...given, ...scheduled, scheduled: null } : given
  const billingAnchor = scheduled && scheduled.interval !== given.interval ? from : given.billingAnchor
  return {
    ...subscription,
    billingAnchor,
    periodStart: from,
    periodEnd: periodEnd(billingAnchor, from, subscription.interval),
  }
}

function currentPeriod(given: SandboxSubscription, now: Date): SandboxSubscription {
  const { billingAnchor, interval } = given
  if (interval === 'month') {
    const { start, end } = usageMonth(billingAnchor, now)
    return { ...given, periodStart: start, periodEnd: end }
  }
  const end = periodEnd(billingAnchor, now, interval)
  return { ...given, periodStart: addMonths(end, -12), periodEnd: end }
}

/** The first boundary after `from`, counted from the anchor. */
function periodEnd(anchor: Date, from: Date, interval: Interval): Date {
  if (interval === 'month') return usageMonth(anchor, from).end
  let years = 1
  while (addMonths(anchor, 12 * years) <= from) years += 1
  return addMonths(anchor, 12 * years)
}

function charge(given: SandboxSubscription, at: Date, tools: Tools): Change {
  const invoice = invoiceFor(given, at, tools, {})
  return { subscription: { ...given, openInvoiceId: given.cardPays ? null : invoice.invoiceId }, invoices: [invoice] }
}

function invoiceFor(
  given: SandboxSubscription,
  at: Date,
  { plans, newId }: Tools,
  told: Partial<Pick<SandboxInvoice, 'amount' | 'periodStart'>>,
): SandboxInvoice {
  const { accountId, subscriptionId, planId, interval, periodStart, periodEnd, openInvoiceId, cardPays } = given
  const price = priceOf(plans, given)
  return {
    invoiceId: openInvoiceId ?? newId('in'),
    accountId,
    subscriptionId,
    planId,
    description: `${nameOf(plans, planId)}, one ${interval}`,
    status: cardPays ? 'paid' : 'open',
    amount: price.amount,
    amountRefunded: 0,
    currency: price.currency,
    periodStart,
    periodEnd,
    createdAt: at,
    paidAt: cardPays ? at : null,
    pack: null,
    ...told,
  }
}

/** A plan that was taken out of plans.json costs what it did: nothing that we know. */
function priceOf(plans: Plans, { planId, interval }: { planId: string; interval: Interval }) {
  const prices = plans.get(planId)?.prices ?? []
  return prices.find((price) => price.interval === interval) ?? { amount: 0, currency: prices[0]?.currency ?? 'usd' }
}

const nameOf = (plans: Plans, planId: string): string => plans.get(planId)?.name ?? planId

const unchanged = (subscription: SandboxSubscription): Change => ({ subscription, invoices: [] })
