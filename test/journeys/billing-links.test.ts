import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccount } from '../../src/accounts/accounts.ts'
import { readAuditEntries } from '../../src/audit/entries.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createVisitor } from '../support/visitor.ts'

const startAt = new Date('2026-03-02T09:30:00.000Z')
let test: TestApp
let origin: string
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt })
  origin = await test.app.http.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.stop())

let minutes = 0
/** Billing operations are limited to 30 a minute, and the clock stands still: each test gets a minute of its own. */
function nextMinute(): Date {
  minutes += 60
  const time = new Date(startAt.getTime() + minutes * 60_000)
  test.setTime(time)
  return time
}

const link = async (key: string, kind: 'subscription' | 'portal' = 'subscription'): Promise<string> =>
  (await test.call('POST', `/api/v1/billing/${kind}-link`, { key, body: {} })).body.url
const status = async (key: string) => (await test.call('GET', '/api/v1/billing/status', { key })).body
const paying = { card_number: '4242424242424242' }

it('BILL-3, B7: a link works once, and is dead after 30 minutes', async () => {
  const now = nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const used = await link(apiKey)
  expect((await createVisitor(origin).open(used)).status).toBe(200)
  expect((await createVisitor(origin).open(used)).status).toBe(404)

  const old = await link(apiKey)
  test.setTime(new Date(now.getTime() + 30 * 60_000))
  expect((await createVisitor(origin).open(old)).status).toBe(404)
  expect((await createVisitor(origin).open('/sandbox/checkout/made-up')).status).toBe(404)
})

it('BILL-3, B7: a link acts for the account it was made for, whoever follows it, and for no other', async () => {
  nextMinute()
  const [ada, bob] = [await test.createAccount({ status: 'none' }), await test.createAccount({ status: 'none' })]
  const visitor = createVisitor(origin)
  await visitor.open(await link(ada.apiKey))
  await visitor.submit('/sandbox/checkout', paying)
  expect((await status(ada.apiKey)).plan.status).toBe('trialing')
  expect((await status(bob.apiKey)).plan.status).toBe('none')

  // Without a session of one's own, with a made-up one, and with a checkout's session at the portal: nothing.
  expect((await createVisitor(origin).submit('/sandbox/portal/end-trial')).status).toBe(404)
  expect((await visitor.submit('/sandbox/portal/end-trial')).status).toBe(404)
  const forged = { cookie: `prospector_sandbox=${'A'.repeat(43)}` }
  expect((await createVisitor(origin).submit('/sandbox/portal/cancel', {}, forged)).status).toBe(404)
  expect((await status(ada.apiKey)).plan.status).toBe('trialing')
})

it('HTTP-9: links and the end of a trial need no body, with or without a Content-Type; what has one is read as ever', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const post = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...init.headers }
    const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', ...init, headers })
    return [answer.status, ((await answer.json()) as { kind?: string }).kind]
  }
  const json = { 'content-type': 'application/json' }
  expect(await post('/billing/subscription-link')).toEqual([200, 'subscription'])
  const visitor = createVisitor(origin)
  await visitor.open(await link(apiKey))
  await visitor.submit('/sandbox/checkout', paying)
  for (const headers of [{}, json, { 'content-type': 'text/plain' }]) {
    expect(await post('/billing/portal-link', { headers })).toEqual([200, 'portal'])
  }
  expect((await post('/billing/end-trial'))[0]).toBe(200)
  expect((await status(apiKey)).plan.status).toBe('active')
  expect((await post('/billing/portal-link', { body: '{}' }))[0]).toBe(415)
  expect((await post('/billing/portal-link', { headers: json, body: ' ' }))[0]).toBe(400)
  expect((await post('/contacts/reveal'))[0]).toBe(415)
  expect((await post('/contacts/reveal', { headers: json }))[0]).toBe(400)
})

it('a form on another site can’t act with somebody’s session', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const visitor = createVisitor(origin)
  await visitor.open(await link(apiKey))
  const foreign = await visitor.submit('/sandbox/checkout', paying, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(404)
  expect((await status(apiKey)).plan.status).toBe('none')
})

