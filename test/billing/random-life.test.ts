import * as fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effectiveStatus, findAccount, hasApiAccess, periodOf, planOf } from '../../src/accounts/accounts.ts'
import type { BillingContext } from '../../src/billing/billing-context.ts'
import type { BillingServices } from '../../src/billing/billing-services.ts'
import { lookAtCustomer } from '../../src/billing/look.ts'
import { packs } from '../../src/billing/packs.ts'
import { plans } from '../../src/billing/plans.ts'
import { reconcile } from '../../src/billing/reconcile.ts'
import { createSignUpAccount } from '../../src/billing/sign-up.ts'
import { createStripeProvider } from '../../src/billing/stripe/stripe-provider.ts'
import { fixedClock } from '../../src/clock.ts'
import { currentBalance } from '../../src/credits/periods.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { sql } from '../../src/db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { cases } from '../support/seed.ts'
import * as actions from '../support/stripe/actions.ts'
import { advance } from '../support/stripe/billing-cycle.ts'
import { createFakeStripe, type FakeStripe, stripeTestKey } from '../support/stripe/fake-stripe.ts'
import { invoicesOf, type Record_ } from '../support/stripe/world.ts'

/**
 * Any sequence of what customers, operators, banks and the clock do at Stripe, with events that are dropped, doubled and
 * shuffled: after reconciliation the account is what Stripe says, and the ledger adds up.
 */
const startAt = new Date('2026-01-31T10:00:00Z')
const day = 86_400
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await store.drop()
})

const deeds = {
  checkoutPro: (life: Life) => checkout(life, 'pro', 'month'),
  checkoutYear: (life: Life) => checkout(life, 'business', 'year'),
  topUp: async (life: Life) => {
    const { url } = await life.provider.createTopUp(await life.account(), packs.get('small')!)
    actions.completeCheckout(life.world, url.split('/').at(-1)!)
  },
  badCard: (life: Life) => withCustomer(life, (customer) => actions.addCard(life.world, customer, { pays: false })),
  goodCard: (life: Life) => withCustomer(life, (customer) => actions.addCard(life.world, customer)),
  cancel: (life: Life) => withLiving(life, (found) => actions.setCancellation(life.world, found, true)),
  uncancel: (life: Life) => withLiving(life, (found) => actions.setCancellation(life.world, found, false)),
  endTrial: (life: Life) => withLiving(life, (found) => actions.endTrialNow(life.world, found)),
  payOpen: (life: Life) => withOpen(life, (invoice) => actions.payInvoice(life.world, invoice)),
  void: (life: Life) => withOpen(life, (invoice) => actions.giveUpInvoice(life.world, invoice, 'void')),
  writeOff: (life: Life) => withOpen(life, (invoice) => actions.giveUpInvoice(life.world, invoice, 'uncollectible')),
  upgrade: (life: Life) => changePrice(life, 'price_business_month'),
  switchDown: (life: Life) => changePrice(life, 'price_pro_month'),
  pauseCollection: (life: Life) => withLiving(life, (found) => actions.pauseCollection(life.world, found, 'void')),
  collectAgain: (life: Life) => withLiving(life, (found) => actions.pauseCollection(life.world, found, null)),
  pause: (life: Life) => withLiving(life, (found) => actions.pause(life.world, found)),
  resume: (life: Life) => withLiving(life, (found) => actions.resume(life.world, found)),
  cancelNow: (life: Life) => withLiving(life, (found) => actions.cancelNow(life.world, found)),
  refundPart: (life: Life) => withNewest(life, (invoice) => actions.refund(life.world, invoice, 0.5)),
  refundAll: (life: Life) => withNewest(life, (invoice) => actions.refund(life.world, invoice)),
  dispute: (life: Life) => withNewest(life, (invoice) => actions.dispute(life.world, invoice, 'needs_response')),
  loseDispute: (life: Life) => withNewest(life, (invoice) => actions.dispute(life.world, invoice, 'lost')),
  deleteCustomer: (life: Life) => withCustomer(life, (customer) => actions.deleteCustomer(life.world, customer)),
  keepUnpaid: async (life: Life) => {
    life.world.afterRetries = 'unpaid'
  },
} satisfies Record<string, (life: Life) => Promise<void>>

