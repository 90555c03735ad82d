import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import {
  type StripeDouble,
  startStripeDouble,
  stripeInvoice,
  stripeSubscription,
  stripeTestKey,
} from '../../test/support/stripe-double.ts'
import { readConfig } from '../config.ts'
import { plans } from './plans.ts'
import { checkStripe } from './stripe-provider.ts'

const startAt = new Date('2026-03-02T09:30:00.000Z')
const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000)
const webhookSecret = 'whsec_double'
let now = startAt
let stripe: StripeDouble
let test: TestApp
beforeAll(async () => {
  stripe = await startStripeDouble(() => now)
  const settings = { secretKey: stripeTestKey, webhookSecret, apiBase: stripe.url }
  test = await startTestApp({ clock: 'fixed', startAt, stripe: settings })
})
afterAll(async () => {
  await test.stop()
  await stripe.stop()
})

function moveTo(time: Date): void {
  now = time
  test.setTime(now)
}

let events = 0
async function emit(type: string, object: object): Promise<number> {
  events += 1
  const payload = JSON.stringify({
    id: `evt_${events}`,
    object: 'event',
    type,
    created: inSeconds(now),
    data: { object },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: webhookSecret,
    timestamp: inSeconds(now),
  })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await test.app.http.server.inject({ method: 'POST', url: '/webhooks/billing', payload, headers })
  return answer.statusCode
}

it('a life at Stripe: checkout with trial, portal, early end, failure and end, by the real SDK', async () => {
  const { apiKey, accountId } = await test.createAccount({ status: 'none', email: 'ada@acme.example' })
  const call = (method: string, path: string) =>
    test.call(method, `/api/v1/billing/${path}`, { key: apiKey, ...(method === 'POST' && { body: {} }) })

  const link = await call('POST', 'subscription-link')
  expect(link.body).toMatchObject({ kind: 'subscription', url: 'https://checkout.stripe.com/c/pay/cs_test_1' })
  expect(link.body.expires_at).toBe('2026-03-02T10:00:00.000Z')
  const checkout = stripe.calls.find((made) => made.path === '/v1/checkout/sessions')!
  expect(checkout.key).toBe(stripeTestKey)
  expect(checkout.fields).toMatchObject({
    mode: 'subscription',
    'line_items[0][price]': 'price_pro',
    client_reference_id: accountId,
    'subscription_data[metadata][account_id]': accountId,
    'subscription_data[trial_period_days]': '14',
    customer_email: 'ada@acme.example',
  })
  // Creating a link makes nobody a customer.
  expect((await call('POST', 'portal-link')).body.error.code).toBe('billing_customer_not_found')

  const began = inSeconds(now)
  const trial = stripeSubscription({ accountId, startsAt: began, trialEnd: began + 14 * 86_400 })
  expect(await emit('invoice.paid', { ...stripeInvoice(began, ''), id: 'in_0' })).toBe(200)
  expect(await emit('customer.subscription.created', { ...trial, default_payment_method: null })).toBe(200)
  expect(await emit('customer.subscription.updated', trial)).toBe(200)
  expect((await call('GET', 'status')).body).toMatchObject({
    provider: 'stripe',
    plan: { status: 'trialing' },
    payment_method_on_file: true,
  })

  const portal = await call('GET', 'subscription-link')
  expect(portal.body).toMatchObject({ kind: 'portal', url: 'https://billing.stripe.com/p/session/bps_1' })
  expect(portal.body.expires_at).toBe('2026-03-02T09:35:00.000Z')
  expect(stripe.calls.at(-1)!.fields.customer).toBe('cus_1')

  // The reply alone unlocks the credits; the events that follow tell nothing new.
  moveTo(new Date(startAt.getTime() + 86_400_000))
  expect((await call('POST', 'end-trial')).body.plan.status).toBe('active')
  expect(stripe.calls.at(-1)!.fields.trial_end).toBe('now')
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body.contact_credits.remaining).toBe(1000)
  const ended = { ...trial, status: 'active', trial_end: inSeconds(now) }
  await emit('customer.subscription.updated', ended)
  await emit('invoice.paid', stripeInvoice(inSeconds(now), accountId))
  const entries = await test.call('GET', '/api/v1/credits/entries?kind=grant', { key: apiKey })
  expect(entries.body.data.map((entry: { amount: number }) => entry.amount)).toEqual([1000, 250])

  moveTo(new Date(now.getTime() + 31 * 86_400_000))
  await emit('invoice.payment_failed', { ...stripeInvoice(inSeconds(now), accountId), id: 'in_2' })
  expect((await call('GET', 'status')).body.plan.status).toBe('past_due')
  await emit('customer.subscription.deleted', { ...ended, status: 'canceled', ended_at: inSeconds(now) + 1 })
  moveTo(new Date(now.getTime() + 2_000))
  expect((await call('GET', 'status')).body.plan.status).toBe('lapsed')

  // The portal can't mend what has ended: the way back is a checkout, for the same customer, without a second trial.
  expect((await call('POST', 'portal-link')).body.kind).toBe('subscription')
  const again = stripe.calls.at(-1)!.fields
  expect([again.customer, again['subscription_data[trial_period_days]']]).toEqual(['cus_1', undefined])
})

