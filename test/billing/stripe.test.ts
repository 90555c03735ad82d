import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccount } from '../../src/accounts/accounts.ts'
import type { Plan } from '../../src/accounts/plan.ts'
import { cancelPlanChange, changePlan, previewPlanChange } from '../../src/billing/change-plan.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import { checkStripe } from '../../src/billing/stripe/check-stripe.ts'
import * as actions from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { addPrice, type StripeObject } from '../../src/billing/stripe-simulator/world.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/browser.ts'
import { callBy } from '../support/lives/life.ts'
import { createFakeStripe, type ServedStripe, serveFakeStripe, stripeTestKey } from '../support/simulated-stripe.ts'

/** Real lives at Stripe: the real SDK, a fake Stripe that behaves as the reference says, signed events. */
const startAt = new Date('2026-03-02T09:30:00.000Z')
const webhookSecret = 'whsec_fake'
const day = 86_400
let stripe: ServedStripe
let test: TestApp
beforeAll(async () => {
  // A port that nobody else takes while Stripe is away.
  stripe = await serveFakeStripe(createFakeStripe(startAt), await findFreePort())
  const settings = { secretKey: stripeTestKey, webhookSecret, apiBase: stripe.url }
  test = await startTestApp({ clock: 'fixed', startAt, stripe: settings })
})
afterAll(async () => {
  expect((await verifyLedger(test.store.database)).problems).toEqual([])
  await test.stop()
  await stripe.stop()
})

/** Time passes at Stripe and here alike. */
function pass(seconds: number): void {
  advance(stripe.world, stripe.world.now + seconds)
  test.setTime(new Date(stripe.world.now * 1_000))
}

async function post(payload: string): Promise<number> {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: webhookSecret,
    timestamp: stripe.world.now,
  })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await test.app.http.server.inject({ method: 'POST', url: '/webhooks/billing', payload, headers })).statusCode
}

/** Sends everything that Stripe has to tell. */
async function deliver(): Promise<void> {
  for (const { payload } of stripe.world.happened.splice(0)) expect(await post(payload)).toBe(200)
}

let people = 0
async function newAccount() {
  people += 1
  const email = `ada${people}@acme.example`
  const account = await test.createAccount({ status: 'none', email })
  const call = (method: string, path: string, body?: unknown) =>
    test.call(method, `/api/v1${path}`, { key: account.apiKey, ...(body !== undefined && { body }) })
  const link = async (path: string, body: object) => (await call('POST', `/billing/${path}`, body)).body.url as string
  const owned = (found: StripeObject): boolean => found.metadata.account_id === account.accountId
  return {
    ...account,
    email,
    call,
    async subscribe(body: object = { plan: 'business' }, card = {}) {
      const id = (await link('subscription-link', body)).split('/').at(-1)!
      expect(actions.completeCheckout(stripe.world, id, card)).toBe(true)
      await deliver()
    },
    async buy(pack: string) {
      const id = (await link('top-up-link', { pack })).split('/').at(-1)!
      expect(actions.completeCheckout(stripe.world, id)).toBe(true)
      await deliver()
    },
    subscription: () => [...stripe.world.subscriptions.values()].findLast(owned) as StripeObject,
    status: async () => (await call('GET', '/billing/status')).body,
    plan: async () => (await call('GET', '/billing/status')).body.plan.status,
    credits: async () => (await call('GET', '/usage')).body.contact_credits?.remaining,
  }
}

it('PLAN-3, PLAN-5, BILL-7: a checkout with trial, its early end, and nothing that depends on the events', async () => {
  const ada = await newAccount()
  const link = await ada.call('POST', '/billing/subscription-link', {})
  expect(link.body).toMatchObject({ kind: 'subscription', expires_at: '2026-03-02T10:00:00.000Z' })
  const checkout = stripe.calls.findLast((made) => made.path === '/v1/checkout/sessions')!.fields
  expect(checkout).toMatchObject({
    mode: 'subscription',
    client_reference_id: ada.accountId,
    allow_promotion_codes: 'true',
  })
  expect(checkout.subscription_data).toMatchObject({ trial_period_days: '14', metadata: { account_id: ada.accountId } })
  expect((await ada.call('POST', '/billing/portal-link', {})).body.error.code).toBe('billing_customer_not_found')
  actions.completeCheckout(stripe.world, link.body.url.split('/').at(-1))
  await deliver()
  expect(await ada.status()).toMatchObject({
    provider: 'stripe',
    plan: { status: 'trialing', interval: 'month' },
    payment_method: { last4: '4242' },
  })
  expect(await ada.credits()).toBe(250)
  pass(3 * day)
  expect((await ada.call('POST', '/billing/end-trial')).body.plan.status).toBe('active')
  expect(await ada.credits()).toBe(1_000)
  await deliver()
  expect(await ada.credits()).toBe(1_000)
})

