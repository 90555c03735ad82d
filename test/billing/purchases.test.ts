import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixedClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { billingWarnings } from '../../src/billing/billing-warnings.ts'
import { packs } from '../../src/billing/plans/packs.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { createStripeBilling } from '../../src/billing/stripe/create-stripe-billing.ts'
import * as actions from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { addPrice, type StripeObject } from '../../src/billing/stripe-simulator/world.ts'
import { beginPurchase, describeAutoTopUp, saveAutoTopUp } from '../../src/billing/top-up/auto-top-up.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { deeds } from '../support/lives/deeds.ts'
import { beginLife } from '../support/lives/life.ts'
import { createFakeStripe, stripeTestKey } from '../support/simulated-stripe.ts'

/** What Prospector asks of Stripe when something is sold, and what it refuses to sell. */
const metrics = createMetrics()
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ billing: 'off', metrics })
})
afterAll(() => test.stop())

/** A customer with a card, at a Stripe of their own. */
async function withCustomer({ automaticTax = false, pays = true } = {}) {
  const { accountId, account, needs } = await beginLife(test.store.database)
  const fake = createFakeStripe(new Date('2026-01-31T10:00:00Z'), `_${accountId}`)
  fake.world.nextId = Number.parseInt(Buffer.from(accountId).toString('hex').slice(-10), 16)
  const settings = { secretKey: stripeTestKey, webhookSecret: 'whsec', apiBase: null, automaticTax }
  const httpClient = Stripe.createFetchHttpClient(fake.fetch)
  const stripe = new Stripe(stripeTestKey, { httpClient, telemetry: false, maxNetworkRetries: 0 })
  const provider = createStripeBilling(test.store.database, needs.billing.context, settings, () => stripe)
  const found = await account()
  await provider.createTopUp(found, packs.get('small')!)
  const [customerId] = [...fake.world.customers.keys()]
  actions.addCard(fake.world, customerId!, { pays })
  const sent = (path: string): StripeObject => fake.calls.findLast((call) => call.path === path)!.fields
  const charge = (reference: string) =>
    provider.chargePack({ ...found, customerId: customerId! }, packs.get('small')!, reference)
  const invoices = () => [...fake.world.invoices.values()].map(({ status, total }) => [status, total])
  return { fake, provider, account: found, sent, charge, invoices }
}

const taxed = { automatic_tax: { enabled: 'true' } }

it('automatic tax: every sale asks for it when the operator says so, and none does otherwise', async () => {
  const plan = plans.get('business')!
  const on = await withCustomer({ automaticTax: true })
  const ofCheckout = {
    ...taxed,
    tax_id_collection: { enabled: 'true' },
    customer_update: { address: 'auto', name: 'auto' },
  }
  expect(on.sent('/v1/checkout/sessions')).toMatchObject({ mode: 'payment', ...ofCheckout })
  await on.provider.createCheckout(on.account, { plan, interval: 'year' }, false)
  expect(on.sent('/v1/checkout/sessions')).toMatchObject({ mode: 'subscription', ...ofCheckout })
  await on.charge('auto_1')
  expect(on.sent('/v1/invoices')).toMatchObject(taxed)
  const off = await withCustomer()
  await off.charge('auto_1')
  for (const path of ['/v1/checkout/sessions', '/v1/invoices']) expect(off.sent(path).automatic_tax).toBeUndefined()
})

it('promotion codes are taken at the checkout of plans and of packs', async () => {
  const { provider, account, sent } = await withCustomer()
  expect(sent('/v1/checkout/sessions')).toMatchObject({ mode: 'payment', allow_promotion_codes: 'true' })
  await provider.createCheckout(account, { plan: plans.get('pro')!, interval: 'month' }, true)
  expect(sent('/v1/checkout/sessions')).toMatchObject({ mode: 'subscription', allow_promotion_codes: 'true' })
})