it('a new checkout closes the account’s older ones that are still open, and those of nobody else', async () => {
  const [ada, ben] = [await test.createAccount({ status: 'none' }), await test.createAccount({ status: 'none' })]
  const linkOf = async ({ apiKey }: { apiKey: string }) => {
    const link = await test.call('GET', '/api/v1/billing/subscription-link', { key: apiKey })
    return link.body.url.split('/').at(-1)
  }
  const closed = () => stripe.calls.flatMap(({ path }) => path.match(/sessions\/(\w+)\/expire$/)?.[1] ?? [])
  const before = closed().length
  const first = await linkOf(ada)
  await linkOf(ben)
  expect(closed().slice(before)).toEqual([])
  const [second, third] = await Promise.all([linkOf(ada), linkOf(ada)])
  const left = [first, second, third].filter((session) => !closed().includes(session))
  expect([new Set(closed().slice(before)).size, left.length]).toEqual([2, 1])
  // One that has run out needs no closing.
  moveTo(new Date(now.getTime() + 31 * 60_000))
  const count = closed().length
  await linkOf(ada)
  expect(closed().length).toBe(count)
})

it('PLAN-13, B9: of two checkouts that were completed side by side, the second is cancelled at Stripe and its payment given back', async () => {
  const { accountId, apiKey } = await test.createAccount({ status: 'none' })
  const began = inSeconds(now)
  const given = { accountId, trialEnd: null }
  const first = { ...stripeSubscription({ ...given, startsAt: began, id: 'sub_parallel' }), customer: 'cus_3' }
  const second = { ...stripeSubscription({ ...given, startsAt: began + 1, id: 'sub_2' }), customer: 'cus_4' }
  const callsTo = (path: string) => stripe.calls.filter((call) => call.path === path).map((call) => call.method)
  expect(await emit('customer.subscription.created', { ...first, status: 'active' })).toBe(200)
  expect(callsTo('/v1/subscriptions/sub_2')).toEqual([])

  // Stripe does not answer: nor do we take the event for good, so that it comes again.
  const { url } = stripe
  await stripe.stop()
  const secondEvent = events + 1
  expect(await emit('customer.subscription.created', { ...second, status: 'active' })).toBe(503)
  stripe = await startStripeDouble(() => now, new URL(url).port)
  events = secondEvent - 1
  expect(await emit('customer.subscription.created', { ...second, status: 'active' })).toBe(200)
  expect(callsTo('/v1/subscriptions/sub_2')).toEqual(['GET', 'DELETE'])
  expect(stripe.calls.find((call) => call.path === '/v1/refunds')!.fields).toEqual({
    payment_intent: 'pi_2',
    reason: 'duplicate',
  })

  const ended = { ...second, status: 'canceled', ended_at: inSeconds(now) + 2 }
  expect(await emit('customer.subscription.deleted', ended)).toBe(200)
  expect(callsTo('/v1/subscriptions/sub_2')).toEqual(['GET', 'DELETE'])
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body.contact_credits).toMatchObject({ limit: 1000, remaining: 1000 })
  const entries = await test.call('GET', '/api/v1/credits/entries', { key: apiKey })
  expect(entries.body.data).toHaveLength(1)
})

it('a Stripe that is down is a 503 to try again', async () => {
  const { apiKey } = await test.createAccount({ status: 'none' })
  await stripe.stop()
  const answer = await test.call('GET', '/api/v1/billing/subscription-link', { key: apiKey })
  expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable'])
  stripe = await startStripeDouble(() => now)
})

it('settings that Stripe refuses fail at the start with their name; missing prices and no answer are warnings', async () => {
  const settings = { secretKey: stripeTestKey, webhookSecret, apiBase: stripe.url }
  await expect(checkStripe({ ...settings, secretKey: 'sk_test_wrong' }, plans)).rejects.toThrow(/STRIPE_SECRET_KEY/)
  expect((await checkStripe(settings, plans)).warning).toContain('enterprise')
  expect((await checkStripe({ ...settings, apiBase: 'http://127.0.0.1:1' }, plans)).warning).toContain(
    'does not answer',
  )
})

it('more plans than Stripe takes in one question are asked for in several', async () => {
  const many = new Map(Array.from({ length: 23 }, (_, at) => [`plan_${at}`, plans.get('pro')!]))
  const settings = { secretKey: stripeTestKey, webhookSecret, apiBase: stripe.url }
  expect(await checkStripe(settings, many)).toEqual({ warning: null })
  const { warning } = await checkStripe(settings, new Map([...many, ['enterprise', plans.get('enterprise')!]]))
  expect(warning).toMatch(/lookup key enterprise:/)
})

it.each([
  [{ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY must be'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY is missing'],
  [{ STRIPE_API_BASE: 'http://localhost:1' }, 'STRIPE_API_BASE is set'],
  [{ STRIPE_API_BASE: 'not a url' }, 'STRIPE_API_BASE is not a URL'],
])('wrong provider settings %j fail at the start by name', (environment, fault) => {
  expect(() => readConfig(environment)).toThrow(fault)
})

it('the sandbox is not there when Stripe takes the payments', async () => {
  expect((await test.call('GET', '/sandbox/style.css')).status).toBe(404)
})
