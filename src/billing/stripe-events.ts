import Stripe from 'stripe'
import type { PaymentFact, ProviderFact, SubscriptionFact } from './facts.ts'
import type { ProviderEvent } from './provider.ts'

/** Older than this, a signed event is a replay. */
const toleranceSeconds = 300

/** Null for whatever the holder of the secret did not sign within the last minutes: forged, stale, cut short. */
export function readSignedEvent(secret: string, body: Buffer, signature: string, now: Date): ProviderEvent | null {
  const event = verify(secret, body, signature, now)
  return event && { id: event.id, type: event.type, fact: factOf(event) }
}

function verify(secret: string, body: Buffer, signature: string, now: Date): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch {
    return null
  }
}

function factOf(event: Stripe.Event): ProviderFact | null {
  switch (event.type) {
    case 'customer.subscription.created':
      return snapshotOf(event.data.object, 'created', inMs(event.created))
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return snapshotOf(event.data.object, 'updated', inMs(event.created))
    case 'invoice.paid':
      return paymentOf(event.data.object, 'paid', inMs(event.created))
    case 'invoice.payment_failed':
      return paymentOf(event.data.object, 'failed', inMs(event.created))
    default:
      return null
  }
}

export function snapshotOf(
  subscription: Stripe.Subscription,
  news: 'created' | 'updated',
  at: number,
): SubscriptionFact {
  const { metadata, trial_start, trial_end, ended_at, cancel_at, cancel_at_period_end } = subscription
  const item = subscription.items.data[0]
  const endsAt = cancel_at ?? (cancel_at_period_end ? (item?.current_period_end ?? null) : null)
  const endedAt = ended_at === null ? null : inMs(ended_at)
  return {
    kind: 'subscription',
    subscriptionId: subscription.id,
    accountId: metadata.account_id ?? null,
    customerId: idOf(subscription.customer),
    at,
    // A change of plan in the portal changes the price; the metadata is from the day of the checkout.
    planId: item?.price.lookup_key ?? metadata.plan_id ?? '',
    checkoutPlanId: metadata.plan_id ?? null,
    priceId: item?.price.id ?? null,
    stage: isIncomplete(subscription) ? 'incomplete' : endedAt !== null ? 'ended' : news,
    startedAt: inMs(subscription.start_date),
    trial: trial_start !== null && trial_end !== null ? { start: inMs(trial_start), end: inMs(trial_end) } : null,
    endsAt: endedAt === null && endsAt !== null ? inMs(endsAt) : null,
    endedAt,
    paymentMethodOnFile: subscription.default_payment_method !== null || subscription.default_source !== null,
  }
}

/** The first payment has not come, or never came: as far as we are concerned there is no subscription. */
const isIncomplete = ({ status }: Stripe.Subscription): boolean =>
  status === 'incomplete' || status === 'incomplete_expired'

/** Null for an invoice that belongs to no subscription. */
export function paymentOf(invoice: Stripe.Invoice, outcome: PaymentFact['outcome'], at: number): PaymentFact | null {
  const details = invoice.parent?.subscription_details
  if (!details) return null
  const paidAt = invoice.status_transitions.paid_at
  const newest = invoice.lines.data.toSorted((a, b) => a.period.start - b.period.start).at(-1)
  const price = newest?.pricing?.price_details?.price
  return {
    kind: 'payment',
    subscriptionId: idOf(details.subscription),
    accountId: details.metadata?.account_id ?? null,
    at: outcome === 'paid' && paidAt !== null ? inMs(paidAt) : at,
    invoiceId: invoice.id,
    outcome,
    periodStart: newest ? inMs(newest.period.start) : at,
    priceId: price === undefined ? null : idOf(price),
  }
}

const inMs = (seconds: number): number => Math.round(seconds * 1_000)
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
