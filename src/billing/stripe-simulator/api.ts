import { CardDeclined, cancelNow, changePrice, endTrialNow, payInvoice, prorate } from './actions.ts'
import { draftInvoice, finalize } from './invoicing.ts'
import { cardOf, newId, report, type StripeObject, subscriptionsOf, type World } from './world.ts'

/** A refusal in Stripe's form. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: object

  constructor(status: number, error: { type: string; code?: string; message: string; param?: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

const missing = (what: string, id: string): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  })

const refused = (message: string, code?: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...(code && { code }) })

const list = (data: unknown[]) => ({ object: 'list', data, has_more: false })

type Call = { world: World; id: string; fields: StripeObject }
type Handler = (call: Call) => unknown

/** The calls that Prospector makes, by method and path. */
export const routes: [RegExp, Handler][] = [
  [
    /^GET \/v1\/prices$/,
    ({ world, fields }) => {
      const keys: string[] = fields.lookup_keys ?? []
      if (keys.length > 10) throw refused('You may only specify up to 10 of these lookup_keys at a time.')
      return list([...world.prices.values()].filter(({ lookup_key, active }) => active && keys.includes(lookup_key)))
    },
  ],
  [/^GET \/v1\/prices\/(\w+)$/, ({ world, id }) => world.prices.get(id) ?? raise(missing('price', id))],
  [
    /^POST \/v1\/customers$/,
    ({ world, fields }) => {
      const customer = {
        id: newId(world, 'cus'),
        object: 'customer',
        // Nothing that names a person is kept: the pages ask the account.
        email: null,
        name: null,
        metadata: fields.metadata ?? {},
        default_source: null,
        invoice_settings: { default_payment_method: null },
      }
      world.customers.set(customer.id, customer)
      report(world, 'customer.created', customer)
      return customer
    },
  ],
  [
    /^GET \/v1\/customers\/(\w+)$/,
    ({ world, id }) => withCard(world, world.customers.get(id) ?? raise(missing('customer', id))),
  ],
  [
    /^GET \/v1\/subscriptions$/,
    ({ world, fields }) => {
      requireCustomer(world, fields.customer)
      return list(
        subscriptionsOf(world, fields.customer)
          .toReversed()
          .map((found) => expanded(world, found)),
      )
    },
  ],
  [/^GET \/v1\/subscriptions\/(\w+)$/, ({ world, id }) => subscription(world, id)],
  [
    /^POST \/v1\/subscriptions\/(\w+)$/,
    ({ world, id, fields }) => {
      const found = subscription(world, id)
      if (found.ended_at !== null)
        throw refused('A canceled subscription can only update its cancellation_details and metadata.')
      if (fields.trial_end === 'now') endTrialNow(world, found)
      if (fields.items) changeNow(world, found, fields.items[0].price)
      if (fields.cancel_at_period_end !== undefined) found.cancel_at_period_end = fields.cancel_at_period_end === 'true'
      if (fields.cancel_at === '') found.cancel_at = null
      report(world, 'customer.subscription.updated', found)
      return found
    },
  ],
  [
    /^DELETE \/v1\/subscriptions\/(\w+)$/,
    ({ world, id }) => {
      const found = subscription(world, id)
      if (found.ended_at !== null) throw missing('subscription', id)
      cancelNow(world, found)
      return found
    },
  ],
  [
    /^GET \/v1\/invoices$/,
    ({ world, fields }) => {
      requireCustomer(world, fields.customer)
      const found = [...world.invoices.values()].filter(({ customer }) => customer === fields.customer)
      return list(found.toReversed().slice(0, Number(fields.limit ?? 10)))
    },
  ],
  [
    /^POST \/v1\/invoices$/,
    ({ world, fields }) => {
      requireLiving(world, fields.customer)
      return draftInvoice(world, {
        customer: fields.customer,
        subscription: null,
        reason: 'manual',
        lines: [],
        metadata: fields.metadata,
      })
    },
  ],
  [
    /^POST \/v1\/invoiceitems$/,
    ({ world, fields }) => {
      const invoice = world.invoices.get(fields.invoice) ?? raise(missing('invoice', fields.invoice))
      const amount = Number(fields.amount)
      const period = { start: world.now, end: world.now }
      invoice.lines.data.push({
        id: newId(world, 'il'),
        amount,
        period,
        description: fields.description,
        pricing: null,
      })
      invoice.total += amount
      invoice.amount_due = invoice.total
      return { id: newId(world, 'ii'), object: 'invoiceitem' }
    },
  ],
  [
    /^POST \/v1\/invoices\/(\w+)\/finalize$/,
    ({ world, id }) => {
      const invoice = invoiceOf(world, id)
      finalize(world, invoice)
      return invoice
    },
  ],
  [
    /^POST \/v1\/invoices\/(\w+)\/pay$/,
    ({ world, id }) => {
      const invoice = invoiceOf(world, id)
      if (invoice.status !== 'open') throw refused('Invoice is already paid', 'invoice_already_paid')
      // A bank debit is on its way for days.
      if (cardOf(world, null, invoice.customer)?.settlesLater) return structuredClone(invoice)
      if (!payInvoice(world, invoice)) throw declined()
      return invoice
    },
  ],
  [/^GET \/v1\/invoices\/(\w+)$/, ({ world, id }) => invoiceOf(world, id)],
  [
    /^POST \/v1\/invoices\/(\w+)\/void$/,
    ({ world, id }) => {
      const invoice = invoiceOf(world, id)
      invoice.status = 'void'
      return invoice
    },
  ],
  [
    /^POST \/v1\/invoices\/create_preview$/,
    ({ world, fields }) => {
      const found = subscription(world, fields.subscription)
      const price = world.prices.get(fields.subscription_details.items[0].price)!
      const lines = found.status === 'trialing' ? [] : prorate(world, found, price).lines
      const amount_due = Math.max(
        0,
        lines.reduce((sum, line) => sum + line.amount, 0),
      )
      return { object: 'invoice', id: 'upcoming_in', amount_due, currency: 'usd', lines: list(lines) }
    },
  ],
  [
    /^GET \/v1\/charges$/,
    ({ world, fields }) =>
      list([...world.charges.values()].filter(({ customer }) => customer === fields.customer).toReversed()),
  ],
  [/^GET \/v1\/charges\/(\w+)$/, ({ world, id }) => world.charges.get(id) ?? raise(missing('charge', id))],
  [
    /^GET \/v1\/disputes$/,
    ({ world, fields }) => list([...world.disputes.values()].filter(({ charge }) => charge === fields.charge)),
  ],
  [
    /^GET \/v1\/invoice_payments$/,
    ({ world, fields }) => list(world.invoices.get(fields.invoice)?.payments.data ?? []),
  ],
  [
    /^POST \/v1\/refunds$/,
    ({ world, fields }) => {
      const charge = [...world.charges.values()].find(({ payment_intent }) => payment_intent === fields.payment_intent)
      if (!charge || charge.amount_refunded === charge.amount)
        throw refused('Charge has already been refunded.', 'charge_already_refunded')
      charge.amount_refunded = charge.amount
      report(world, 'charge.refunded', charge)
      return { id: newId(world, 're'), object: 'refund', status: 'succeeded' }
    },
  ],
  [
    /^POST \/v1\/checkout\/sessions$/,
    ({ world, fields }) => {
      requireLiving(world, fields.customer)
      if (Number(fields.expires_at) < world.now + 1_800)
        throw refused('The `expires_at` timestamp must be at least 30 minutes in the future.')
      const id = newId(world, 'cs_test')
      const session = {
        ...fields,
        id,
        object: 'checkout.session',
        status: 'open',
        expires_at: Number(fields.expires_at),
        url: `https://checkout.stripe.com/c/pay/${id}`,
      }
      world.sessions.set(id, session)
      return session
    },
  ],
  [
    /^POST \/v1\/billing_portal\/sessions$/,
    ({ world, fields }) => {
      requireLiving(world, fields.customer)
      return {
        id: newId(world, 'bps'),
        object: 'billing_portal.session',
        url: 'https://billing.stripe.com/p/session/bps_1',
      }
    },
  ],
  [
    /^GET \/v1\/subscription_schedules\/(\w+)$/,
    ({ world, id }) => world.schedules.get(id) ?? raise(missing('subscription_schedule', id)),
  ],
  [
    /^POST \/v1\/subscription_schedules$/,
    ({ world, fields }) => {
      const found = subscription(world, fields.from_subscription)
      if (found.schedule !== null)
        throw refused('You cannot migrate a subscription that is already attached to a schedule.')
      const [item] = found.items.data
      const phases = [
        { start_date: item.current_period_start, end_date: item.current_period_end, items: [{ price: item.price.id }] },
      ]
      const schedule = {
        id: newId(world, 'sub_sched'),
        object: 'subscription_schedule',
        status: 'active',
        subscription: found.id,
        phases,
      }
      world.schedules.set(schedule.id, schedule)
      found.schedule = schedule.id
      return schedule
    },
  ],
  [
    /^POST \/v1\/subscription_schedules\/(\w+)$/,
    ({ world, id, fields }) => {
      const schedule = world.schedules.get(id) ?? raise(missing('subscription_schedule', id))
      const [current, next] = fields.phases
      schedule.phases = [
        { start_date: Number(current.start_date), end_date: Number(current.end_date), items: current.items },
        { start_date: Number(current.end_date), end_date: null, items: next.items },
      ]
      report(world, 'customer.subscription.updated', world.subscriptions.get(schedule.subscription))
      return schedule
    },
  ],
  [
    /^POST \/v1\/subscription_schedules\/(\w+)\/release$/,
    ({ world, id }) => {
      const schedule = world.schedules.get(id) ?? raise(missing('subscription_schedule', id))
      schedule.status = 'released'
      const found = world.subscriptions.get(schedule.subscription)
      found.schedule = null
      report(world, 'customer.subscription.updated', found)
      return schedule
    },
  ],
]