it('B11: a purchase with the card on file is charged once under its reference, also after an interruption', async () => {
  const { fake, charge, invoices } = await withCustomer()
  fake.refuseNext('/v1/invoices/', 500, { type: 'api_error', message: 'Something went wrong.' })
  await expect(charge('auto_7')).rejects.toMatchObject({ code: 'billing_provider_error' })
  expect(await charge('auto_7')).toBe('paid')
  expect(await charge('auto_7')).toBe('paid')
  expect(invoices()).toEqual([['paid', 5_900]])
  expect(await charge('auto_8')).toBe('paid')
  expect(invoices()).toHaveLength(2)
})

it('B11: an interrupted purchase goes on with its own pack for a day; then it counts as bought and another one may begin', async () => {
  const { accountId } = await beginLife(test.store.database)
  const { database } = test.store
  const choose = (packId: string) =>
    saveAutoTopUp(database, accountId, { enabled: true, packId, threshold: 10, monthlyCreditCeiling: 2_500 })
  let now = new Date('2026-01-31T10:00:00Z')
  let outcome: 'paid' | null = 'paid'
  const begin = async (newId: string) => {
    const begun = { accountId, newId, packs, isDue: async () => true, howItEnded: async () => outcome }
    const purchase = await database.transaction((tx) =>
      beginPurchase(
        tx,
        fixedClock(() => now),
        begun,
      ),
    )
    return purchase && [purchase.purchaseId, purchase.pack.id]
  }
  await choose('small')
  expect(await begin('auto_1')).toEqual(['auto_1', 'small'])
  await choose('medium')
  expect(await begin('auto_2')).toEqual(['auto_1', 'small'])
  now = new Date('2026-01-31T23:59:00Z')
  expect(await begin('auto_3')).toEqual(['auto_1', 'small'])
  now = new Date('2026-02-01T10:00:00Z')
  outcome = null
  expect(await begin('auto_4')).toBeNull()
  outcome = 'paid'
  expect(await begin('auto_4')).toEqual(['auto_4', 'medium'])
  now = new Date('2026-02-02T10:00:00Z')
  // The one before counts towards the ceiling.
  expect(await begin('auto_5')).toBeNull()
})

it('BILL-13: a purchase by bank debit is pending until its invoice is paid or given up', async () => {
  for (const [end, outcome] of [
    ['paid', 'paid'],
    ['void', 'declined'],
    ['uncollectible', 'declined'],
  ] as const) {
    const { fake, charge, invoices } = await withCustomer()
    for (const card of fake.world.cards.values()) card.settlesLater = true
    expect([await charge('auto_1'), await charge('auto_1')]).toEqual(['pending', 'pending'])
    expect(invoices()).toEqual([['open', 5_900]])
    for (const invoice of fake.world.invoices.values()) invoice.status = end
    expect(await charge('auto_1')).toBe(outcome)
  }
})

it('BILL-13, B11: while a bank debit is on its way, it counts towards the ceiling, no other begins, and nobody reads of a declined card', async () => {
  const life = await beginLife(test.store.database)
  const { needs, world, accountId } = life
  await deeds.checkoutBusiness(life)
  const [customer] = world.customers.keys()
  await needs.billing.look(customer!, { kind: 'operation', id: 'test' })
  for (const card of world.cards.values()) card.settlesLater = true
  const statuses = () =>
    test.store.database.query(sql`SELECT status FROM billing_auto_purchases WHERE account_id = ${accountId}`)
  const packsBilled = () => [...world.invoices.values()].filter(({ metadata }) => metadata.pack_id)
  for (const days of [0, 2, 2]) {
    advance(world, world.now + days * 86_400)
    await deeds.topUpByItself(life)
    expect(await statuses()).toEqual([{ status: 'pending' }])
    expect(packsBilled()).toHaveLength(1)
  }
})

