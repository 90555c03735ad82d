import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccount } from '../../src/accounts/accounts.ts'
import { periodOf, planOf } from '../../src/accounts/plan-state.ts'
import { systemClock } from '../../src/base/clock.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { adjustCredits } from '../../src/credits/grants.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { misspelt } from '../support/misspelt.ts'
import { createVisitor } from '../support/visitor.ts'

/** The shop as the sandbox sells it: plans, changes of plan, packs, invoices and refunds. */
let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(async () => {
  expect((await verifyLedger(test.store.database)).problems).toEqual([])
  await test.stop()
})

const paying = { card_number: '4242 4242 4242 4242' }
const failing = { card_number: '4000 0000 0000 0341' }

/** An owner in a browser, and what they do at the provider. */
async function withOwner(email: string, draft = {}) {
  const account = await test.createAccount({ email, status: 'none', ...draft })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const visitor = createVisitor(test.url)
  const api = (method: string, path: string, body?: unknown) =>
    test.call(method, `/api/v1${path}`, { key: account.apiKey, ...(body !== undefined && { body }) })
  return {
    ...account,
    browser,
    visitor,
    api,
    async subscribe(body: object = { plan: 'business' }) {
      await visitor.open((await api('POST', '/billing/subscription-link', body)).body.url)
      return visitor.submit('/sandbox/checkout', paying)
    },
    async portal(action: string, fields = {}) {
      await visitor.open((await api('POST', '/billing/portal-link', {})).body.url)
      return visitor.submit(`/sandbox/portal/${action}`, fields)
    },
    async topUp(pack: string, card: Record<string, string> = {}) {
      await visitor.open((await api('POST', '/billing/top-up-link', { pack })).body.url)
      return visitor.submit('/sandbox/top-up', card)
    },
    status: async () => (await api('GET', '/billing/status')).body,
    credits: async () => (await api('GET', '/usage')).body.contact_credits.remaining,
    change: (plan: string, interval = 'month') =>
      browser.call('POST', '/app/v1/billing/plan-change', { plan, interval }),
  }
}

it('BILL-1, BILL-5: the status shows plans side by side, packs, and what choosing each plan means', async () => {
  const owner = await withOwner('compare@shop.example')
  expect((await owner.status()).plans.map((plan: { change: string }) => plan.change)).toEqual(Array(3).fill('checkout'))
  await owner.subscribe()
  const status = await owner.status()
  expect(status.plan).toMatchObject({ id: 'business', status: 'active', interval: 'month' })
  expect(status.plans.map((plan: { change: string }) => plan.change)).toEqual(['downgrade', 'current', 'upgrade'])
  const yearly = status.plans[1].prices[1]
  expect(yearly).toEqual({
    interval: 'year',
    amount: 249_000,
    currency: 'usd',
    label: '$2,490 a year',
    change: 'upgrade',
  })
  expect(status.payment_method).toEqual({
    brand: 'visa',
    brand_name: 'Visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2034,
  })
  expect(status.credit_packs[0]).toMatchObject({ id: 'small', credits: 500, label: '$59', valid_months: 12 })
})

it('BILL-11: an upgrade charges the difference and adds the difference in credits, once in a period', async () => {
  const owner = await withOwner('upgrade@shop.example')
  await owner.subscribe({ plan: 'business' })
  expect(await owner.credits()).toBe(3_000)
  const preview = await owner.browser.call('POST', '/app/v1/billing/plan-change/preview', {
    plan: 'enterprise',
    interval: 'month',
  })
  expect(preview.body).toMatchObject({ effective: 'now', credits_added: 7_000, currency: 'usd' })
  expect(preview.body.amount_due).toBeGreaterThan(44_900)
  expect((await owner.change('enterprise')).body.plan).toMatchObject({ id: 'enterprise', status: 'active' })
  expect(await owner.credits()).toBe(10_000)
  expect((await owner.change('enterprise', 'year')).body).toMatchObject({ plan: { interval: 'year' } })
  expect((await owner.status()).plan.interval).toBe('year')
  const invoices = (await owner.api('GET', '/billing/invoices')).body.data
  expect(invoices.map((invoice: { total: number }) => invoice.total > 0)).toEqual([true, true, true])
})

it('BILL-11: a downgrade waits for the end of the period, and can be taken back', async () => {
  const owner = await withOwner('downgrade@shop.example')
  await owner.subscribe({ plan: 'business' })
  const changed = await owner.change('pro')
  expect(changed.body).toMatchObject({
    plan: { id: 'business' },
    scheduled_change: { plan_id: 'pro', interval: 'month' },
  })
  expect(await owner.credits()).toBe(3_000)
  const kept = await owner.browser.call('POST', '/app/v1/billing/plan-change/cancel', {})
  expect(kept.body.scheduled_change).toBeNull()
})

