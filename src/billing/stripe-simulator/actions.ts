import { cancel, fail, nextBoundary, settleStatus } from './billing-cycle.ts'
import { chargeOf, collect, draftInvoice, markPaid, periodLine } from './invoicing.ts'
import {
  addPrice,
  cardOf,
  invoicesOf,
  newId,
  priceOf,
  report,
  type StripeObject,
  subscriptionsOf,
  type World,
} from './world.ts'

/** What customers, operators and banks do at Stripe, beyond the calls that Prospector makes. */
export function addCard(world: World, customerId: string, { pays = true, fingerprint = '' } = {}): string {
  const id = newId(world, 'pm')
  const last4 = pays ? '4242' : '0341'
  world.cards.set(id, { id, fingerprint: fingerprint || `fp_${customerId}`, last4, pays })
  const customer = world.customers.get(customerId)!
  customer.invoice_settings.default_payment_method = id
  for (const subscription of subscriptionsOf(world, customerId)) subscription.default_payment_method = id
  report(world, 'customer.updated', customer)
  return id
}

/** The customer completes a checkout. A card that is declined leaves it open, as Stripe's page does. */
export function completeCheckout(
  world: World,
  sessionId: string,
  card: { pays?: boolean; fingerprint?: string } = {},
): boolean {
  const session = world.sessions.get(sessionId)
  if (session?.status !== 'open' || session.expires_at <= world.now) return false
  const isTrial = session.subscription_data?.trial_period_days !== undefined
  if (card.pays === false && !isTrial) return false
  addCard(world, session.customer, card)
  session.status = 'complete'
  if (session.mode === 'payment') {
    const { unit_amount: amount = 5_900, product_data } = session.line_items[0].price_data ?? {}
    const period = { start: world.now, end: world.now }
    const line = { amount: Number(amount), period, priceId: null, description: product_data?.name ?? 'Credits' }
    const metadata = session.invoice_creation.invoice_data.metadata
    const draft = { customer: session.customer, subscription: null, reason: 'manual', lines: [line], metadata }
    collect(world, draftInvoice(world, draft), null)
  } else {
    const { metadata, trial_period_days: days } = session.subscription_data
    createSubscription(world, {
      customer: session.customer,
      priceId: session.line_items[0].price,
      metadata,
      trialDays: days === undefined ? null : Number(days),
    })
  }
  report(world, 'checkout.session.completed', session)
  return true
}

type SubscriptionDraft = {
  customer: string
  priceId: string
  metadata: Record<string, string>
  trialDays: number | null
  /** Sends invoices that are due this many days later, instead of charging a card. */
  daysUntilDue?: number | null
}

export function createSubscription(
  world: World,
  { customer, priceId, metadata, trialDays, daysUntilDue = null }: SubscriptionDraft,
): StripeObject {
  const { now } = world
  const price = world.prices.get(priceId)!
  const trialEnd = trialDays === null ? null : now + trialDays * 86_400
  const end = trialEnd ?? nextBoundary(now, now, price.recurring.interval)
  const id = newId(world, 'sub')
  const subscription = {
    id,
    object: 'subscription',
    customer,
    status: trialEnd ? 'trialing' : 'active',
    metadata,
    start_date: now,
    created: now,
    billing_cycle_anchor: trialEnd ?? now,
    trial_start: trialEnd && now,
    trial_end: trialEnd,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    pause_collection: null,
    collection_method: daysUntilDue === null ? 'charge_automatically' : 'send_invoice',
    days_until_due: daysUntilDue,
    schedule: null,
    default_payment_method: world.customers.get(customer)!.invoice_settings.default_payment_method,
    default_source: null,
    latest_invoice: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId(world, 'si'),
          object: 'subscription_item',
          price,
          current_period_start: now,
          current_period_end: end,
        },
      ],
    },
  }
  world.subscriptions.set(id, subscription)
  const line = { ...periodLine(world, subscription), ...(trialEnd && { amount: 0 }) }
  const draft = { customer, subscription, reason: 'subscription_create', lines: [line] }
  const invoice = draftInvoice(world, draft)
  if (daysUntilDue === null && !collect(world, invoice, subscription)) subscription.status = 'incomplete'
  report(world, 'customer.subscription.created', subscription)
  return subscription
}

/** The price of a change: what is left of the old, and what the new costs for the same time (or a whole new period). */
export function prorate(world: World, subscription: StripeObject, price: StripeObject) {
  const [item] = subscription.items.data
  const old = priceOf(world, subscription)
  const whole = item.current_period_end - item.current_period_start
  const left = (item.current_period_end - world.now) / whole
  const isSameInterval = old.recurring.interval === price.recurring.interval
  const end = isSameInterval ? item.current_period_end : nextBoundary(world.now, world.now, price.recurring.interval)
  const period = { start: world.now, end }
  const unused = { amount: -Math.round(old.unit_amount * left), period, priceId: old.id, description: 'Unused time' }
  const amount = isSameInterval ? Math.round(price.unit_amount * left) : price.unit_amount
  return {
    isSameInterval,
    lines: [unused, { amount, period, priceId: price.id, description: `Change to ${price.nickname}` }],
  }
}

export class CardDeclined extends Error {}