it('PLAN-5, PLAN-6: an end of the trial that the card declines is a 402, and the account is past due, not trialing', async () => {
  const ada = await newAccount()
  await ada.subscribe({ plan: 'pro' }, { pays: false })
  const ended = await ada.call('POST', '/billing/end-trial', {})
  expect([ended.status, ended.body.error.code, ended.body.error.billing.action]).toEqual([
    402,
    'payment_failed',
    'manage_billing',
  ])
  expect(await ada.plan()).toBe('past_due')
  expect(await ada.credits()).toBe(250)
})

it('PLAN-5, BILL-7: a trial that is ended by two at once is ended once: Stripe is given one key', async () => {
  const ada = await newAccount()
  await ada.subscribe({ plan: 'pro' })
  const { id, trial_end } = ada.subscription()
  const end = () => ada.call('POST', '/billing/end-trial')
  const statuses = (await Promise.all([end(), end()])).map(({ status }) => status)
  expect(statuses.toSorted()[0]).toBe(200)
  const ends = stripe.calls.filter(({ path, fields }) => path === `/v1/subscriptions/${id}` && fields.trial_end)
  expect(new Set(ends.map(({ key }) => key))).toEqual(new Set([`end-trial:${id}:${trial_end * 1_000}`]))
  expect([await ada.plan(), await ada.credits()]).toEqual(['active', 1_000])
  const paid = [...stripe.world.invoices.values()].filter(
    (one) => one.amount_paid > 0 && one.parent?.subscription_details.subscription === id,
  )
  expect(paid).toHaveLength(1)
})

it('a trial that Stripe has lost is no 500: the account is what Stripe says', async () => {
  const ada = await newAccount()
  await ada.subscribe({ plan: 'pro' })
  stripe.world.subscriptions.delete(ada.subscription().id)
  expect((await ada.call('POST', '/billing/end-trial', {})).status).toBe(200)
})

it('PLAN-6, PLAN-9: renewal, failure, grace, recovery and cancellation by Stripe’s own clock', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  expect([await ada.plan(), await ada.credits()]).toEqual(['active', 3_000])
  pass(31 * day + 7_200)
  await deliver()
  expect([await ada.plan(), await ada.credits()]).toEqual(['active', 3_000])
  actions.addCard(stripe.world, ada.subscription().customer, { pays: false })
  pass(30 * day + 7_200)
  await deliver()
  expect(await ada.plan()).toBe('past_due')
  pass(7 * day)
  expect(await ada.plan()).toBe('lapsed')
  actions.addCard(stripe.world, ada.subscription().customer)
  actions.payInvoice(stripe.world, actions.openInvoice(stripe.world, ada.subscription()))
  await deliver()
  expect(await ada.plan()).toBe('active')
  actions.setCancellation(stripe.world, ada.subscription(), true)
  await deliver()
  expect((await ada.status()).cancel_at_period_end).toBe(true)
  pass(31 * day)
  await deliver()
  expect(await ada.plan()).toBe('lapsed')
})

it('after all retries nobody has access and no new month is granted, also where Stripe leaves it past due', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  stripe.world.afterRetries = 'past_due'
  actions.addCard(stripe.world, ada.subscription().customer, { pays: false })
  pass(60 * day)
  await deliver()
  expect(await ada.plan()).toBe('lapsed')
  expect((await test.call('GET', '/api/v1/usage', { key: ada.apiKey })).status).toBe(403)
  stripe.world.afterRetries = 'cancel'
})

it('BILL-14: refunds in part and in full and a lost dispute take back what is unspent, and never more', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  const invoice = actions.newestInvoice(stripe.world, ada.subscription().customer)
  actions.refund(stripe.world, invoice, 1 / 3)
  await deliver()
  expect(await ada.credits()).toBe(2_000)
  await test.reveal(ada.apiKey, await test.plantContacts(4))
  actions.refund(stripe.world, invoice, 1)
  await deliver()
  await deliver()
  expect([await ada.plan(), await ada.credits()]).toEqual(['active', 0])

  const ben = await newAccount()
  await ben.subscribe()
  const disputed = actions.newestInvoice(stripe.world, ben.subscription().customer)
  actions.dispute(stripe.world, disputed, 'needs_response')
  await deliver()
  expect(await ben.credits()).toBe(3_000)
  expect((await ben.call('GET', '/billing/invoices')).body.data[0].status).toBe('disputed')
  actions.dispute(stripe.world, disputed, 'lost')
  await deliver()
  expect(await ben.credits()).toBe(0)
})

