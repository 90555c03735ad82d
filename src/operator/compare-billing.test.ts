/** All customers compared with the payment provider when the operator asks: in parts, with a cursor, and without a change. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import {
  createFakeStripe,
  type ServedStripe,
  serveFakeStripe,
  stripeTestKey,
} from '../../test/support/simulated-stripe.ts'
import { sql } from '../base/sql.ts'
import * as actions from '../billing/stripe-simulator/actions.ts'
import { comparePart } from '../billing/sync/reconcile.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
let stripe: ServedStripe
beforeAll(async () => {
  stripe = await serveFakeStripe(createFakeStripe(new Date()))
  test = await startServedApp({
    clock: 'fixed',
    stripe: { secretKey: stripeTestKey, webhookSecret: 'whsec_fake', apiBase: stripe.url },
  })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'reports', { canOperate: true })).key
})
afterAll(async () => {
  await test.stop()
  await stripe.stop()
})

const compare = (query = '') => test.call('GET', `/admin/v1/billing/differences${query}`, { key })

const addCustomer = (id: string) =>
  stripe.world.customers.set(id, {
    ...{ id, object: 'customer', metadata: {}, default_source: null },
    invoice_settings: { default_payment_method: null },
  })

/** Somebody who pays at the provider, and whom nobody here knows to pay. */
async function addUnsettled(customerId: string, name: string): Promise<string> {
  const { accountId } = await test.createAccount({ name, status: 'lapsed' })
  addCustomer(customerId)
  actions.addCard(stripe.world, customerId)
  actions.createSubscription(stripe.world, {
    ...{ customer: customerId, priceId: 'price_business_month', trialDays: null },
    metadata: { account_id: accountId, plan_id: 'business' },
  })
  await test.store.owner.query(sql`UPDATE accounts SET customer_id = ${customerId} WHERE account_id = ${accountId}`)
  return accountId
}

const stored = () =>
  test.store.owner.query(sql`
    SELECT (SELECT json_agg(c ORDER BY customer_id) FROM billing_customers c) AS customers,
      (SELECT json_agg(a ORDER BY account_id) FROM accounts a) AS accounts,
      (SELECT count(*) FROM billing_snapshots) AS snapshots, (SELECT count(*) FROM credit_entries) AS entries`)

it('OPERATOR-18: all customers are compared 200 at a time: who differs and how, who could not be compared and how many are left; nothing changes', async () => {
  expect((await compare()).body).toMatchObject({ compared: 0, left: 0, data: [], failed: [], next_cursor: null })
  const first = await addUnsettled('cus_a', 'First <b>')
  const last = await addUnsettled('cus_z', 'Last')
  const others = Array.from({ length: 200 }, (_, at) => `cus_m${String(at).padStart(3, '0')}`)
  for (const id of others) addCustomer(id)
  await test.store.owner.query(sql`
    INSERT INTO billing_customers (customer_id, next_look_at)
    SELECT id, 'infinity' FROM unnest(${[...others, 'cus_test_simulated']}::text[]) AS id`)
  // However long this machine takes, a part is as large as it may be.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => void vi.restoreAllMocks())
  const before = await stored()
  const callsBefore = stripe.calls.length

  const { body: one } = await compare()
  expect([one.provider, one.compared, one.left, one.failed]).toEqual(['stripe', 200, 2, []])
  expect(one.data).toEqual([
    { account_id: first, name: 'First <b>', customer_id: 'cus_a', differences: expect.any(Array) },
  ])
  expect(one.data[0].differences).toContain('status: lapsed -> active')
  expect(one.data[0].differences).toContain('planId: pro -> business')
  const { body: two } = await compare(`?cursor=${one.next_cursor}`)
  expect([two.compared, two.left, two.next_cursor]).toEqual([2, 0, null])
  expect(two.data).toEqual([expect.objectContaining({ account_id: last, customer_id: 'cus_z' })])
  const asked = stripe.calls.slice(callsBefore)
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(asked.some(({ path }) => path.includes('cus_test_simulated'))).toBe(false)
  expect((await compare('?cursor=elsewhere')).body.error).toMatchObject({ code: 'invalid_cursor' })

  expect((await operator.browser.open('/operator/billing')).text).toMatch(
    /<form method="get" action="\/operator\/billing\/differences"[^>]*><button>Compare now</,
  )
  const page = await operator.browser.open('/operator/billing/differences')
  for (const shown of [
    '200 customers compared now: 1 account differs. Left to compare: 2.',
    'First &lt;b&gt;</a>',
    `/operator/accounts/${first}/billing`,
    'status: lapsed -&gt; active',
  ])
    expect(page.text).toContain(shown)
  expect(page.text).not.toContain(last)
  const [, next] = /href="([^"]+)">Compare the next</.exec(page.text)!
  // One whom the provider can't answer for is neither the same nor different.
  stripe.refuseNext('/v1/', 403, { type: 'invalid_request_error', message: 'This key may not' })
  const { text } = await operator.browser.open(next!)
  for (const shown of [
    '1 customer compared now',
    'could not answer for 1 customer',
    'The payment provider refused this request',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('Compare the next')
  expect(await stored()).toEqual(before)

  // What was settled no longer differs.
  await operator.send(
    await operator.browser.open(`/operator/accounts/${first}/billing`),
    `/operator/accounts/${first}/settle`,
    { reason: 'Moved from 1.0' },
  )
  const { database, billing } = test.app
  expect(await comparePart(database, billing, { after: null, most: 1, seconds: 60 })).toMatchObject({
    ...{ customers: 1, differences: [], last: 'cus_a' },
  })
})