function raise(error: Error): never {
  throw error
}

const declined = (): StripeRefusal =>
  new StripeRefusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })

function changeNow(world: World, found: StripeObject, priceId: string): void {
  try {
    changePrice(world, found, priceId)
  } catch (error) {
    throw error instanceof CardDeclined ? declined() : error
  }
}

const subscription = (world: World, id: string): StripeObject =>
  world.subscriptions.get(id) ?? raise(missing('subscription', id))
const invoiceOf = (world: World, id: string): StripeObject => world.invoices.get(id) ?? raise(missing('invoice', id))

function requireCustomer(world: World, id: string): void {
  if (!world.customers.has(id)) throw missing('customer', id)
}

function requireLiving(world: World, id: string): void {
  const customer = world.customers.get(id)
  if (!customer || customer.deleted) throw missing('customer', id)
}

/** `expand` is not read: what Prospector expands, and only that, comes expanded. */
function expanded(world: World, found: StripeObject): StripeObject {
  const method = found.default_payment_method && world.cards.get(found.default_payment_method)
  const schedule = found.schedule ? world.schedules.get(found.schedule) : null
  return { ...found, default_payment_method: method ? methodOf(method) : null, schedule }
}

function withCard(world: World, customer: StripeObject): StripeObject {
  if (customer.deleted) return customer
  const card = world.cards.get(customer.invoice_settings.default_payment_method)
  return { ...customer, invoice_settings: { default_payment_method: card ? methodOf(card) : null } }
}

const methodOf = ({ id, fingerprint, last4 }: { id: string; fingerprint: string; last4: string }) => ({
  id,
  object: 'payment_method',
  card: { brand: 'visa', last4, exp_month: 12, exp_year: 2034, fingerprint },
})
