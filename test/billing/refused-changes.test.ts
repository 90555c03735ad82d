import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import type { StripeObject } from '../../src/billing/stripe-simulator/world.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { deeds } from '../support/lives/deeds.ts'
import { beginLife, type Life } from '../support/lives/life.ts'

/** What Stripe declines or refuses, and what we did not hear of. */
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const settle = ({ needs, accountId }: Life) => reconcile(store.database, needs.billing, { accountId })

/** A month of business, and its subscription at Stripe. */
async function subscribe(): Promise<{ life: Life; found: () => StripeObject }> {
  const life = await beginLife(store.database)
  await deeds.checkoutBusiness(life)
  await settle(life)
  return { life, found: () => [...life.world.subscriptions.values()].at(-1) }
}

it('BILL-11: an upgrade that the card declines leaves a downgrade that waits, and a cancellation', async () => {
  const { life, found } = await subscribe()
  await deeds.downgrade(life)
  await deeds.badCard(life)
  await deeds.upgrade(life)
  await settle(life)
  const { planId, nextPlanId, nextPlanAt } = await life.account()
  const { current_period_end: end } = found().items.data[0]
  expect([planId, nextPlanId, nextPlanAt?.getTime()]).toEqual(['business', 'pro', end * 1_000])
  await deeds.goodCard(life)
  advance(life.world, end + 7_200)
  await settle(life)
  expect((await life.account()).planId).toBe('pro')

  const other = await subscribe()
  await deeds.cancel(other.life)
  await deeds.badCard(other.life)
  await deeds.upgrade(other.life)
  expect(other.found().cancel_at_period_end).toBe(true)
})

it.each(['/v1/subscription_schedules', '/v1/subscription_schedules/'])(
  'BILL-16: a downgrade that Stripe refuses at %s leaves the cancellation',
  async (path) => {
    const { life, found } = await subscribe()
    await deeds.cancel(life)
    life.refuseNext(path, 400, { type: 'invalid_request_error', message: 'No.' })
    await deeds.downgrade(life)
    expect([found().cancel_at_period_end, found().schedule]).toEqual([true, null])
    await settle(life)
    expect((await life.account()).accessEndsAt?.getTime()).toBe(found().items.data[0].current_period_end * 1_000)
  },
)

it('BILL-15: a customer who has bought nothing yet is looked at within the hour for some days, then once a day', async () => {
  const { needs, world, account } = await beginLife(store.database)
  await needs.billing.stripe!.createCheckout(await account(), { plan: plans.get('pro')!, interval: 'month' }, false)
  const [customer] = world.customers.keys()
  const hoursToNext = async (kind: 'event' | 'reconcile') => {
    await needs.billing.look(customer!, { kind, id: 'test' })
    const [row] = await store.database.query<{ at: Date }>(
      sql`SELECT next_look_at AS at FROM billing_customers WHERE customer_id = ${customer}`,
    )
    return (row!.at.getTime() - world.now * 1_000) / 3_600_000
  }
  expect(await hoursToNext('event')).toBeLessThan(1)
  advance(world, world.now + 3 * 86_400)
  expect(await hoursToNext('reconcile')).toBeLessThan(1)
  advance(world, world.now + 5 * 86_400)
  expect(await hoursToNext('reconcile')).toBe(24)
})

it('BILL-15: a customer who comes back with a new link is looked at as soon as it has ended', async () => {
  const { needs, world, account } = await beginLife(store.database)
  const link = async () =>
    needs.billing.stripe!.createCheckout(await account(), { plan: plans.get('pro')!, interval: 'month' }, false)
  await link()
  const [customer] = world.customers.keys()
  const look = () => needs.billing.look(customer!, { kind: 'reconcile', id: 'test' })
  const minutesToNext = async () => {
    const [row] = await store.database.query<{ at: Date }>(
      sql`SELECT next_look_at AS at FROM billing_customers WHERE customer_id = ${customer}`,
    )
    return (row!.at.getTime() - world.now * 1_000) / 60_000
  }
  await look()
  advance(world, world.now + 9 * 86_400)
  await look()
  expect(await minutesToNext()).toBe(24 * 60)
  const { expiresAt } = await link()
  const linkMinutes = (expiresAt.getTime() - world.now * 1_000) / 60_000
  expect(await minutesToNext()).toBeGreaterThan(linkMinutes)
  expect(await minutesToNext()).toBeLessThan(60)
  // A look that is due before stays.
  await store.database.query(sql`
    UPDATE billing_customers SET next_look_at = next_look_at - interval '30 minutes' WHERE customer_id = ${customer}`)
  const before = await minutesToNext()
  await link()
  expect(await minutesToNext()).toBe(before)
})