it('OPERATOR-18: a slow provider makes a part smaller, not a page that nobody waits for', async () => {
  const { database, billing } = test.app
  const all = await comparePart(database, billing, { after: null, most: 8, seconds: 60 })
  const few = await comparePart(database, billing, { after: null, most: 8, seconds: 0 })
  expect([all.customers, few.customers]).toEqual([8, 4])
  expect([all.left + 8, few.left + 4]).toEqual([202, 202])
  const rest = await comparePart(database, billing, { after: few.last, most: 1_000, seconds: 60 })
  expect([rest.customers, rest.left, rest.last]).toEqual([198, 0, null])
})

it('OPERATOR-18: a plan or status that the operator set against a living subscription is said as a fact of its own, and settling leaves it', async () => {
  // The first of all customers.
  const accountId = await addUnsettled('cus_0', 'Kept & Sons')
  const admin = (method: string, path: string, body?: object) =>
    test.call(method, `/admin/v1/accounts/${accountId}${path}`, { key, ...(body && { body }) })
  const billing = async () => (await admin('GET', '/billing')).body
  await admin('POST', '/settle', { reason: 'The first look' })
  expect(await billing()).toMatchObject({ differences: [], overruled: null })
  expect((await admin('GET', '')).body).toMatchObject({
    ...{ plan: 'business', status: 'active' },
    subscription: 'This account pays for Business at the provider.',
  })
  for (const [change, fact] of [
    [{ plan: 'pro' }, 'The operator set Pro; the customer pays for Business at the provider.'],
    [{ status: 'lapsed' }, 'The operator set Pro, lapsed; the customer pays for Business at the provider.'],
  ] as const) {
    // The word counts from after the last news.
    test.setTime(new Date(test.app.clock.now().getTime() + 60_000))
    expect((await admin('POST', '/plan', { ...change, reason: 'As agreed' })).status).toBe(200)
    expect(await billing()).toMatchObject({ differences: [], overruled: fact })
    const part = await comparePart(test.app.database, test.app.billing, { after: null, most: 1, seconds: 60 })
    expect(part).toMatchObject({ differences: [], overruled: [{ account_id: accountId, customer_id: 'cus_0', fact }] })
    expect((await operator.browser.open(`/operator/accounts/${accountId}/billing`)).text).toContain(fact)
    await admin('POST', '/settle', { reason: 'Unasked' })
    expect((await admin('GET', '')).body).toMatchObject(change)
  }
  const fact = 'The operator set Pro, lapsed; the customer pays for Business at the provider.'
  expect((await compare()).body.overruled).toEqual([{ account_id: accountId, name: 'Kept & Sons', fact }])
  const listed = (await operator.browser.open('/operator/billing/differences')).text
  expect([listed.includes('Kept &amp; Sons</a>'), listed.includes(fact)]).toEqual([true, true])
  const { text } = await operator.browser.open(`/operator/accounts/${accountId}`)
  expect(text).toContain('This account pays for Business at the provider. What is set here holds until')
  // What the operator and the provider agree on is no fact to tell.
  test.setTime(new Date(test.app.clock.now().getTime() + 60_000))
  await admin('POST', '/plan', { plan: 'business', status: 'active', reason: 'As agreed' })
  expect(await billing()).toMatchObject({ differences: [], overruled: null })
})
