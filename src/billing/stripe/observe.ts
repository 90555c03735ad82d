import type Stripe from 'stripe'
import type { InvoiceSnapshot, SubscriptionSnapshot } from '../settle/snapshot.ts'
import { type Charges, readCharges, refundsOf } from './charges.ts'
import { idOf, inMs, type Reach, unlessMissing } from './client.ts'
import type { Prices } from './prices.ts'
import { invoiceStateOf, subjectOf, subscriptionStateOf } from './states.ts'
import type { Observation } from './stripe-billing.ts'

/** More than eight years of monthly invoices; older ones have no period that is still open. */
const newestMax = 100

/** Everything that decides where a customer's account stands, asked of Stripe now. */
export async function observeAtStripe(
  stripe: Stripe,
  reach: Reach,
  prices: Prices,
  customerId: string,
): Promise<Observation> {
  const customer = await reach(
    unlessMissing(stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] })),
  )
  const isDeleted = customer === null || customer.deleted === true
  const of = { customer: customerId, limit: newestMax }
  const [subscriptions, invoices, charges] =
    customer === null
      ? [[], [], new Map() as Charges]
      : await Promise.all([
          listAll(
            reach,
            stripe.subscriptions.list({
              ...of,
              status: 'all',
              expand: ['data.default_payment_method', 'data.schedule'],
            }),
          ),
          listAll(reach, stripe.invoices.list({ ...of, expand: ['data.payments'] })),
          readCharges(stripe, reach, customerId),
        ])
  const method = isDeleted ? null : paymentMethodOf(customer, subscriptions)
  const card = method !== null && typeof method === 'object' ? (method.card ?? null) : null
  return {
    snapshot: {
      customerId,
      accountId: isDeleted ? null : (customer.metadata.account_id ?? null),
      isDeleted,
      hasPaymentMethod: method !== null,
      subscriptions: await Promise.all(subscriptions.map((found) => subscriptionSnapshot(prices, found))),
      invoices: await Promise.all(invoices.map((found) => invoiceSnapshot(prices, charges, found))),
    },
    card: card && { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
    cardFingerprint: card?.fingerprint ?? null,
  }
}

/** A deleted customer's lists may be gone with it. */
async function listAll<T>(reach: Reach, list: Promise<{ data: T[] }>): Promise<T[]> {
  return (await reach(unlessMissing(list)))?.data ?? []
}

/** What Stripe would charge: the subscription's own method, else the customer's. */
function paymentMethodOf(
  customer: Stripe.Customer,
  subscriptions: Stripe.Subscription[],
): Stripe.PaymentMethod | string | null {
  const living = subscriptions.find(({ ended_at }) => ended_at === null)
  const source = customer.default_source ?? living?.default_source
  return (
    living?.default_payment_method ?? customer.invoice_settings.default_payment_method ?? (source ? idOf(source) : null)
  )
}

async function subscriptionSnapshot(prices: Prices, subscription: Stripe.Subscription): Promise<SubscriptionSnapshot> {
  const { metadata, trial_start, trial_end, ended_at, cancel_at, cancel_at_period_end } = subscription
  const { item, sold } = await planItemOf(prices, subscription)
  const periodEnd = item?.current_period_end ?? subscription.billing_cycle_anchor
  const endsAt = cancel_at ?? (cancel_at_period_end ? periodEnd : null)
  return {
    subscriptionId: subscription.id,
    accountId: metadata.account_id ?? null,
    state: subscriptionStateOf(subscription),
    priceId: item?.price.id ?? null,
    planId: sold?.planId ?? null,
    isPriceUnknown: false,
    interval: item?.price.recurring?.interval === 'year' ? 'year' : 'month',
    startedAt: inMs(subscription.start_date),
    trial: trial_start !== null && trial_end !== null ? { start: inMs(trial_start), end: inMs(trial_end) } : null,
    anchor: inMs(subscription.billing_cycle_anchor),
    period: { start: inMs(item?.current_period_start ?? subscription.start_date), end: inMs(periodEnd) },
    endsAt: ended_at === null && endsAt !== null ? inMs(endsAt) : null,
    endedAt: ended_at === null ? null : inMs(ended_at),
    isCollectionPaused: subscription.pause_collection !== null,
    scheduled: await scheduledChange(prices, subscription, periodEnd),
  }
}

/** The item that is a plan. */
async function planItemOf(prices: Prices, { items }: Stripe.Subscription) {
  for (const item of items.data) {
    const sold = await prices.planOf(item.price.id)
    if (sold) return { item, sold }
  }
  return { item: items.data[0], sold: null }
}

async function scheduledChange(
  prices: Prices,
  { schedule, ended_at }: Stripe.Subscription,
  periodEnd: number,
): Promise<SubscriptionSnapshot['scheduled']> {
  if (ended_at !== null || schedule === null || typeof schedule === 'string' || schedule.status !== 'active')
    return null
  const next = schedule.phases.find(({ start_date }) => start_date >= periodEnd)
  const price = next?.items[0]?.price
  if (!next || price === undefined) return null
  const sold = await prices.planOf(idOf(price))
  return { planId: sold?.planId ?? null, interval: sold?.interval ?? 'month', at: inMs(next.start_date) }
}

async function invoiceSnapshot(prices: Prices, charges: Charges, invoice: Stripe.Invoice): Promise<InvoiceSnapshot> {
  const line = mainLineOf(invoice)
  const price = line?.pricing?.price_details?.price
  const sold = price === undefined ? null : await prices.planOf(idOf(price))
  const { finalized_at, paid_at } = invoice.status_transitions
  const period = line?.period ?? { start: invoice.created, end: invoice.created }
  return {
    invoiceId: invoice.id,
    ...subjectOf(invoice),
    state: invoiceStateOf(invoice),
    planId: sold?.planId ?? null,
    period: { start: inMs(period.start), end: inMs(period.end) },
    isSent: invoice.collection_method === 'send_invoice',
    dueAt: invoice.due_date === null ? null : inMs(invoice.due_date),
    isAttempted: invoice.attempted,
    finalizedAt: finalized_at === null ? null : inMs(finalized_at),
    paidAt: paid_at === null ? null : inMs(paid_at),
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    ...refundsOf(charges, invoice),
  }
}

/** What the customer pays for from now on; lines that give back the unused time of an old price come before it. */
function mainLineOf({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return lines.data.toSorted((a, b) => a.period.start - b.period.start || a.amount - b.amount).at(-1)
}
