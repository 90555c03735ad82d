/** Everything that our fake Stripe knows, in the form in which Stripe's API shows it. Times are seconds. */
// biome-ignore lint/suspicious/noExplicitAny: Stripe's objects are large; the fake keeps the fields that matter.
export type Record_ = any

type FakeCard = { id: string; fingerprint: string; last4: string; pays: boolean }
type Happening = { id: string; type: string; payload: string; customer: string | null }

export type World = {
  now: number
  customers: Map<string, Record_>
  subscriptions: Map<string, Record_>
  invoices: Map<string, Record_>
  charges: Map<string, Record_>
  disputes: Map<string, Record_>
  prices: Map<string, Record_>
  schedules: Map<string, Record_>
  sessions: Map<string, Record_>
  cards: Map<string, FakeCard>
  /** What Stripe would send to the webhook, oldest first. */
  happened: Happening[]
  /** What becomes of a subscription whose retries have all failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due'
  /** The version that events are written in; they are only a reason to look. */
  eventVersion: string
  nextId: number
  /** At the end of every price id, so that worlds that share a database do not share prices. */
  tag: string
}

export function createWorld(now: number, tag = ''): World {
  const world: World = {
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
    happened: [],
    afterRetries: 'cancel',
    eventVersion: '2026-10-28.endive',
    nextId: 0,
    tag,
  }
  for (const [plan, month] of Object.entries({ pro: 9_900, business: 24_900, enterprise: 69_900 })) {
    addPrice(world, { id: `price_${plan}_month${tag}`, lookupKey: plan, interval: 'month', amount: month })
    addPrice(world, { id: `price_${plan}_year${tag}`, lookupKey: `${plan}_year`, interval: 'year', amount: month * 10 })
  }
  return world
}

type PriceDraft = {
  id: string
  lookupKey: string | null
  interval: 'month' | 'year'
  amount: number
  metadata?: Record<string, string>
}

export function addPrice(world: World, { id, lookupKey, interval, amount, metadata = {} }: PriceDraft): void {
  world.prices.set(id, {
    id,
    object: 'price',
    active: true,
    lookup_key: lookupKey,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval, interval_count: 1 },
    metadata: {},
    product: { id: `prod_${id}`, object: 'product', metadata },
  })
}

export function newId(world: World, prefix: string): string {
  world.nextId += 1
  return `${prefix}_${String(world.nextId).padStart(6, '0')}`
}

/** Reports a change as Stripe does: the object as it is now, under a type of event. */
export function report(world: World, type: string, object: Record_): void {
  const id = newId(world, 'evt')
  const event = { id, object: 'event', api_version: world.eventVersion, type, created: world.now, data: { object } }
  const customer = object.object === 'customer' ? object.id : (object.customer ?? null)
  world.happened.push({ id, type, payload: JSON.stringify(event), customer })
}

export const cardOf = (world: World, subscription: Record_ | null, customerId: string): FakeCard | null => {
  const customer = world.customers.get(customerId)
  const id = subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method
  return id ? (world.cards.get(id) ?? null) : null
}

export const subscriptionsOf = (world: World, customerId: string): Record_[] =>
  [...world.subscriptions.values()].filter(({ customer }) => customer === customerId)

export const invoicesOf = (world: World, subscriptionId: string): Record_[] =>
  [...world.invoices.values()].filter(({ parent }) => parent?.subscription_details?.subscription === subscriptionId)

export const priceOf = (world: World, subscription: Record_): Record_ =>
  world.prices.get(subscription.items.data[0].price.id)