type Deed = { hours: number; kind: keyof typeof deeds; fate: 'heard' | 'dropped' | 'doubled' | 'late' }
const someDeed: fc.Arbitrary<Deed> = fc.record({
  hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 24 * 45 })),
  kind: fc.constantFrom(...(Object.keys(deeds) as Deed['kind'][])),
  fate: fc.constantFrom('heard', 'dropped', 'doubled', 'late'),
})
const someLife = fc.array(someDeed, { minLength: 3, maxLength: 12 })

type Life = Awaited<ReturnType<typeof begin>>

async function begin(fake: FakeStripe) {
  const { database } = store
  const clock = fixedClock(() => new Date(fake.world.now * 1_000))
  const silent = { warn() {}, error() {}, info() {} }
  const authSecret = Buffer.alloc(32, 7)
  const context: BillingContext = { clock, plans, packs, publicUrl: 'http://localhost', authSecret, log: silent }
  const settings = { secretKey: stripeTestKey, webhookSecret: 'whsec_life', apiBase: null, automaticTax: false }
  const httpClient = Stripe.createFetchHttpClient(fake.fetch)
  const provider = createStripeProvider(
    database,
    context,
    settings,
    new Stripe(stripeTestKey, { httpClient, telemetry: false }),
  )
  const services: BillingServices = {
    context,
    provider,
    look: (customerId, cause) => lookAtCustomer(database, context, provider, customerId, cause),
  }
  lives += 1
  const userId = `usr_life${String(lives).padStart(16, '0')}`
  await database.query(sql`INSERT INTO users (id, name, email) VALUES (${userId}, 'Ada', ${`${userId}@x.example`})`)
  const accountId = await createSignUpAccount(database, plans, 'Life', userId)
  const account = async () => (await findAccount(database, accountId))!
  return { world: fake.world, provider, services, context, accountId, account }
}
let lives = 0

async function play(life: readonly Deed[]): Promise<Life> {
  const fake = createFakeStripe(startAt)
  // Ids are kept in one database for all lives.
  fake.world.nextId = lives * 100_000
  const lived = await begin(fake)
  const late: string[] = []
  for (const { hours, kind, fate } of life) {
    advance(fake.world, fake.world.now + hours * 3_600)
    await deeds[kind](lived)
    const heard = fake.world.happened.splice(0).flatMap(({ customer }) => customer ?? [])
    const customers = [...new Set(heard)]
    if (fate === 'late') late.push(...customers)
    if (fate === 'heard' || fate === 'doubled') await listen(lived, customers, fate === 'doubled')
    if (fate === 'doubled') await visit(lived)
  }
  await listen(lived, late.toReversed(), false)
  return lived
}

async function listen({ services }: Life, customers: string[], twice: boolean): Promise<void> {
  for (const customer of customers) {
    const looks = Array.from({ length: twice ? 2 : 1 }, () => services.look(customer, 'event'))
    await Promise.all(looks)
  }
}

/** What every request does: it opens the period that it falls in. */
async function visit({ account, context, accountId }: Life) {
  const found = await account()
  const now = context.clock.now()
  const period = hasApiAccess(found, now) ? periodOf(found, planOf(plans, found), now) : null
  return currentBalance(store.database, context.clock, accountId, period)
}

it('BILL-15, PLAN-11, B1, B3: whatever happens at Stripe and whatever we hear of it, after a look the account is what Stripe says', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, async (life) => {
      const lived = await play(life)
      const { services, accountId } = lived
      await reconcile(store.database, services, { accountId })
      const found = await lived.account()
      const now = lived.context.clock.now()
      expect([effectiveStatus(found, now), found.planId]).toEqual(expectedOf(lived, found.planId))
      await visit(lived)
      const again = await reconcile(store.database, services, { accountId })
      expect(again.differences).toEqual([])
      await expectLedger(lived)
    }),
    { numRuns: cases(120) },
  )
}, 600_000)

