import { cardOf, newId, priceOf, report, type StripeObject, type World } from './world.ts'

type Line = { amount: number; period: { start: number; end: number }; priceId: string | null; description: string }
type Draft = {
  customer: string
  subscription: StripeObject | null
  reason: string
  lines: Line[]
  metadata?: Record<string, string>
}

export function draftInvoice(
  world: World,
  { customer, subscription, reason, lines, metadata = {} }: Draft,
): StripeObject {
  const total = Math.max(
    0,
    lines.reduce((sum, line) => sum + line.amount, 0),
  )
  const id = newId(world, 'in')
  const invoice = {
    id,
    object: 'invoice',
    customer,
    status: 'draft',
    billing_reason: reason,
    created: world.now,
    currency: world.prices.get(lines[0]?.priceId ?? '')?.currency ?? 'usd',
    total,
    amount_due: total,
    amount_paid: 0,
    attempted: false,
    collection_method: subscription?.collection_method ?? 'charge_automatically',
    due_date: null as number | null,
    attempt_count: 0,
    next_payment_attempt: null as number | null,
    number: null as string | null,
    description: null,
    metadata,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null as string | null,
    parent: subscription && {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    status_transitions: {
      finalized_at: null as number | null,
      paid_at: null,
      voided_at: null,
      marked_uncollectible_at: null,
    },
    lines: { object: 'list', data: lines.map((line) => toLine(world, line)) },
    payments: { object: 'list', data: [] as StripeObject[] },
  }
  world.invoices.set(id, invoice)
  if (subscription) subscription.latest_invoice = id
  report(world, 'invoice.created', invoice)
  return invoice
}

const toLine = (world: World, { amount, period, priceId, description }: Line) => ({
  id: newId(world, 'il'),
  object: 'line_item',
  amount,
  period,
  description,
  pricing: priceId === null ? null : { type: 'price_details', price_details: { price: priceId, product: 'prod' } },
})

export function finalize(world: World, invoice: StripeObject): void {
  if (invoice.status !== 'draft') return
  invoice.status = 'open'
  invoice.number = `SANDBOX-${invoice.id.slice(-6).toUpperCase()}`
  invoice.status_transitions.finalized_at = world.now
  invoice.hosted_invoice_url = world.invoiceUrl(invoice.id)
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`
  report(world, 'invoice.finalized', invoice)
}

/** Asks for it by mail: it stays open until somebody pays it. */
export function send(world: World, invoice: StripeObject, subscription: StripeObject): void {
  finalize(world, invoice)
  invoice.due_date = world.now + subscription.days_until_due * 86_400
  report(world, 'invoice.sent', invoice)
}

/** Tries to collect. True when it is paid. */
export function collect(world: World, invoice: StripeObject, subscription: StripeObject | null): boolean {
  finalize(world, invoice)
  const card = cardOf(world, subscription, invoice.customer)
  invoice.attempted = true
  invoice.attempt_count += 1
  if (invoice.total > 0 && !card?.pays) {
    report(world, 'invoice.payment_failed', invoice)
    return false
  }
  markPaid(world, invoice)
  return true
}

export function markPaid(world: World, invoice: StripeObject): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.total
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = world.now
  if (invoice.total > 0) {
    const intent = newId(world, 'pi')
    const charge = {
      id: newId(world, 'ch'),
      object: 'charge',
      customer: invoice.customer,
      payment_intent: intent,
      amount: invoice.total,
      amount_refunded: 0,
      disputed: false,
    }
    world.charges.set(charge.id, charge)
    const payment = { type: 'payment_intent', payment_intent: intent }
    invoice.payments.data.push({ id: newId(world, 'inpay'), object: 'invoice_payment', status: 'paid', payment })
    report(world, 'charge.succeeded', charge)
  }
  report(world, 'invoice.paid', invoice)
}

export const chargeOf = (world: World, invoice: StripeObject): StripeObject | undefined => {
  const intent = invoice.payments.data[0]?.payment.payment_intent
  return [...world.charges.values()].find(({ payment_intent }) => payment_intent === intent)
}

/** A whole period in the subscription's price. */
export const periodLine = (world: World, subscription: StripeObject): Line => {
  const [item] = subscription.items.data
  const price = priceOf(world, subscription)
  const period = { start: item.current_period_start, end: item.current_period_end }
  return { amount: price.unit_amount, period, priceId: price.id, description: price.nickname }
}
