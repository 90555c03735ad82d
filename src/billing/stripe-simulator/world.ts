/** Everything that the simulator knows, in the form in which Stripe's API shows it. Times are seconds. */
// biome-ignore lint/suspicious/noExplicitAny: Stripe's objects are large; the simulator keeps the fields that matter.
export type StripeObject = any

type SimulatedCard = { id: string; fingerprint: string; last4: string; pays: boolean; settlesLater?: boolean }
type SimulatedEvent = { id: string; type: string; payload: string; customer: string | null }

export type World = {
  now: number
  customers: Map<string, StripeObject>
  subscriptions: Map<string, StripeObject>
  invoices: Map<string, StripeObject>
  charges: Map<string, StripeObject>
  disputes: Map<string, StripeObject>
  prices: Map<string, StripeObject>
  schedules: Map<string, StripeObject>
  sessions: Map<string, StripeObject>
  cards: Map<string, SimulatedCard>
  /** What Stripe would send to the webhook, oldest first. */
  happened: SimulatedEvent[]
  /** What becomes of a subscription whose retries have all failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due'
  /** The version that events are written in; they are only a reason to look. */
  eventVersion: string
  /** How long an invoice is a draft before it is collected: an hour at Stripe. */
  draftSeconds: number
  nextId: number
  /** In every id, so that worlds that share a database share none. */
  idStem: string
  /** Where people read an invoice. */
  invoiceUrl(invoiceId: string): string
  /** Answers by idempotency key. */
  answers: Map<string, { request: string; answer: { status: number; body: unknown } }>
}

export function createWorld(
  now: number,
  given: Pick<World, 'draftSeconds' | 'afterRetries' | 'idStem' | 'invoiceUrl'>,
): World {
  return {
    now,
    customers: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    charges: new Map(),
    disputes: new Map(),
    prices: new Map(),
    schedules: new Map(),
    sessions: new Map(),
    cards: new Map(),
    answers: new Map(),
    happened: [],
    eventVersion: '2026-10-28.endive',
    nextId: 0,
    ...given,
  }
}

type PriceDraft = {
  id: string
  lookupKey: string | null
  interval: 'month' | 'year'
  amount: number
  currency?: string
  /** What an invoice for it says. */
  name?: string
  metadata?: Record<string, string>
}

export function addPrice(
  world: World,
  { id, lookupKey, interval, amount, currency = 'usd', name, metadata = {} }: PriceDraft,
): void {
  world.prices.set(id, {
    id,
    object: 'price',
    active: true,
    lookup_key: lookupKey,
    currency,
    nickname: name ?? 'Subscription',
    unit_amount: amount,
    recurring: { interval, interval_count: 1 },
    metadata: {},
    product: { id: `prod_${id}`, object: 'product', metadata },
  })
}

export function newId(world: World, prefix: string): string {
  world.nextId += 1
  return `${prefix}_${world.idStem}${String(world.nextId).padStart(6, '0')}`
}

/** Reports a change as Stripe does: the object as it is now, under a type of event. */
export function report(world: World, type: string, object: StripeObject): void {
  const id = newId(world, 'evt')
  const event = { id, object: 'event', api_version: world.eventVersion, type, created: world.now, data: { object } }
  const customer = object.object === 'customer' ? object.id : (object.customer ?? null)
  world.happened.push({ id, type, payload: JSON.stringify(event), customer })
}

export const cardOf = (world: World, subscription: StripeObject | null, customerId: string): SimulatedCard | null => {
  const customer = world.customers.get(customerId)
  const id = subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? (world.cards.get(id) ?? null) : null
}

export const subscriptionsOf = (world: World, customerId: string): StripeObject[] =>
  [...world.subscriptions.values()].filter(({ customer }) => customer === customerId)

export const invoicesOf = (world: World, subscriptionId: string): StripeObject[] =>
  [...world.invoices.values()].filter(({ parent }) => parent?.subscription_details?.subscription === subscriptionId)

export const priceOf = (world: World, subscription: StripeObject): StripeObject =>
  world.prices.get(subscription.items.data[0].price.id)