/** What Stripe says, read as plainly as the table of docs/stripe.md puts it, without any of the code under test. */
function expectedOf({ world, accountId }: Life, planId: string): [string, string] {
  const now = world.now
  const begun = [...world.subscriptions.values()].filter(
    ({ metadata, status }) => metadata.account_id === accountId && !status.startsWith('incomplete'),
  )
  if (begun.length === 0) return ['none', planId]
  const living = begun.filter(({ ended_at }) => ended_at === null)
  const giving = living.find(({ status }) => ['trialing', 'active', 'past_due'].includes(status))
  const found = giving ?? living[0]
  const last = found ?? begun.toSorted((a, b) => a.ended_at - b.ended_at).at(-1)
  return [found ? statusOf(world.now, begun, found, invoicesOf(world, found.id)) : 'lapsed', planOfPrice(last)]

  function planOfPrice(subscription: Record_): string {
    return subscription.items.data[0].price.id.split('_')[1]
  }

  function statusOf(at: number, all: Record_[], subscription: Record_, invoices: Record_[]): string {
    const { status, trial_end: trialEnd, trial_start: trialStart } = subscription
    const isFirst = all[0] === subscription
    if (subscription.cancel_at_period_end && subscription.items.data[0].current_period_end <= now) return 'lapsed'
    if (status === 'trialing') return isFirst ? 'trialing' : 'lapsed'
    if (status === 'past_due') {
      const open = invoices.filter((invoice) => invoice.status === 'open' && invoice.attempted)
      const since = Math.min(...open.map((invoice) => invoice.status_transitions.finalized_at))
      return at < since + 7 * day ? 'past_due' : 'lapsed'
    }
    if (status !== 'active') return 'lapsed'
    const settled = invoices.filter((invoice) => ['paid', 'void', 'uncollectible'].includes(invoice.status))
    const isTrialPaid = settled.some(({ lines, total }) => total > 0 && lines.data.at(-1).period.start >= trialEnd)
    if (trialEnd !== null && trialStart !== null && !isTrialPaid)
      return isFirst && at < trialEnd + day ? 'trialing' : 'lapsed'
    if (!subscription.pause_collection) return 'active'
    const paid = invoices
      .filter((invoice) => invoice.status === 'paid')
      .map(({ lines }) => lines.data.at(-1).period.end)
    return at < Math.max(subscription.start_date, ...paid) ? 'active' : 'lapsed'
  }
}

async function expectLedger({ world, accountId }: Life): Promise<void> {
  const entries = await store.database.query<{
    kind: string
    amount: number
    reason: string | null
    opens: boolean
    start: Date
  }>(sql`
    SELECT kind, amount, reason, opens_period AS opens, period_start AS start FROM credit_entries WHERE account_id = ${accountId}`)
  const bought = [...world.invoices.values()].filter(({ metadata, status }) => metadata.pack_id && status === 'paid')
  const packsGranted = entries.filter(({ reason }) => reason?.startsWith('Credit pack'))
  expect(packsGranted.map(({ amount }) => amount)).toEqual(bought.map(() => 500))
  expect(entries.filter(({ reason }) => reason?.startsWith('Trial of')).length).toBeLessThanOrEqual(1)
  const opened = entries.filter(({ opens }) => opens).map(({ start }) => start.getTime())
  expect(new Set(opened).size).toBe(opened.length)
}

async function checkout(life: Life, planId: string, interval: 'month' | 'year'): Promise<void> {
  const plan = plans.get(planId)!
  // As the operation does: nobody is sold a second subscription that we know of.
  const living = [...life.world.subscriptions.values()].some(
    ({ ended_at, status }) => ended_at === null && status !== 'incomplete',
  )
  if (living) return
  const { url } = await life.provider.createCheckout(await life.account(), { plan, interval }, plan.trial !== null)
  actions.completeCheckout(life.world, url.split('/').at(-1)!)
}

const livingOf = ({ world }: Life): Record_ | undefined =>
  [...world.subscriptions.values()].findLast(({ ended_at, status }) => ended_at === null && status !== 'incomplete')

async function withLiving(life: Life, act: (found: Record_) => void): Promise<void> {
  const found = livingOf(life)
  if (found) act(found)
}

async function withOpen(life: Life, act: (invoice: Record_) => void): Promise<void> {
  const found = livingOf(life)
  const invoice = found && actions.openInvoice(life.world, found)
  if (invoice) act(invoice)
}

async function withCustomer(life: Life, act: (customer: string) => void): Promise<void> {
  const customer = [...life.world.customers.values()].findLast(({ deleted }) => !deleted)
  if (customer) act(customer.id)
}

async function withNewest(life: Life, act: (invoice: Record_) => void): Promise<void> {
  const invoice = [...life.world.invoices.values()].findLast(({ status, total }) => status === 'paid' && total > 0)
  if (invoice) act(invoice)
}

async function changePrice(life: Life, priceId: string): Promise<void> {
  const found = livingOf(life)
  if (!found || !['active', 'trialing'].includes(found.status) || found.items.data[0].price.id === priceId) return
  try {
    actions.changePrice(life.world, found, priceId)
  } catch (error) {
    if (!(error instanceof actions.CardDeclined)) throw error
  }
}
