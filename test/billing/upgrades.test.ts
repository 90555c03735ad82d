import { afterAll, beforeAll, expect, it } from 'vitest'
import { previewPlanChange } from '../../src/billing/change-plan.ts'
import { changePrice, createSubscription, refund } from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { deeds } from '../support/lives/deeds.ts'
import { beginLife, callBy, type Life, visit } from '../support/lives/life.ts'

/** What each of several changes of plan within a month bought, and what a downgrade brings at the month's end. */
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await store.drop()
})

const settle = ({ needs, accountId }: Life) => reconcile(store.database, needs.billing, { accountId })
const wait = ({ world }: Life, seconds: number): void => advance(world, world.now + seconds)
const credits = async (life: Life): Promise<number> => (await visit(life)).balance.balance
const hour = 3_600

/** Pro, then business, then enterprise, `apart` seconds after one another. The invoices, in this order. */
async function climb(apart: number, { heard }: { heard: 'each' | 'all at once' }) {
  const life = await beginLife(store.database)
  const { world, accountId } = life
  await deeds.subscribeUnpaid(life)
  const [customer] = world.customers.keys()
  await deeds.goodCard(life)
  const metadata = { account_id: accountId, plan_id: 'pro' }
  const priceId = `price_pro_month${world.tag}`
  const found = createSubscription(world, { customer: customer!, priceId, metadata, trialDays: null })
  for (const plan of ['business', 'enterprise']) {
    if (heard === 'each') await settle(life)
    if (apart > 0) wait(life, apart)
    changePrice(world, found, `price_${plan}_month${world.tag}`)
  }
  await settle(life)
  expect(await credits(life)).toBe(10_000)
  const invoices = [...world.invoices.values()].filter(({ status, total }) => status === 'paid' && total > 0)
  expect(invoices).toHaveLength(3)
  return { life, invoices }
}

it.each([
  [48 * hour, 'each'],
  [48 * hour, 'all at once'],
  [1, 'each'],
  [1, 'all at once'],
  [0, 'each'],
  [0, 'all at once'],
] as const)(
  'BILL-14: a refund of one of two upgrades, %i s apart and heard of %s, takes back what that one bought',
  async (apart, heard) => {
    for (const [place, bought] of [1_000, 2_000, 7_000].entries()) {
      const { life, invoices } = await climb(apart, { heard })
      refund(life.world, invoices[place])
      await settle(life)
      expect(await credits(life)).toBe(10_000 - bought)
      await settle(life)
      expect(await credits(life)).toBe(10_000 - bought)
    }
  },
)

it('BILL-14: refunds of everything that was bought in a month take back all of it', async () => {
  const { life, invoices } = await climb(hour, { heard: 'each' })
  for (const invoice of invoices) refund(life.world, invoice)
  await settle(life)
  expect(await credits(life)).toBe(0)
})

it('BILL-11: at the boundary the first request opens a month of the smaller plan, before anybody heard of the downgrade', async () => {
  const life = await beginLife(store.database)
  await deeds.checkoutBusiness(life)
  await settle(life)
  await deeds.downgrade(life)
  expect(await credits(life)).toBe(3_000)
  wait(life, 28 * 86_400)
  expect(await credits(life)).toBe(1_000)
  await settle(life)
  expect(await credits(life)).toBe(1_000)
  wait(life, 2 * hour)
  await settle(life)
  expect([await credits(life), (await life.account()).planId]).toEqual([1_000, 'pro'])
  expect((await settle(life)).differences).toEqual([])
})

it('BILL-11: a downgrade that was taken back changes nothing at the boundary', async () => {
  const life = await beginLife(store.database)
  await deeds.checkoutBusiness(life)
  await settle(life)
  await deeds.downgrade(life)
  await deeds.keepPlan(life)
  wait(life, 28 * 86_400)
  expect(await credits(life)).toBe(3_000)
})

it('BILL-11: the preview of an upgrade counts what the period was given before, also by a plan that ended within it', async () => {
  const { life } = await climb(hour, { heard: 'each' })
  const { world, needs } = life
  const subscription = [...world.subscriptions.values()].find(({ status }) => status === 'active')
  // In the portal of the provider a downgrade can take effect at once.
  changePrice(world, subscription!, `price_pro_month${world.tag}`)
  await settle(life)
  const call = callBy(await life.account(), needs.clock.now())
  const preview = await previewPlanChange.run(
    { ...call, body: { plan: 'enterprise', interval: 'month' } } as never,
    needs,
  )
  const before = await credits(life)
  changePrice(world, subscription!, `price_enterprise_month${world.tag}`)
  await settle(life)
  expect(preview.credits_added).toBe((await credits(life)) - before)
})
