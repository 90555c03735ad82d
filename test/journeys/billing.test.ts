import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMonths } from '../../src/accounts/plan-state.ts'
import { dayMs } from '../../src/base/durations.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let test: TestApp
let origin: string
let visitor: Visitor
let now: Date

beforeAll(async () => {
  now = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000)
  test = await startTestApp({ clock: 'fixed', startAt: now })
  origin = await test.app.http.server.listen({ port: 0, host: '127.0.0.1' })
  visitor = createVisitor(origin)
})
afterAll(() => test.stop())

function moveTo(time: Date): void {
  now = time
  test.setTime(now)
}
const later = (ms: number) => moveTo(new Date(now.getTime() + ms))

let apiKey: string
// biome-ignore lint/suspicious/noExplicitAny: the journey looks into bodies whose shape is what it tests.
type JsonBody = any
async function api(method: string, path: string, body?: unknown) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as JsonBody }
}
const reveal = (ids: string[]) => api('POST', '/contacts/reveal', { contact_ids: ids })

async function createByCommand(): Promise<string> {
  const command = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
  const args = ['account', 'create', '--name', 'Acme', '--email', 'ada@acme.example', '--status', 'none', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: test.store.url,
      AUTH_SECRET: test.secrets.authSecret.toString('base64'),
      CHANNEL_KEY: test.secrets.channelKeys[0]!.toString('base64'),
    },
  })
  return JSON.parse(stdout).api_key
}

it('PLAN-3, PLAN-4, PLAN-5, PLAN-6, PLAN-7: an account lives from its first trial through trouble and lapse, and comes back', async () => {
  const contacts = await test.plantContacts(300)
  apiKey = await createByCommand()

  // Never paid: only billing answers, and everything else says how to begin.
  const refused = await api('GET', '/usage')
  expect(refused.status).toBe(403)
  expect(refused.body.error).toMatchObject({
    code: 'api_access_required',
    billing: {
      action: 'create_subscription_link',
      url: 'http://localhost:8080/settings/billing',
      endpoint: '/api/v1/billing/subscription-link',
    },
  })
  expect((await api('POST', '/billing/portal-link', {})).body.error.code).toBe('billing_customer_not_found')

  // A checkout with a trial; the first card is declined.
  const link = await api('POST', '/billing/subscription-link', {})
  expect(link.body).toMatchObject({ object: 'billing_link', kind: 'subscription' })
  expect(new Date(link.body.expires_at).getTime() - now.getTime()).toBe(30 * 60_000)
  expect((await visitor.open(link.body.url)).text).toContain('Try Pro for 14 days')
  const declined = await visitor.submit('/sandbox/checkout', { card_number: '4000 0000 0000 0002' })
  expect([declined.status, declined.text.includes('The card was declined')]).toEqual([402, true])
  const paid = await visitor.submit('/sandbox/checkout', { card_number: '4242 4242 4242 4242' })
  expect(paid.path).toContain('/settings/billing?checkout=completed')
  const trial = await api('GET', '/billing/status')
  expect(trial.body).toMatchObject({
    provider: 'sandbox',
    plan: { id: 'pro', status: 'trialing' },
    payment_method_on_file: true,
    billing: null,
  })

  // 250 of 250, then the trial action.
  for (let at = 0; at < 250; at += 10) expect((await reveal(contacts.slice(at, at + 10))).status).toBe(200)
  const exhausted = await reveal([contacts[250]!])
  expect(exhausted.status).toBe(402)
  expect(exhausted.body.error.billing).toEqual({
    action: 'end_trial_to_unlock_pro_credits',
    current_limit: 250,
    paid_plan_limit: 1000,
    trial_ends_at: new Date(now.getTime() + 14 * dayMs).toISOString(),
    url: 'http://localhost:8080/settings/billing',
    can_unlock_paid_credits_now: true,
  })
  await test.app.billing.runJobs()

  // An account that already pays is sent to the portal, even if it asked for a checkout. There the trial ends at once.
  later(3 * dayMs)
  const portal = await api('GET', '/billing/subscription-link')
  expect(portal.body.kind).toBe('portal')
  await visitor.open(portal.body.url)
  const ended = await visitor.submit('/sandbox/portal/end-trial')
  expect(ended.text).toContain('All payments are up to date')
  const paidAt = now
  expect((await reveal([contacts[250]!])).body.credits).toMatchObject({ spent: 1, remaining: 999 })

  // The card goes bad; the next month's payment fails, access stays for the grace.
  await visitor.submit('/sandbox/portal/card', { card_number: '4000000000000341' })
  moveTo(new Date(addMonths(paidAt, 1).getTime() + 60_000))
  await test.app.billing.runJobs()
  const grace = await api('GET', '/billing/status')
  expect(grace.body.plan.status).toBe('past_due')
  expect(grace.body.billing.action).toBe('manage_billing')
  const graceEnds = new Date(grace.body.grace_ends_at)
  expect((await reveal([contacts[251]!])).body.credits).toMatchObject({ spent: 1, remaining: 999 })

  // The clock alone ends it.
  moveTo(new Date(graceEnds.getTime() - 1))
  expect((await reveal([contacts[252]!])).status).toBe(200)
  moveTo(graceEnds)
  const lapsed = await reveal([contacts[253]!])
  expect(lapsed.status).toBe(403)
  expect(lapsed.body.error.billing).toEqual({
    action: 'manage_billing',
    url: 'http://localhost:8080/settings/billing',
    endpoint: '/api/v1/billing/portal-link',
  })
  expect((await api('GET', '/billing/status')).body).toMatchObject({
    plan: { status: 'lapsed', period: null },
    grace_ends_at: null,
    billing: { action: 'manage_billing' },
  })
  await test.app.billing.runJobs()

  // Portal, another card, pay: access is back, and the month that was opened is not granted again.
  const portalLink = await api('POST', '/billing/portal-link', {})
  expect(portalLink.body.kind).toBe('portal')
  await visitor.open(portalLink.body.url)
  expect((await visitor.submit('/sandbox/portal/pay')).text).toContain('The last payment failed')
  await visitor.submit('/sandbox/portal/card', { card_number: '4242424242424242' })
  expect((await visitor.submit('/sandbox/portal/pay')).text).toContain('All payments are up to date')
  expect((await reveal([contacts[253]!])).body.credits).toMatchObject({ spent: 1, remaining: 997 })

  // The entries explain every credit.
  const entries = await allEntries()
  const summed = entries.filter((entry) => entry.kind !== 'spend').map(({ kind, amount }) => [kind, amount])
  expect(summed).toEqual([
    ['grant', 250],
    ['grant', 1000],
    ['expire', -999],
    ['grant', 1000],
  ])
  expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(997)
  expect((await verifyLedger(test.store.database)).problems).toEqual([])

  // Each notice once, however often the jobs run.
  await test.app.billing.runJobs()
  await test.app.billing.runJobs()
  expect(test.mails.map((mail) => mail.subject).sort()).toEqual([
    'Receipt for your payment of $99',
    'Receipt for your payment of $99',
    'You are out of contact credits',
    'Your access has ended',
    'Your payment failed',
    'Your trial has ended',
  ])
  expect(new Set(test.mails.map((mail) => mail.to))).toEqual(new Set(['ada@acme.example']))
})

type Entry = { kind: string; amount: number }

async function allEntries(): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor = ''
  do {
    const { body } = await api('GET', `/credits/entries?limit=100${cursor && `&cursor=${cursor}`}`)
    entries.push(...body.data)
    cursor = body.next_cursor ?? ''
  } while (cursor)
  return entries.reverse()
}