it('BILL-13: a bank debit that is given up after days was declined: it leaves the ceiling, pauses and is told', async () => {
  const life = await beginLife(test.store.database)
  const { needs, world, accountId } = life
  await deeds.checkoutBusiness(life)
  const [customer] = world.customers.keys()
  const look = () => needs.billing.look(customer!, { kind: 'operation', id: 'test' })
  await look()
  for (const card of world.cards.values()) card.settlesLater = true
  await deeds.topUpByItself(life)
  advance(world, world.now + 3 * 86_400)
  for (const invoice of world.invoices.values())
    if (invoice.metadata.pack_id) actions.giveUpInvoice(world, invoice, 'void')
  await look()
  await deeds.topUpByItself(life)
  const { database } = test.store
  expect(await database.query(sql`SELECT status FROM billing_auto_purchases WHERE account_id = ${accountId}`)).toEqual([
    { status: 'declined' },
  ])
  const { bought_this_month: bought } = await describeAutoTopUp(database, accountId, new Date(world.now * 1_000))
  expect(bought).toBe(0)
  const notices = await database.query<{ kind: string }>(
    sql`SELECT kind FROM billing_notices WHERE account_id = ${accountId} AND kind = 'auto_top_up_declined'`,
  )
  expect(notices).toHaveLength(1)
})

it('a purchase that the card declines leaves no debt behind', async () => {
  const { charge, invoices } = await withCustomer({ pays: false })
  expect(await charge('auto_9')).toBe('declined')
  expect(invoices()).toEqual([['void', 5_900]])
})

it('a purchase for a customer who was deleted at Stripe is declined', async () => {
  const { fake, charge, invoices } = await withCustomer()
  const [customerId] = [...fake.world.customers.keys()]
  actions.deleteCustomer(fake.world, customerId!)
  expect(await charge('auto_10')).toBe('declined')
  expect(invoices()).toEqual([])
})

it('BILL-9: with BILLING=off nothing is sold, in plain words, and the operator’s plans go on', async () => {
  const { apiKey } = await test.createAccount({ status: 'active' })
  const call = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1/billing/${path}`, { key: apiKey, ...(body && { body }) })
  for (const [path, body] of [
    ['subscription-link', {}],
    ['top-up-link', { pack: 'small' }],
  ] as const) {
    const { status, body: answer } = await call('POST', path, body)
    expect([path, status, answer.error.code]).toEqual([path, 409, 'billing_not_configured'])
    expect(answer.error.message).toContain('Ask its operator')
  }
  expect((await call('GET', 'status')).body).toMatchObject({ provider: 'off', plan: { status: 'active' } })
  expect((await call('GET', 'invoices')).body.data).toEqual([])
  expect((await test.call('GET', '/sandbox/checkout')).status).toBe(404)
  expect(await test.app.billing.reconcileDue()).toBe(0)
})

it.each([
  [{ billing: 'off', demo: false, publicUrl: 'https://x.example' }, ['STRIPE_SECRET_KEY']],
  [{ billing: 'sandbox', demo: false, publicUrl: 'https://x.example' }, ['nobody pays']],
  [{ billing: 'sandbox', demo: true, publicUrl: 'http://localhost:8080' }, []],
  [{ billing: 'stripe', demo: false, publicUrl: 'https://x.example' }, []],
] as const)('BILL-9: the start says what %j sells', (config, expected) => {
  const warnings = billingWarnings(config)
  expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)))
})

it('BILL-10: looks at a price that stands for no plan are counted for the operator', async () => {
  const { world, needs, accountId } = await beginLife(test.store.database)
  addPrice(world, { id: `price_odd${world.tag}`, lookupKey: 'gold', interval: 'month', amount: 100 })
  await needs.billing.stripe!.createTopUp(
    { id: accountId, name: 'Odd', customerId: null } as never,
    packs.get('small')!,
  )
  const [customer] = [...world.customers.keys()]
  actions.addCard(world, customer!)
  const metadata = { account_id: accountId }
  const priceId = `price_odd${world.tag}`
  actions.createSubscription(world, { customer: customer!, priceId, metadata, trialDays: null })
  needs.billing.context.onUnknownPrice = metrics.unknownPrice
  expect(await metrics.text()).toContain('prospector_billing_unknown_prices_total 0')
  await needs.billing.look(customer!, { kind: 'event', id: 'evt_1' })
  expect(await metrics.text()).toContain('prospector_billing_unknown_prices_total 1')
})