it('two clicks on a checkout are one subscription', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const [one, two] = [createVisitor(origin), createVisitor(origin)]
  await Promise.all([one.open(await link(apiKey)), two.open(await link(apiKey))])
  const done = await Promise.all([
    one.submit('/sandbox/checkout', paying),
    one.submit('/sandbox/checkout', paying),
    two.submit('/sandbox/checkout', paying),
  ])
  expect(done.filter((page) => page.status >= 500)).toEqual([])
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body.contact_credits).toMatchObject({
    limit: 250,
    remaining: 250,
    trial_limit: 250,
    paid_plan_limit: 1000,
  })
})

it('BILL-2: POST and GET give the same link of an account, by its kind, with an end', async () => {
  const now = nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  for (const method of ['POST', 'GET']) {
    const { status, body } = await test.call(method, '/api/v1/billing/subscription-link', { key: apiKey })
    expect([status, Object.keys(body)]).toEqual([200, ['object', 'kind', 'url', 'expires_at', 'request_id']])
    expect(body).toMatchObject({ object: 'billing_link', kind: 'subscription', url: expect.stringMatching(/^http/) })
    expect(Date.parse(body.expires_at) - now.getTime()).toBeLessThanOrEqual(30 * 60_000)
  }
})

it('BILL-4: a portal link without a customer at the provider is a 404 that leads to a subscription', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const { status, body } = await test.call('POST', '/api/v1/billing/portal-link', { key: apiKey })
  expect([status, body.error.code]).toEqual([404, 'billing_customer_not_found'])
  expect(body.error.billing).toMatchObject({
    action: 'create_subscription_link',
    endpoint: '/api/v1/billing/subscription-link',
  })
})

it('pages carry the test band, a strict policy, no script and no session in their address', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none', name: '<b>Acme</b> & "sons"' })
  const page = await createVisitor(origin).open(await link(apiKey))
  expect(page.path).toBe('/sandbox/checkout')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.text).toContain('Test mode')
  expect(page.text).toContain('&lt;b&gt;Acme&lt;/b&gt; &amp; &quot;sons&quot;')
  expect(page.text).not.toMatch(/<script|style=| on\w+=/)
})

it('BILL-21: the sandbox asks before it cancels, and the audit log says when the subscription ends, and that it was kept', async () => {
  nextMinute()
  const { apiKey, accountId } = await test.createAccount({ status: 'none' })
  const visitor = createVisitor(origin)
  await visitor.open(await link(apiKey))
  await visitor.submit('/sandbox/checkout', paying)
  await visitor.open(await link(apiKey, 'portal'))
  const asked = await visitor.open('/sandbox/portal/cancel')
  expect(asked.text).toContain('Cancel the subscription?')
  expect(asked.text).toContain('Credits that you bought stay until their date')
  expect(await status(apiKey)).toMatchObject({ cancel_at_period_end: false })
  await visitor.submit('/sandbox/portal/cancel')
  const { cancels_at: endsAt } = await status(apiKey)
  // Nothing is asked of somebody who has cancelled.
  expect((await visitor.open('/sandbox/portal/cancel')).path).toBe('/sandbox/portal')
  await visitor.submit('/sandbox/portal/resume')
  await test.app.billing.runJobs()
  const log = (await readAuditEntries(test.app.database, { accountId, limit: 50 })).filter(({ action }) =>
    action.startsWith('billing.cancel'),
  )
  expect(log.map(({ action, details }) => [action, details])).toEqual([
    ['billing.cancellation_withdrawn', {}],
    ['billing.cancelled', { ends_at: endsAt }],
  ])
})

it('PLAN-10: there is one trial per account: after a cancelled one the next checkout is paid at once', async () => {
  const now = nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const visitor = createVisitor(origin)
  await visitor.open(await link(apiKey))
  await visitor.submit('/sandbox/checkout', paying)
  await visitor.open(await link(apiKey, 'portal'))
  expect((await visitor.submit('/sandbox/portal/cancel')).text).toContain('Cancelled')
  expect(await status(apiKey)).toMatchObject({ cancel_at_period_end: true, plan: { status: 'trialing' } })

  test.setTime(new Date(now.getTime() + 14 * 86_400_000))
  expect((await status(apiKey)).plan.status).toBe('lapsed')
  const again = await test.call('GET', '/api/v1/billing/portal-link', { key: apiKey })
  expect(again.body.kind).toBe('subscription')
  await test.app.billing.runJobs()
  const checkout = await visitor.open(again.body.url)
  expect(checkout.text).toContain('Subscribe to Pro')
  await visitor.submit('/sandbox/checkout', paying)
  expect(await status(apiKey)).toMatchObject({ cancel_at_period_end: false, plan: { status: 'active' } })
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body.contact_credits).toMatchObject({ limit: 1000, remaining: 1000, trial_limit: null })
})

