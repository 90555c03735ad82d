import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { findAccount } from '../../accounts/accounts.ts'
import { sql } from '../../base/sql.ts'
import { plans } from '../plans/plans.ts'
import { completeCheckout } from '../stripe-simulator/actions.ts'
import { actOn } from '../stripe-simulator/world-store.ts'

const startAt = new Date('2026-03-02T09:30:00.000Z')
let test: TestApp
let secret: string
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt })
  secret = `whsec_${createHmac('sha256', test.secrets.authSecret).update('sandbox webhook').digest('base64url')}`
})
afterAll(() => test.stop())

const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000)

function sign(payload: string, { key = secret, at = startAt } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: inSeconds(at) })
}

async function post(payload: string | Buffer, headers: Record<string, string>) {
  const response = await test.app.http.server.inject({
    method: 'POST',
    url: '/webhooks/billing',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

/** The news that the account has begun a trial, signed by nobody yet. */
async function trialEvent(accountId: string): Promise<string> {
  const { database } = test.store
  const account = (await findAccount(database, accountId))!
  await test.app.billing.stripe!.createCheckout(account, { plan: plans.get('pro')!, interval: 'month' }, true)
  const [customer] = await database.query<{ id: string }>(
    sql`SELECT customer_id AS id FROM billing_customer_accounts WHERE account_id = ${accountId}`,
  )
  const settings = { clock: test.app.clock, plans, invoiceUrl: () => '' }
  await actOn(database, settings, customer!.id, (world) => completeCheckout(world, [...world.sessions.keys()][0]!))
  const [event] = await database.query<{ payload: string }>(sql`
    SELECT payload FROM stripe_simulator_events WHERE payload LIKE ${`%${accountId}%`}`)
  return event!.payload
}

const statusOf = async (accountId: string) => {
  const [row] = await test.store.database.query<{ status: string; balance: number }>(sql`
    SELECT status, balance FROM accounts JOIN credit_balances USING (account_id) WHERE account_id = ${accountId}`)
  return row
}

it('BILL-6, B6: forged, replayed, stale, truncated and unsigned events change nothing and all get the same silent answer', async () => {
  const { accountId } = await test.createAccount({ status: 'none' })
  const payload = await trialEvent(accountId)
  const sixMinutes = new Date(startAt.getTime() - 6 * 60_000)
  const attempts = [
    await post(payload, { 'stripe-signature': sign(payload, { key: 'whsec_guess' }) }),
    await post(payload.replace(accountId, 'acc_0000000000000000000X'), { 'stripe-signature': sign(payload) }),
    await post(payload, { 'stripe-signature': sign(payload, { at: sixMinutes }) }),
    await post(payload.slice(0, -20), { 'stripe-signature': sign(payload) }),
    await post('', { 'stripe-signature': sign('') }),
    await post(payload, { 'stripe-signature': 't=1,v1=' }),
    await post(payload, { 'stripe-signature': '' }),
    await post(payload, {}),
    await post(Buffer.from([0xff, 0xfe, 0x00]), { 'stripe-signature': sign(payload) }),
  ]
  const answers = attempts.map(({ status, body }) => {
    const { request_id, ...error } = body.error
    expect(request_id).toMatch(/^req_/)
    return JSON.stringify([status, error])
  })
  expect(new Set(answers).size).toBe(1)
  expect(attempts[0]!.status).toBe(400)
  expect(await statusOf(accountId)).toEqual({ status: 'none', balance: 0 })
})

it('B1, B2, B3: one event delivered many times at once on any node is one trial and one grant', async () => {
  const { accountId } = await test.createAccount({ status: 'none' })
  const payload = await trialEvent(accountId)
  const headers = { 'stripe-signature': sign(payload) }
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(payload, headers)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  expect(await statusOf(accountId)).toEqual({ status: 'trialing', balance: 250 })
  const facts = await test.store.database.query(sql`
    SELECT 1 FROM credit_entries WHERE account_id = ${accountId} AND kind = 'grant'`)
  expect(facts).toHaveLength(1)
})

it('events that name no customer of ours, or lack what we expect, are acknowledged and ignored', async () => {
  const objects = [
    undefined,
    null,
    'text',
    {},
    { customer: 7 },
    { customer: 'cus_foreign' },
    { object: 'customer', id: 'cus_x' },
  ]
  for (const object of objects) {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'anything.happened', data: { object } })
    const answer = await post(payload, { 'stripe-signature': sign(payload) })
    expect([object, answer.status, answer.body.received]).toEqual([object, 200, true])
  }
  const rows = await test.store.database.query(sql`SELECT 1 FROM billing_customers WHERE customer_id LIKE 'cus_f%'`)
  expect(rows).toEqual([])
})

it('the webhook takes nothing but POST', async () => {
  const response = await test.app.http.server.inject({ method: 'GET', url: '/webhooks/billing' })
  expect(response.statusCode).toBe(405)
  expect(response.headers.allow).toBe('POST')
})

it('every change of plan leaves a line of history with the event that caused it', async () => {
  const { accountId } = await test.createAccount({ status: 'none' })
  const payload = await trialEvent(accountId)
  await post(payload, { 'stripe-signature': sign(payload) })
  const history = await test.store.database.query(sql`
    SELECT fact_id, status_before, status_after FROM plan_history WHERE account_id = ${accountId} ORDER BY seq`)
  expect(history).toEqual([{ fact_id: JSON.parse(payload).id, status_before: 'none', status_after: 'trialing' }])
})
