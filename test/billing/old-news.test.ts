import { afterAll, beforeAll, expect, it } from 'vitest'
import { effectiveStatus } from '../../src/accounts/api-access.ts'
import { describeBilling } from '../../src/billing/describe-billing.ts'
import { beginLook } from '../../src/billing/settle/snapshots.ts'
import type { Observation } from '../../src/billing/stripe/stripe-billing.ts'
import { createSubscription, refund, setCancellation } from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { lookAtCustomer, takeObservation } from '../../src/billing/sync/look.ts'
import { type ReconcileReport, reconcile } from '../../src/billing/sync/reconcile.ts'
import { readHoldings } from '../../src/credits/lots.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type DeedName, deeds } from '../support/lives/deeds.ts'
import { beginLife, type Life, visit } from '../support/lives/life.ts'

/** Stripe can't be reached for weeks: the clock opens the next month of a paid year on what was known last. */
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await store.drop()
})

const settle = ({ needs, accountId }: Life): Promise<ReconcileReport> =>
  reconcile(store.database, needs.billing, { accountId })

const wait = ({ world }: Life, days: number): void => advance(world, world.now + days * 86_400)

/** A year of 3,000 credits a month from 31 January, whose end on 10 February nobody hears of. */
async function endUnheard(): Promise<Life> {
  const life = await beginLife(store.database)
  await deeds.checkoutYear(life)
  await settle(life)
  wait(life, 10)
  await deeds.cancelNow(life)
  return life
}

/** A subscription from 20 February on that nobody hears of, either. */
async function beginAgainUnheard(plan: 'pro' | 'enterprise'): Promise<Life> {
  const life = await endUnheard()
  const { world, accountId } = life
  wait(life, 10)
  const [customer] = world.customers.keys()
  const metadata = { account_id: accountId, plan_id: plan }
  const priceId = `price_${plan}_month${world.tag}`
  createSubscription(world, { customer: customer!, priceId, metadata, trialDays: null })
  return life
}

/** On 2 March the month of 28 February is opened, and in it something is done. */
async function openOnOldNews(life: Life, ...doing: DeedName[]): Promise<void> {
  wait(life, life.world.subscriptions.size === 1 ? 20 : 10)
  const { period, balance } = await visit(life)
  expect([period?.start.toISOString().slice(0, 10), balance.balance]).toEqual(['2026-02-28', 3_000])
  for (const deed of doing) await deeds[deed](life)
}

async function standing(life: Life) {
  const { balance } = await visit(life)
  return {
    status: effectiveStatus(await life.account(), life.needs.clock.now()),
    credits: balance.balance,
    given: balance.periodCredits,
  }
}

it('BILL-19: a month that opened after the subscription had ended is taken back, but for what was spent', async () => {
  const life = await endUnheard()
  await openOnOldNews(life, 'spend')
  const report = await settle(life)
  expect(await standing(life)).toEqual({ status: 'lapsed', credits: 0, given: 40 })
  expect(report.differences[0]!.changes).toContain('credits: -2960 (No subscription in this period)')
  expect((await settle(life)).differences).toEqual([])
})

it('BILL-19: packs and goodwill stay when a month is taken back', async () => {
  const life = await endUnheard()
  await openOnOldNews(life, 'topUp', 'grant')
  await settle(life)
  const { lots } = await readHoldings(store.database, life.accountId)
  expect(lots.map(({ source, left }) => [source, left])).toEqual([
    ['period', 0],
    ['goodwill', 25],
    ['pack', 500],
  ])
})

it('BILL-19: a month of the old subscription becomes the month of the one that followed, at its credits', async () => {
  const [smaller, larger] = [await beginAgainUnheard('pro'), await beginAgainUnheard('enterprise')]
  for (const life of [smaller, larger]) {
    await openOnOldNews(life, 'spend')
    await settle(life)
  }
  expect(await standing(smaller)).toEqual({ status: 'active', credits: 960, given: 1_000 })
  expect(await standing(larger)).toEqual({ status: 'active', credits: 9_960, given: 10_000 })
  expect((await settle(smaller)).differences).toEqual([])
  const [own] = (await readHoldings(store.database, smaller.accountId)).lots
  expect(own!.expiresAt?.toISOString().slice(0, 10)).toBe('2026-03-20')
  wait(smaller, 19)
  await settle(smaller)
  expect(await standing(smaller)).toEqual({ status: 'active', credits: 1_000, given: 1_000 })
})

