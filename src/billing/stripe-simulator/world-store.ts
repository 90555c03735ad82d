import { isDeepStrictEqual } from 'node:util'
import type { Plans } from '../../accounts/plan.ts'
import { accountClock, clockAheadOf } from '../../accounts/test-account.ts'
import type { Clock } from '../../base/clock.ts'
import type { Mode } from '../../base/ids.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { advance, nextDue } from './billing-cycle.ts'
import { addPrice, createWorld, type StripeObject, type World } from './world.ts'

/** What the worlds of all customers share. */
export type WorldSettings = { clock: Clock; plans: Plans; invoiceUrl: World['invoiceUrl'] }

const testCustomerPrefix = 'cus_test_'
/** Customers that are test accounts. Stripe's own ids look otherwise. */
export const isTestCustomer = (customerId: string): boolean => customerId.startsWith(testCustomerPrefix)
/** In every id of a customer's world, so that worlds that share a database share none. */
export const idStemOf = (mode: Mode, stem: string): string => `${mode === 'test' ? 'test' : 'sandbox'}_${stem}_`

const kept = [
  'customers',
  'subscriptions',
  'invoices',
  'charges',
  'disputes',
  'schedules',
  'sessions',
  'cards',
] as const
/** As lists, because jsonb keeps only those in their order. */
type StoredWorld = Record<(typeof kept)[number], { id: string }[]> &
  Pick<World, 'now' | 'nextId' | 'idStem'> & { answers: [string, unknown][] }

/** Nothing waits here: in a demo nobody sits through the hour in which Stripe keeps an invoice as a draft. */
const demoPace = { draftSeconds: 0, afterRetries: 'past_due' } as const

/** With what `plans.json` sells, as prices. */
export function openWorld({ clock, plans, invoiceUrl }: WorldSettings, idStem: string, stored?: StoredWorld): World {
  const now = clock.now().getTime() / 1_000
  const world = createWorld(Math.min(stored?.now ?? now, now), { ...demoPace, idStem, invoiceUrl })
  for (const { id, name, prices } of plans.values()) {
    for (const { interval, amount, currency } of prices) {
      const lookupKey = interval === 'month' ? id : `${id}_year`
      const metadata = { prospector_plan: id }
      const price = { id: `price_sandbox_${id}_${interval}`, lookupKey, interval, amount, currency }
      addPrice(world, { ...price, name: `${name}, one ${interval}`, metadata })
    }
  }
  if (!stored) return world
  world.nextId = stored.nextId
  for (const kind of kept) world[kind] = new Map(stored[kind].map((object) => [object.id, object])) as never
  world.answers = new Map(stored.answers) as World['answers']
  for (const { items } of world.subscriptions.values()) {
    const [item] = items.data
    // A plan that was taken out of plans.json costs what it did.
    if (!world.prices.has(item.price.id)) world.prices.set(item.price.id, { ...item.price, active: false })
    item.price = world.prices.get(item.price.id)
  }
  return world
}

const toStored = (world: World): StoredWorld => ({
  ...(Object.fromEntries(kept.map((kind) => [kind, [...world[kind].values()]])) as Pick<
    StoredWorld,
    (typeof kept)[number]
  >),
  now: world.now,
  nextId: world.nextId,
  idStem: world.idStem,
  answers: [...world.answers],
})

/**
 * What `act` does to a customer's world, after everything that fell due before it: one transaction, and one at a time. Null:
 * there is no such customer.
 */
export function actOn<T>(
  db: Db,
  settings: WorldSettings,
  customerId: string,
  act: (world: World) => T,
): Promise<T | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<StoredRow>(sql`
      SELECT world, extract(epoch FROM due_at)::float8 AS due FROM stripe_simulator_customers
      WHERE customer_id = ${customerId} FOR UPDATE`)
    if (!row) return null
    const { clock, aheadSeconds } = await timeOf(tx, settings, row.world)
    const world = openWorld({ ...settings, clock }, row.world.idStem, structuredClone(row.world))
    advance(world, clock.now().getTime() / 1_000)
    const result = act(world)
    await saveWorld(tx, settings.clock, { customerId, before: row, world, aheadSeconds })
    return result
  })
}

type StoredRow = { world: StoredWorld; due: number | null }

/** A customer lives in the time of its account, which is ahead for a test account whose clock was moved. */
async function timeOf(
  tx: Db,
  { clock }: WorldSettings,
  { customers }: StoredWorld,
): Promise<{ clock: Clock; aheadSeconds: number }> {
  const [customer] = customers as StripeObject[]
  const ahead = await clockAheadOf(tx, String(customer?.metadata.account_id))
  return { clock: accountClock(clock, ahead), aheadSeconds: ahead.clockAheadSeconds }
}

/** `due_at` is in real time, in which due customers are looked for. */
async function saveWorld(
  tx: Db,
  clock: Clock,
  {
    customerId,
    before,
    world,
    aheadSeconds,
  }: { customerId: string; before: StoredRow; world: World; aheadSeconds: number },
): Promise<void> {
  forgetOldSessions(world)
  const stored = JSON.stringify(toStored(world))
  const due = nextDue(world)
  const dueAt = due ? Math.round((due.at - aheadSeconds) * 1_000) / 1_000 : null
  // Not as text: jsonb keeps its keys in an order of its own.
  const isSame = isDeepStrictEqual({ ...JSON.parse(stored), now: 0 }, { ...before.world, now: 0 })
  if (isSame && dueAt === before.due) return
  await tx.query(sql`
    UPDATE stripe_simulator_customers SET world = ${stored}::jsonb, object_ids = ${objectIds(world)},
      due_at = to_timestamp(${dueAt}::float8)
    WHERE customer_id = ${customerId}`)
  await reportNews(tx, clock, world)
}

/** An event is only a reason to look: of several about one customer, the last is enough. */
async function reportNews(tx: Db, clock: Clock, { happened }: World): Promise<void> {
  const last = happened.at(-1)
  if (!last) return
  await tx.query(sql`
    INSERT INTO stripe_simulator_events (event_id, payload, created_at)
    VALUES (${last.id}, ${last.payload}, ${clock.sql})`)
}

/** A new customer, or the one that was made before under the same stem. */
export async function insertWorld(db: Db, customerId: string, world: World): Promise<void> {
  await db.query(sql`
    INSERT INTO stripe_simulator_customers (customer_id, world) VALUES (${customerId}, ${JSON.stringify(toStored(world))}::jsonb)
    ON CONFLICT DO NOTHING`)
}

const objectIds = ({ subscriptions, invoices, charges, schedules }: World): string[] => [
  ...[subscriptions, invoices, charges, schedules].flatMap((objects) => [...objects.keys()]),
  ...[...charges.values()].map(({ payment_intent }) => payment_intent),
]

/** Whose one of these objects is. */
export async function findOwner(db: Db, ids: string[]): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    SELECT customer_id AS id FROM stripe_simulator_customers WHERE object_ids && ${ids}::text[] LIMIT 1`)
  return row?.id ?? null
}

/** Customers with something due: a trial that has run out, a period to charge, a cancellation that takes effect. */
export async function findDue(db: Db, now: Date, onlyTest: boolean): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT customer_id AS id FROM stripe_simulator_customers
    WHERE due_at <= ${now} AND (NOT ${onlyTest} OR starts_with(customer_id, ${testCustomerPrefix})) LIMIT 100`)
  return rows.map(({ id }) => id)
}

const dayS = 86_400

function forgetOldSessions({ sessions, now }: World): void {
  for (const [id, { expires_at: end }] of sessions) if (end < now - dayS) sessions.delete(id)
}