it('BILL-11: upgrade, downgrade and their withdrawal, with Stripe’s proration and schedules', async () => {
  const ada = await newAccount()
  await ada.subscribe({ plan: 'pro' })
  await ada.call('POST', '/billing/end-trial', {})
  // Sessions live by the real clock, so the operations are called as admission would call them.
  const run = async (operation: typeof changePlan | typeof previewPlanChange, body: object): Promise<StripeObject> => {
    const account = (await findAccount(test.store.database, ada.accountId))!
    return operation.run({ ...callBy(account, new Date()), body } as never, test.app)
  }
  const change = (plan: string, interval = 'month') => run(changePlan, { plan, interval })
  pass(15 * day)
  const preview = await run(previewPlanChange, { plan: 'business', interval: 'month' })
  expect(preview).toMatchObject({ effective: 'now', credits_added: 2_000 })
  expect(preview.amount_due).toBeGreaterThan(7_000)
  expect((await change('business')).plan).toMatchObject({ id: 'business', status: 'active' })
  expect(actions.newestInvoice(stripe.world, ada.subscription().customer).amount_paid).toBe(preview.amount_due)
  expect(await ada.credits()).toBe(3_000)
  expect((await change('pro')).scheduled_change).toMatchObject({ plan_id: 'pro', interval: 'month' })
  expect((await run(cancelPlanChange as never, {})).scheduled_change).toBeNull()
  await change('pro')
  pass(17 * day)
  await deliver()
  expect((await ada.status()).plan).toMatchObject({ id: 'pro', status: 'active' })
  expect(await ada.credits()).toBe(1_000)
  actions.addCard(stripe.world, ada.subscription().customer, { pays: false })
  await expect(change('enterprise')).rejects.toMatchObject({ code: 'payment_failed' })
  expect((await ada.status()).plan.id).toBe('pro')
  actions.addCard(stripe.world, ada.subscription().customer)
  await deliver()
  expect((await change('pro', 'year')).plan).toMatchObject({ id: 'pro', interval: 'year' })
  pass(40 * day)
  await deliver()
  expect([await ada.plan(), await ada.credits()]).toEqual(['active', 1_000])
})

it('BILL-12: a pack is granted once, however often Stripe tells of it, and names its own credits', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  await ada.buy('small')
  expect(await ada.credits()).toBe(3_500)
  const events = actions.newestInvoice(stripe.world, ada.subscription().customer)
  expect(events.metadata).toMatchObject({ pack_id: 'small', pack_credits: '500', pack_valid_months: '12' })
  await test.app.billing.look(ada.subscription().customer, { kind: 'operation', id: 'again' })
  expect(await ada.credits()).toBe(3_500)
})

it('BILL-10: a lookup key that moves changes nothing for those who bought before, and is not sold as another plan', async () => {
  const ada = await newAccount()
  await ada.subscribe({ plan: 'business' })
  actions.moveLookupKey(stripe.world, 'pro', 'price_business_month')
  actions.setCancellation(stripe.world, ada.subscription(), true)
  await deliver()
  expect((await ada.status()).plan).toMatchObject({ id: 'business', status: 'active' })
  const ben = await newAccount()
  const refused = await ben.call('POST', '/billing/subscription-link', { plan: 'pro' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'plan_not_for_sale'])
  expect(test.logLines.some((line) => line.includes('no price at Stripe stands for this plan'))).toBe(true)
  actions.moveLookupKey(stripe.world, 'pro', 'price_pro_month')
  actions.moveLookupKey(stripe.world, 'business', 'price_business_month')
})