it('BILL-11, BILL-16: a declined card changes nothing', async () => {
  const owner = await withOwner('declined@shop.example')
  await owner.subscribe({ plan: 'business' })
  await owner.portal('card', failing)
  const refused = await owner.change('enterprise')
  expect([refused.status, refused.body.error.code, refused.body.error.billing.action]).toEqual([
    402,
    'payment_failed',
    'manage_billing',
  ])
  expect((await owner.status()).plan.id).toBe('business')
  expect(await owner.credits()).toBe(3_000)
})

it('BILL-11: without a subscription, with the same plan or an unknown one there is nothing to change', async () => {
  const owner = await withOwner('nothing@shop.example')
  expect((await owner.change('pro')).body.error.code).toBe('subscription_required')
  expect((await owner.change('gold')).body.error).toMatchObject({ code: 'invalid_request', param: 'plan' })
  await owner.subscribe({ plan: 'business' })
  expect((await owner.change('business')).body.error).toMatchObject({ code: 'invalid_request', param: 'plan' })
})

it('BILL-12: a pack adds its credits once, by the card on file or another one', async () => {
  const owner = await withOwner('pack@shop.example')
  await owner.subscribe({ plan: 'business' })
  const wrong = await owner.api('POST', '/billing/top-up-link', { pack: 'giant' })
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'pack'])
  expect((await owner.topUp('small', failing)).status).toBe(402)
  expect(await owner.credits()).toBe(3_000)
  expect((await owner.topUp('small')).path).toContain('/settings/billing?checkout=credits_added')
  expect(await owner.credits()).toBe(3_500)
  await owner.topUp('medium', paying)
  await test.app.billing.runJobs()
  expect(await owner.credits()).toBe(5_500)
  expect((await owner.topUp('small')).status).toBe(303)
  expect((await owner.visitor.submit('/sandbox/top-up', {})).status).toBe(404)
  expect(await owner.credits()).toBe(6_000)
})

it('USAGE-5: usage counts spends from packs, and what an upgrade added to the credits of the period', async () => {
  const owner = await withOwner('usage@shop.example')
  await owner.subscribe({ plan: 'business' })
  const contactCredits = async () => (await owner.api('GET', '/usage')).body.contact_credits
  const adjust = (amount: number) =>
    test.store.database.transaction(async (tx) => {
      const account = (await findAccount(tx, owner.accountId))!
      const period = periodOf(account, planOf(plans, account), new Date())
      await adjustCredits(tx, systemClock, account.id, amount, { door: 'operator', reason: 'Test', period })
    })
  await adjust(-2_999)
  await owner.topUp('small')
  await test.reveal(owner.apiKey, await test.plantContacts(3))
  expect(await contactCredits()).toMatchObject({
    limit: 1,
    used: 3,
    remaining: 498,
    lots: [
      { source: 'period', granted: 1, remaining: 0 },
      { source: 'pack', granted: 500, remaining: 498 },
    ],
  })
  await adjust(2_999)
  expect((await owner.change('enterprise')).status).toBe(200)
  await test.reveal(owner.apiKey, await test.plantContacts(2))
  expect(await contactCredits()).toMatchObject({
    limit: 10_000,
    used: 5,
    remaining: 10_495,
    lots: [
      { source: 'period', granted: 10_000, remaining: 9_997 },
      { source: 'pack', granted: 500, remaining: 498 },
    ],
  })
})

it('BILL-20: a pack is not sold to an account that could not spend it', async () => {
  const owner = await withOwner('locked@shop.example')
  const buy = () => owner.browser.call('POST', '/api/v1/billing/top-up-link', { pack: 'small' })
  const refused = await buy()
  expect([refused.status, refused.body.error.code, refused.body.error.billing.action]).toEqual([
    403,
    'api_access_required',
    'create_subscription_link',
  ])
  await owner.subscribe()
  expect((await buy()).status).toBe(200)
  await owner.portal('simulate-end')
  expect((await buy()).body.error.billing.action).toBe('manage_billing')
})

it('BILL-21: a cancelled subscription says when it ends, and can be kept', async () => {
  const owner = await withOwner('cancelled@shop.example')
  await owner.subscribe()
  expect((await owner.status()).cancels_at).toBeNull()
  await owner.portal('cancel')
  const { cancels_at: end, cancel_at_period_end: isCancelled, plan } = await owner.status()
  expect([isCancelled, end]).toEqual([true, plan.period.end])
  const usage = async () => (await owner.api('GET', '/usage')).body.plan.ends_at
  expect(await usage()).toBe(end)
  const kept = await owner.browser.call('POST', '/app/v1/billing/keep-subscription', {})
  expect(kept.body).toMatchObject({ cancel_at_period_end: false, cancels_at: null, plan: { status: 'active' } })
  await test.app.billing.runJobs()
  expect([(await owner.status()).cancels_at, await usage()]).toEqual([null, null])
})

