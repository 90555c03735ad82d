import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plan } from '../../src/accounts/plan.ts'
import { previewPlanChange } from '../../src/billing/change-plan.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { refund } from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { readBalance } from '../../src/credits/ledger.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { deeds } from '../support/lives/deeds.ts'
import { beginLife, callBy, type Life } from '../support/lives/life.ts'

/** The operator edits the credits of plans while accounts are in a month that they paid for. */
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await store.drop()
})

const settle = ({ needs, accountId }: Life) => reconcile(store.database, needs.billing, { accountId })
const credits = async ({ accountId }: Life): Promise<number> => (await readBalance(store.database, accountId)).balance

/** A paid month, or year, of business, with 3,000 credits. */
async function subscribe(how: 'checkoutBusiness' | 'checkoutYear' = 'checkoutBusiness'): Promise<Life> {
  const life = await beginLife(store.database)
  const { context } = life.needs.billing
  context.plans = new Map(plans)
  await deeds[how](life)
  await settle(life)
  expect(await credits(life)).toBe(3_000)
  return life
}

const edit = ({ needs: { billing } }: Life, planId: string, change: Partial<Plan>): void => {
  const { context } = billing
  context.plans = new Map(context.plans).set(planId, { ...context.plans.get(planId)!, ...change })
}

it.each([1_500, 6_000])(
  'OPERATOR-22: a plan that gives %i credits from now on gives them with the next period of each account',
  async (creditsPerMonth) => {
    for (const how of ['checkoutBusiness', 'checkoutYear'] as const) {
      const life = await subscribe(how)
      const { world } = life
      edit(life, 'business', { creditsPerMonth, name: 'Company' })
      expect((await settle(life)).differences).toEqual([])
      expect(await credits(life)).toBe(3_000)
      advance(world, world.now + 31 * 86_400)
      await settle(life)
      expect(await credits(life)).toBe(creditsPerMonth)
      edit(life, 'business', { creditsPerMonth: 3_000 })
      expect((await settle(life)).differences).toEqual([])
    }
  },
)

it.each([
  [{ business: 1_500 }, 7_000],
  [{ business: 6_000 }, 7_000],
  [{ business: 6_000, enterprise: 12_000 }, 9_000],
])('BILL-11: with %j edited within the month, an upgrade adds %i credits, once', async (edited, added) => {
  const life = await subscribe()
  for (const [planId, creditsPerMonth] of Object.entries(edited)) edit(life, planId, { creditsPerMonth })
  const call = callBy(await life.account(), life.needs.clock.now())
  const body = { plan: 'enterprise', interval: 'month' }
  expect((await previewPlanChange.run({ ...call, body } as never, life.needs)).credits_added).toBe(added)
  await deeds.upgrade(life)
  expect(await credits(life)).toBe(3_000 + added)
  edit(life, 'enterprise', { creditsPerMonth: 20_000 })
  expect((await settle(life)).differences).toEqual([])
})

it('BILL-14: after an edit a refund takes back what its payment had bought', async () => {
  for (const creditsPerMonth of [1_500, 6_000]) {
    const life = await subscribe()
    await deeds.upgrade(life)
    edit(life, 'business', { creditsPerMonth })
    edit(life, 'enterprise', { creditsPerMonth: 2 * creditsPerMonth })
    const [first, upgrade] = [...life.world.invoices.values()].filter(({ total }) => total > 0)
    refund(life.world, upgrade)
    await settle(life)
    expect(await credits(life)).toBe(3_000)
    refund(life.world, first, 0.5)
    await settle(life)
    expect(await credits(life)).toBe(1_500)
  }
})

it('two plans of one name are told apart', async () => {
  const life = await subscribe()
  edit(life, 'enterprise', { name: 'Business' })
  await deeds.upgrade(life)
  expect(await credits(life)).toBe(10_000)
})