export function changePrice(world: World, subscription: StripeObject, priceId: string): void {
  const price = world.prices.get(priceId)!
  const [item] = subscription.items.data
  if (subscription.status === 'trialing') {
    item.price = price
    report(world, 'customer.subscription.updated', subscription)
    return
  }
  const { isSameInterval, lines } = prorate(world, subscription, price)
  if (!cardOf(world, subscription, subscription.customer)?.pays) throw new CardDeclined()
  item.price = price
  if (!isSameInterval) {
    subscription.billing_cycle_anchor = world.now
    item.current_period_start = world.now
    item.current_period_end = lines[0]!.period.end
  }
  const draft = { customer: subscription.customer, subscription, reason: 'subscription_update', lines }
  collect(world, draftInvoice(world, draft), subscription)
  report(world, 'customer.subscription.updated', subscription)
}

export function endTrialNow(world: World, subscription: StripeObject): void {
  if (subscription.status !== 'trialing') return
  const [item] = subscription.items.data
  subscription.trial_end = world.now
  subscription.billing_cycle_anchor = world.now
  subscription.status = 'active'
  item.current_period_start = world.now
  item.current_period_end = nextBoundary(world.now, world.now, item.price.recurring.interval)
  const lines = [periodLine(world, subscription)]
  const invoice = draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: 'subscription_update',
    lines,
  })
  if (!collect(world, invoice, subscription)) {
    fail(world, subscription, invoice)
    return
  }
  report(world, 'customer.subscription.updated', subscription)
}

export function payInvoice(world: World, invoice: StripeObject): boolean {
  const id = invoice.parent?.subscription_details.subscription
  const subscription = id ? world.subscriptions.get(id) : null
  if (!['open', 'uncollectible'].includes(invoice.status)) return invoice.status === 'paid'
  if (!cardOf(world, subscription, invoice.customer)?.pays) return false
  markPaid(world, invoice)
  if (subscription) settleStatus(world, subscription, invoice)
  return true
}

export function giveUpInvoice(world: World, invoice: StripeObject, how: 'void' | 'uncollectible'): void {
  if (invoice.status !== 'open') return
  invoice.status = how
  invoice.next_payment_attempt = null
  const subscription = world.subscriptions.get(invoice.parent?.subscription_details.subscription)
  report(world, how === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice)
  if (subscription) settleStatus(world, subscription, invoice)
}

export function refund(world: World, invoice: StripeObject, share = 1): void {
  const charge = chargeOf(world, invoice)
  if (!charge || charge.disputed) return
  charge.amount_refunded = Math.min(charge.amount, Math.max(charge.amount_refunded, Math.round(charge.amount * share)))
  report(world, 'charge.refunded', charge)
}

/** A dispute names its charge, and no customer. */
export function dispute(world: World, invoice: StripeObject, status: 'needs_response' | 'won' | 'lost'): void {
  const charge = chargeOf(world, invoice)
  if (!charge) return
  charge.disputed = true
  const known = [...world.disputes.values()].find((found) => found.charge === charge.id)
  const found = known ?? {
    id: newId(world, 'dp'),
    object: 'dispute',
    charge: charge.id,
    payment_intent: charge.payment_intent,
  }
  if (found.status === 'won' || found.status === 'lost') return
  found.status = status
  world.disputes.set(found.id, found)
  report(world, status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', found)
}

export function setCancellation(world: World, subscription: StripeObject, isCancelled: boolean): void {
  if (subscription.ended_at !== null) return
  subscription.cancel_at_period_end = isCancelled
  report(world, 'customer.subscription.updated', subscription)
}

export function pauseCollection(world: World, subscription: StripeObject, behavior: string | null): void {
  if (subscription.ended_at !== null) return
  subscription.pause_collection = behavior && { behavior, resumes_at: null }
  report(world, 'customer.subscription.updated', subscription)
}

export function pause(world: World, subscription: StripeObject): void {
  if (subscription.status !== 'active') return
  subscription.status = 'paused'
  report(world, 'customer.subscription.paused', subscription)
}

/** A new period begins with a payment. */
export function resume(world: World, subscription: StripeObject): void {
  if (subscription.status !== 'paused') return
  if (!cardOf(world, subscription, subscription.customer)?.pays) return
  const [item] = subscription.items.data
  subscription.status = 'active'
  subscription.billing_cycle_anchor = world.now
  item.current_period_start = world.now
  item.current_period_end = nextBoundary(world.now, world.now, item.price.recurring.interval)
  const lines = [periodLine(world, subscription)]
  collect(
    world,
    draftInvoice(world, { customer: subscription.customer, subscription, reason: 'subscription_update', lines }),
    subscription,
  )
  report(world, 'customer.subscription.resumed', subscription)
}

export function cancelNow(world: World, subscription: StripeObject): void {
  if (subscription.ended_at === null) cancel(world, subscription)
}

export function deleteCustomer(world: World, customerId: string): void {
  for (const subscription of subscriptionsOf(world, customerId)) cancelNow(world, subscription)
  const deleted = { id: customerId, object: 'customer', deleted: true }
  world.customers.set(customerId, deleted)
  report(world, 'customer.deleted', deleted)
}

/** The operator gives the lookup key to another price. */
export function moveLookupKey(world: World, key: string, to: string): void {
  for (const price of world.prices.values()) if (price.lookup_key === key) price.lookup_key = null
  const price = world.prices.get(to)
  if (price) price.lookup_key = key
  else addPrice(world, { id: to, lookupKey: key, interval: 'month', amount: 12_900 })
}

export const newestInvoice = (world: World, customerId: string): StripeObject | undefined =>
  [...world.invoices.values()].filter(({ customer }) => customer === customerId).at(-1)

export const openInvoice = (world: World, subscription: StripeObject): StripeObject | undefined =>
  invoicesOf(world, subscription.id).findLast(({ status }) => status === 'open')