it('BILL-10: an unknown price gives nothing, says so in the log, and heals once it is known', async () => {
  const ada = await newAccount()
  addPrice(stripe.world, { id: 'price_strange', lookupKey: 'gold', interval: 'month', amount: 100 })
  await ada.call('POST', '/billing/subscription-link', {})
  const customer = [...stripe.world.customers.values()].find((found) => found.metadata?.account_id === ada.accountId)
  actions.addCard(stripe.world, customer.id)
  const metadata = { account_id: ada.accountId, plan_id: 'enterprise' }
  actions.createSubscription(stripe.world, {
    customer: customer.id,
    priceId: 'price_strange',
    metadata,
    trialDays: null,
  })
  await deliver()
  expect(await ada.plan()).toBe('none')
  const second = await ada.call('POST', '/billing/subscription-link', { plan: 'pro' })
  expect([second.status, second.body.error.code]).toEqual([409, 'plan_not_for_sale'])
  expect(test.logLines.some((line) => line.includes('unknown price') && line.includes('price_strange'))).toBe(true)
  stripe.world.prices.get('price_strange').product.metadata.prospector_plan = 'business'
  expect(
    (await reconcile(test.store.database, test.app.billing, { accountId: ada.accountId })).differences,
  ).toHaveLength(1)
  expect((await ada.status()).plan).toMatchObject({ id: 'business', status: 'active' })
})

it('BILL-10: a plan that was taken out changes nothing any more, though a subscription to it lives on at the provider', async () => {
  const ada = await newAccount()
  await ada.subscribe({ plan: 'enterprise' })
  const { database, clock } = test.app
  const sold = test.app.plans as Map<string, Plan>
  pass(day)
  await setAccount(database, clock, sold, ada.accountId, { planId: 'pro' })
  const enterprise = sold.get('enterprise')!
  sold.delete('enterprise')
  try {
    const account = (await findAccount(database, ada.accountId))!
    const asked = { ...callBy(account, new Date()), body: { plan: 'business', interval: 'month' } } as never
    expect(await previewPlanChange.run(asked, test.app)).toMatchObject({ plan_id: 'business', effective: 'now' })
    actions.setCancellation(stripe.world, ada.subscription(), true)
    await deliver()
    expect((await ada.status()).plan).toMatchObject({ id: 'pro', status: 'active' })
    pass(31 * day)
    await deliver()
    expect(await ada.credits()).toBe(sold.get('pro')!.creditsPerMonth)
  } finally {
    sold.set('enterprise', enterprise)
  }
})

it('BILL-15: a missed webhook is made up for by the hourly look, and a dry run only reports it', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  actions.cancelNow(stripe.world, ada.subscription())
  stripe.world.happened.splice(0)
  const dry = await reconcile(test.store.database, test.app.billing, { accountId: ada.accountId, dryRun: true })
  expect(dry.differences[0]!.changes[0]).toBe('status: active -> lapsed')
  expect(await ada.plan()).toBe('active')
  pass(3_601)
  await test.app.billing.reconcileDue()
  expect(await ada.plan()).toBe('lapsed')
  expect((await reconcile(test.store.database, test.app.billing, { accountId: ada.accountId })).differences).toEqual([])
})

it('PLAN-11, B1: two changes within a second, of an older API version and in the wrong order, end as Stripe says', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  stripe.world.eventVersion = '2022-11-15'
  actions.setCancellation(stripe.world, ada.subscription(), true)
  actions.setCancellation(stripe.world, ada.subscription(), false)
  const events = stripe.world.happened.splice(0).toReversed()
  for (const { payload } of events) {
    const old = JSON.parse(payload)
    delete old.data.object.items
    expect(await post(JSON.stringify(old))).toBe(200)
  }
  expect((await ada.status()).cancel_at_period_end).toBe(false)
  stripe.world.eventVersion = '2026-10-28.endive'
})

it('PLAN-13, B9: of two checkouts that were completed side by side, the second is cancelled and its payment given back', async () => {
  const ada = await newAccount()
  const link = async () =>
    (await ada.call('POST', '/billing/subscription-link', { plan: 'business' })).body.url.split('/').at(-1)
  const sessions = [await link(), await link()]
  for (const session of sessions) {
    actions.completeCheckout(stripe.world, session)
    pass(1)
  }
  await deliver()
  const states = [...stripe.world.subscriptions.values()].filter((found) => found.metadata.account_id === ada.accountId)
  expect(states.map(({ status }) => status)).toEqual(['active', 'canceled'])
  expect([...stripe.world.charges.values()].slice(-2).map((charge) => charge.amount_refunded)).toEqual([0, 24_900])
  expect(await ada.credits()).toBe(3_000)
})

it('a deleted customer is replaced: the account can subscribe again', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  const { customer } = ada.subscription()
  actions.deleteCustomer(stripe.world, customer)
  await deliver()
  expect((await ada.status()).billing.action).toBe('create_subscription_link')
  expect(await ada.plan()).toBe('lapsed')
  pass(day)
  await ada.subscribe()
  expect(ada.subscription().customer).not.toBe(customer)
  expect([await ada.plan(), await ada.credits()]).toEqual(['active', 3_000])
})