it('BILL-3, PLAN-13: asking for another link does not end the first, and of all of them one sells a subscription', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const links = [await link(apiKey), ...(await Promise.all([link(apiKey), link(apiKey)]))]
  const visitors = links.map(() => createVisitor(origin))
  const opened = await Promise.all(visitors.map((visitor, at) => visitor.open(links[at]!)))
  expect(opened.map((page) => page.status)).toEqual([200, 200, 200])
  const paid = await Promise.all(visitors.map((visitor) => visitor.submit('/sandbox/checkout', paying)))
  expect(paid.map((page) => page.status).sort()).toEqual([303, 404, 404])
  expect((await status(apiKey)).plan.status).toBe('trialing')
})

it('PLAN-10: there is one trial per account: a checkout that promises a second one sells nothing', async () => {
  nextMinute()
  const { accountId, apiKey } = await test.createAccount({ status: 'none' })
  const visitor = createVisitor(origin)
  await visitor.open(await link(apiKey))
  await visitor.submit('/sandbox/checkout', paying)
  await visitor.open(await link(apiKey, 'portal'))
  await visitor.submit('/sandbox/portal/simulate-end')
  const account = (await findAccount(test.store.database, accountId))!
  const target = { plan: plans.get('pro')!, interval: 'month' } as const
  const promise = await test.app.billing.stripe!.createCheckout(account, target, true)
  await visitor.open(promise.url)
  expect((await visitor.submit('/sandbox/checkout', paying)).status).toBe(404)
  expect((await status(apiKey)).plan.status).toBe('lapsed')
})

it('BILL-5: a plan can be chosen, and one that does not exist is a 400 that names the parameter', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const wrong = await test.call('POST', '/api/v1/billing/subscription-link', { key: apiKey, body: { plan: 'gold' } })
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'plan'])
  const { body } = await test.call('GET', '/api/v1/billing/subscription-link?plan=business', { key: apiKey })
  const visitor = createVisitor(origin)
  expect((await visitor.open(body.url)).text).toContain('Subscribe to Business')
  await visitor.submit('/sandbox/checkout', paying)
  expect((await status(apiKey)).plan).toMatchObject({ id: 'business', status: 'active' })
})

it('BILL-7, PLAN-5: ending the trial by the operation unlocks the plan’s credits at once', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'none' })
  const visitor = createVisitor(origin)
  await visitor.open(await link(apiKey))
  await visitor.submit('/sandbox/checkout', paying)
  const before = await test.call('GET', '/api/v1/usage', { key: apiKey })
  const aTime = expect.stringMatching(/Z$/)
  expect([(await status(apiKey)).plan, before.body.plan]).toMatchObject([
    { trial_ends_at: aTime },
    { trial_ends_at: aTime },
  ])
  const ended = await test.call('POST', '/api/v1/billing/end-trial', { key: apiKey, body: {} })
  const plan = { status: 'active', trial_ends_at: null }
  expect(ended.body).toMatchObject({ object: 'billing_status', plan, billing: null })
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body).toMatchObject({ plan, contact_credits: { remaining: 1000 } })
  const again = await test.call('POST', '/api/v1/billing/end-trial', { key: apiKey, body: {} })
  expect([again.status, again.body.error.code]).toEqual([409, 'not_in_trial'])
})

it('an account in a trial from the operator pays by a checkout, and has no trial left', async () => {
  nextMinute()
  const { apiKey } = await test.createAccount({ status: 'trialing' })
  nextMinute()
  const visitor = createVisitor(origin)
  expect((await visitor.open(await link(apiKey))).text).toContain('Subscribe to Pro')
  await visitor.submit('/sandbox/checkout', paying)
  expect(await status(apiKey)).toMatchObject({ plan: { status: 'active' }, payment_method_on_file: true })
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(usage.body.contact_credits.remaining).toBe(1000)
})