it('BILL-12: credits of a pack outlast the subscription, and the next one spends them', async () => {
  const owner = await withOwner('outlasts@shop.example')
  await owner.subscribe()
  await owner.topUp('small')
  await owner.portal('simulate-end')
  expect((await owner.status()).plan.status).toBe('lapsed')
  await owner.subscribe()
  expect(await owner.credits()).toBe(3_500)
})

it('BILL-9: the next payment that the sandbox simulates begins a period, with its credits', async () => {
  const owner = await withOwner('next@shop.example')
  await owner.subscribe()
  const before = (await owner.status()).plan.period
  await test.reveal(owner.apiKey, await test.plantContacts(2))
  await owner.portal('simulate-payment')
  const { plan } = await owner.status()
  expect(Date.parse(plan.period.start)).toBeGreaterThan(Date.parse(before.start))
  expect(plan.status).toBe('active')
  expect(await owner.credits()).toBe(3_000)
  expect((await owner.api('GET', '/billing/invoices')).body.data).toHaveLength(2)
})

it('BILL-17: invoices are listed newest first, with a page and a PDF for whoever has the address', async () => {
  const owner = await withOwner('invoices@shop.example')
  expect((await owner.api('GET', '/billing/invoices')).body.error.code).toBe('api_access_required')
  await owner.subscribe({ plan: 'business', interval: 'year' })
  await owner.topUp('small')
  const { data } = (await owner.api('GET', '/billing/invoices')).body
  expect(data.map((invoice: { total_label: string; status: string }) => [invoice.total_label, invoice.status])).toEqual(
    [
      ['$59', 'paid'],
      ['$2,490', 'paid'],
    ],
  )
  const page = await createVisitor(test.url).open(data[0].url)
  expect([page.status, page.text.includes('500 credits')]).toEqual([200, true])
  const pdf = await createVisitor(test.url).open(data[0].pdf_url)
  expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 8)]).toEqual([
    200,
    'application/pdf',
    '%PDF-1.4',
  ])
  expect((await createVisitor(test.url).open(misspelt(data[0].url))).status).toBe(404)
})

it('BILL-14: a refund takes back what is unspent of what was bought, and is shown on the invoice', async () => {
  const owner = await withOwner('refund@shop.example')
  await owner.subscribe({ plan: 'business' })
  await test.reveal(owner.apiKey, await test.plantContacts(3))
  await owner.portal('simulate-refund')
  expect(await owner.credits()).toBe(0)
  expect((await owner.api('GET', '/billing/invoices')).body.data[0].status).toBe('refunded')
  expect((await owner.status()).plan.status).toBe('active')
  await test.app.billing.runJobs()
  expect(await owner.credits()).toBe(0)
})

it('BILL-13, B11: automatic top-up buys below the threshold, within the ceiling, and only as an owner said', async () => {
  const owner = await withOwner('auto@shop.example')
  await owner.subscribe({ plan: 'business' })
  const set = (body: object) => owner.browser.call('POST', '/app/v1/billing/auto-top-up', body)
  const chosen = { enabled: true, pack_id: 'small', threshold: 2_998, monthly_credit_ceiling: 1_200 }
  expect((await set({ ...chosen, monthly_credit_ceiling: 499 })).body.error.param).toBe('monthly_credit_ceiling')
  expect((await set({ ...chosen, pack_id: 'giant' })).body.error.param).toBe('pack_id')
  expect((await set(chosen)).body.auto_top_up).toMatchObject({ enabled: true, bought_this_month: 0 })
  await test.app.billing.runJobs()
  expect(await owner.credits()).toBe(3_000)
  const contacts = await test.plantContacts(3)
  await test.reveal(owner.apiKey, contacts)
  await Promise.all([test.app.billing.lookForNews(), test.app.billing.lookForNews()])
  await Promise.all([test.app.billing.runJobs(), test.app.billing.runJobs()])
  expect(await owner.credits()).toBe(3_497)

  await set({ enabled: true, threshold: 100_000 })
  await test.reveal(owner.apiKey, await test.plantContacts(1))
  for (let round = 0; round < 3; round += 1) await test.app.billing.runJobs()
  // A third pack would cross the ceiling.
  expect(await owner.credits()).toBe(3_996)
  expect((await owner.status()).auto_top_up.bought_this_month).toBe(1_000)
})