it('two accounts of one customer are settled each by its own subscription', async () => {
  const [ada, ben] = [await newAccount(), await newAccount()]
  await ada.subscribe()
  const metadata = { account_id: ben.accountId, plan_id: 'pro' }
  const { customer } = ada.subscription()
  actions.createSubscription(stripe.world, { customer, priceId: 'price_pro_month', metadata, trialDays: null })
  await deliver()
  expect([(await ada.status()).plan.id, (await ben.status()).plan.id]).toEqual(['business', 'pro'])
  expect([await ada.plan(), await ben.plan()]).toEqual(['active', 'active'])
})

it('BILL-8, BILL-17: of two accounts of one customer, each gets the receipts and sees the invoices of its own', async () => {
  const [ada, ben] = [await newAccount(), await newAccount()]
  await ada.subscribe()
  const metadata = { account_id: ben.accountId, plan_id: 'pro' }
  const { customer } = ada.subscription()
  actions.createSubscription(stripe.world, { customer, priceId: 'price_pro_month', metadata, trialDays: null })
  await deliver()
  await ben.buy('small')
  await test.app.billing.runJobs()
  const receiptsOf = ({ email }: { email: string }) =>
    test.mails.filter(({ to, subject }) => to === email && subject.startsWith('Receipt')).map(({ subject }) => subject)
  const invoicesOf = async ({ call }: typeof ada) =>
    (await call('GET', '/billing/invoices')).body.data.map((invoice: { total_label: string }) => invoice.total_label)
  expect([receiptsOf(ada), await invoicesOf(ada)]).toEqual([['Receipt for your payment of $249'], ['$249']])
  expect([receiptsOf(ben).sort(), (await invoicesOf(ben)).sort()]).toEqual([
    ['Receipt for your payment of $59', 'Receipt for your payment of $99'],
    ['$59', '$99'],
  ])
})

it('BILL-16: a request that Stripe refuses is a 502 with a request id, logged with Stripe’s own; if Stripe can’t be reached, it is retryable', async () => {
  const ada = await newAccount()
  await ada.subscribe()
  const message = 'You can’t create a portal session in live mode until you save your customer portal settings.'
  stripe.refuseNext('/v1/billing_portal', 400, { type: 'invalid_request_error', message })
  const refused = await ada.call('POST', '/billing/portal-link', {})
  expect([refused.status, refused.body.error.code]).toEqual([502, 'billing_provider_error'])
  expect(test.logLines.some((line) => line.includes('req_stripe_') && line.includes('portal settings'))).toBe(true)
  const { port } = new URL(stripe.url)
  await stripe.stop()
  const away = await ada.call('POST', '/billing/portal-link', {})
  expect([away.status, away.headers['retry-after']]).toEqual([502, '60'])
  stripe = { ...stripe, ...(await serveFakeStripe(stripe, Number(port))) }
})

it('settings that Stripe refuses fail at the start by name; missing or other prices and no answer are warnings', async () => {
  const settings = { secretKey: stripeTestKey, webhookSecret, apiBase: stripe.url, automaticTax: false }
  expect((await checkStripe(settings, plans)).warnings).toEqual([])
  await expect(checkStripe({ ...settings, secretKey: 'sk_test_wrong' }, plans)).rejects.toThrow(/STRIPE_SECRET_KEY/)
  stripe.world.prices.get('price_pro_year').unit_amount = 1
  stripe.world.prices.get('price_business_year').lookup_key = null
  const { warnings } = await checkStripe(settings, plans)
  expect(warnings).toEqual([
    'Pro by the year is shown for $990 (plans.json) but sold for $0.01 at Stripe.',
    expect.stringContaining('lookup key business_year: Business by the year can'),
  ])
  const away = await checkStripe({ ...settings, apiBase: 'http://127.0.0.1:1' }, plans)
  expect(away.warnings[0]).toContain('does not answer')
})

it('MODE-10: where Stripe takes the payments, pages of the sandbox open with a link of test mode alone', async () => {
  for (const page of ['checkout', 'portal', 'top-up']) {
    expect((await test.call('GET', `/sandbox/${page}`)).status).toBe(404)
    expect((await test.call('GET', `/sandbox/${page}/unknown`)).status).toBe(404)
  }
})