it('BILL-14, BILL-19: a refund of the subscription that followed takes back its month', async () => {
  const life = await beginAgainUnheard('pro')
  await openOnOldNews(life, 'spend')
  const newest = [...life.world.invoices.values()].at(-1)
  refund(life.world, newest, 0.5)
  await settle(life)
  expect((await standing(life)).credits).toBe(460)
  refund(life.world, newest)
  await settle(life)
  expect((await standing(life)).credits).toBe(0)
})

it('BILL-19: a subscription heard of after its month was taken back brings its credits, less what was spent', async () => {
  const life = await endUnheard()
  const { world, needs } = life
  wait(life, 10)
  const [customer] = world.customers.values()
  const other = { ...structuredClone(customer), id: `${customer.id}_other` }
  world.customers.set(other.id, other)
  const metadata = { account_id: life.accountId, plan_id: 'pro' }
  const priceId = `price_pro_month${world.tag}`
  createSubscription(world, { customer: other.id, priceId, metadata, trialDays: null })
  await openOnOldNews(life, 'spend')
  await settle(life)
  expect(await standing(life)).toEqual({ status: 'lapsed', credits: 0, given: 40 })
  await needs.billing.look(other.id, { kind: 'event', id: 'evt_other' })
  expect(await standing(life)).toEqual({ status: 'active', credits: 960, given: 1_000 })
  expect((await settle(life)).differences).toEqual([])
})

it('PLAN-11: after a second subscription was cancelled, an older answer does not overwrite a newer one', async () => {
  const life = await beginLife(store.database)
  await deeds.checkoutBusiness(life)
  await settle(life)
  const [customer] = life.world.customers.keys()
  const metadata = { account_id: life.accountId, plan_id: 'pro' }
  const priceId = `price_pro_month${life.world.tag}`
  createSubscription(life.world, { customer: customer!, priceId, metadata, trialDays: null })
  const { context } = life.needs.billing
  const provider = life.needs.billing.stripe!
  const cause = { kind: 'operation' as const, id: 'test' }
  let asked = 0
  const slow = {
    ...provider,
    async observe(customerId: string) {
      const seen = await provider.observe(customerId)
      asked += 1
      if (asked === 2) {
        await deeds.cancelNow(life)
        await lookAtCustomer(store.database, context, provider, customerId, cause)
      }
      return seen
    },
  }
  await lookAtCustomer(store.database, context, slow, customer!, cause)
  expect([asked, (await life.account()).status]).toEqual([2, 'lapsed'])
})

it('PLAN-11, BILL-15: an answer that was overtaken by one that said nothing new is not taken in', async () => {
  const life = await beginLife(store.database)
  await deeds.checkoutYear(life)
  await settle(life)
  const { world, needs } = life
  const { database, billing } = needs
  const [customer] = world.customers.keys()
  const [subscription] = world.subscriptions.values()
  const take = (look: number, seen: Observation) =>
    database.transaction((tx) => takeObservation(tx, billing.context, look, seen, { kind: 'event', id: 'evt' }))
  // A cancellation, seen by a look that is slow, and withdrawn before it is stored.
  setCancellation(world, subscription, true)
  const slow = await beginLook(database, customer!)
  const cancelled = await billing.stripe!.observe(customer!)
  setCancellation(world, subscription, false)
  const quick = await beginLook(database, customer!)
  expect((await take(quick, await billing.stripe!.observe(customer!))).isNews).toBe(false)
  expect(await take(slow, cancelled)).toEqual({ isNews: false, settled: [] })
  const account = await life.account()
  expect((await describeBilling(needs, account, needs.clock.now())).cancel_at_period_end).toBe(false)
  // A look that begins later is taken in.
  setCancellation(world, subscription, true)
  const later = await beginLook(database, customer!)
  expect((await take(later, await billing.stripe!.observe(customer!))).isNews).toBe(true)
})
