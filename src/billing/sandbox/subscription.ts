import { usageMonth } from '../../metering/usage-month.ts'
import { invoiceEvent, type SandboxEvent, subscriptionEvent } from './events.ts'
import type { CardOnFile, SandboxSubscription } from './sandbox-subscription.ts'

/** What an action leaves behind: the subscription as it is now, and the events that report it. */
export type Change = { subscription: SandboxSubscription; events: SandboxEvent[] }

export type NewId = (prefix: 'evt' | 'in' | 'sub' | 'cus') => string

type Draft = Pick<
  SandboxSubscription,
  'subscriptionId' | 'accountId' | 'customerId' | 'planId' | 'cardLast4' | 'cardPays'
>

const dayMs = 86_400_000

export function subscribe(draft: Draft, trialDays: number | null, now: Date, newId: NewId): Change {
  const trialEndsAt = trialDays === null ? null : new Date(now.getTime() + trialDays * dayMs)
  const subscription: SandboxSubscription = {
    ...draft,
    startedAt: now,
    trialEndsAt,
    periodStart: now,
    periodEnd: trialEndsAt ?? usageMonth(now, now).end,
    billingAnchor: trialEndsAt ?? now,
    cancelAtPeriodEnd: false,
    openInvoiceId: null,
    endedAt: null,
  }
  const created = subscriptionEvent(newId('evt'), 'created', subscription, now)
  if (trialEndsAt) return { subscription, events: [created] }
  return { subscription, events: [created, invoiceEvent(newId('evt'), newId('in'), 'paid', subscription, now)] }
}

export const isTrialing = ({ trialEndsAt }: SandboxSubscription, now: Date): boolean =>
  trialEndsAt !== null && now < trialEndsAt

/** While a payment is open, nothing further is charged. */
const isDue = ({ endedAt, openInvoiceId, cancelAtPeriodEnd, periodEnd }: SandboxSubscription, now: Date): boolean =>
  endedAt === null && (openInvoiceId === null || cancelAtPeriodEnd) && periodEnd <= now

/** Does all that fell due until now, each thing dated as of its day, however late somebody looks. */
export function advance(given: SandboxSubscription, now: Date, newId: NewId): Change {
  const events: SandboxEvent[] = []
  let subscription = given
  while (isDue(subscription, now)) {
    const due = subscription.periodEnd
    const step = subscription.cancelAtPeriodEnd
      ? end(subscription, due, newId)
      : charge(nextPeriod(subscription, due), due, newId)
    subscription = step.subscription
    events.push(...step.events)
  }
  return { subscription, events }
}

export function endTrial(subscription: SandboxSubscription, now: Date, newId: NewId): Change {
  if (!isTrialing(subscription, now)) return { subscription, events: [] }
  const ended = { ...subscription, trialEndsAt: now, billingAnchor: now, cancelAtPeriodEnd: false }
  return charge(nextPeriod(ended, now), now, newId)
}

/** Tries the card again on what is due. */
export function payOpenInvoice(subscription: SandboxSubscription, now: Date, newId: NewId): Change {
  if (subscription.openInvoiceId === null) return { subscription, events: [] }
  // Months without access are not charged afterwards: what is paid for is the one that runs now.
  const { start, end } = usageMonth(subscription.billingAnchor, now)
  const isBehind = subscription.periodEnd <= now
  return charge(isBehind ? { ...subscription, periodStart: start, periodEnd: end } : subscription, now, newId)
}

/** For trying things out: a payment that fails or succeeds now, as if the next one were due. */
export function chargeNow(subscription: SandboxSubscription, now: Date, newId: NewId): Change {
  if (isTrialing(subscription, now)) return endTrial(subscription, now, newId)
  return charge(subscription, now, newId)
}

export function setCancellation(
  given: SandboxSubscription,
  cancelAtPeriodEnd: boolean,
  now: Date,
  newId: NewId,
): Change {
  if (given.cancelAtPeriodEnd === cancelAtPeriodEnd) return { subscription: given, events: [] }
  return tell({ ...given, cancelAtPeriodEnd }, now, newId)
}

export function replaceCard(given: SandboxSubscription, card: CardOnFile, now: Date, newId: NewId): Change {
  return tell({ ...given, ...card }, now, newId)
}

/** The provider gives up on an unpaid subscription, or a cancelled one has run its time. */
export function end(given: SandboxSubscription, at: Date, newId: NewId): Change {
  const subscription = { ...given, endedAt: at, openInvoiceId: null }
  return { subscription, events: [subscriptionEvent(newId('evt'), 'deleted', subscription, at)] }
}

function nextPeriod(subscription: SandboxSubscription, from: Date): SandboxSubscription {
  return { ...subscription, periodStart: from, periodEnd: usageMonth(subscription.billingAnchor, from).end }
}

function charge(given: SandboxSubscription, at: Date, newId: NewId): Change {
  const invoiceId = given.openInvoiceId ?? newId('in')
  const subscription = { ...given, openInvoiceId: given.cardPays ? null : invoiceId }
  const outcome = given.cardPays ? 'paid' : 'payment_failed'
  return {
    subscription,
    events: [
      subscriptionEvent(newId('evt'), 'updated', subscription, at),
      invoiceEvent(newId('evt'), invoiceId, outcome, subscription, at),
    ],
  }
}

function tell(subscription: SandboxSubscription, now: Date, newId: NewId): Change {
  return { subscription, events: [subscriptionEvent(newId('evt'), 'updated', subscription, now)] }
}
