/** What the system page and the billing page of an account are for: what does not move, and what differs from the payment provider. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import {
  createFakeStripe,
  type ServedStripe,
  serveFakeStripe,
  stripeTestKey,
} from '../../test/support/simulated-stripe.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sql } from '../base/sql.ts'
import * as actions from '../billing/stripe-simulator/actions.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
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

const admin = (method: string, path: string, body?: unknown) =>
  test.call(method, `/admin/v1${path}`, { key, ...(body !== undefined && { body }) })
const open = (path: string) => operator.browser.open(`/operator${path}`)

it('OPERATOR-18: the system page shows webhooks that fail, jobs that failed or wait, and queues', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  const hook = await test.call('POST', '/api/v1/webhooks', {
    key: apiKey,
    body: { url: 'https://hook.example/secret' },
  })
  expect(hook.status).toBe(201)
  const job = await test.call('POST', '/api/v1/jobs', { key: apiKey, body: { kind: 'reveal', contact_ids: ids } })
  const before = (await admin('GET', '/system')).body
  expect(before.webhooks).toEqual([])
  expect(before.jobs).toContainEqual(expect.objectContaining({ job_id: job.body.id, status: 'queued' }))
  expect(before.queues).toContainEqual({ queue: 'job', state: 'created', jobs: 1 })
  await test.store.owner.query(sql`UPDATE webhooks SET failing_since = now() - interval '1 hour'`)
  await test.store.owner.query(sql`UPDATE jobs SET status = 'failed', ended_at = now()`)
  const { body } = await admin('GET', '/system')
  expect(body.webhooks).toEqual([
    { account_id: accountId, host: 'hook.example', failing_since: expect.any(String), pending: expect.any(Number) },
  ])
  expect(body.jobs).toContainEqual(expect.objectContaining({ job_id: job.body.id, status: 'failed' }))
  const page = await open('/system')
  for (const shown of ['hook.example', job.body.id, 'failed']) expect(page.text).toContain(shown)
  expect(page.text).not.toContain('hook.example/secret')
})

it('OPERATOR-18: the billing page shows invoices and what differs from the payment provider, and settles it', async () => {
  const { accountId } = await test.createAccount({ name: 'Acme', status: 'lapsed' })
  stripe.world.customers.set('cus_old', {
    ...{ id: 'cus_old', object: 'customer', metadata: {}, default_source: null },
    invoice_settings: { default_payment_method: null },
  })
  actions.addCard(stripe.world, 'cus_old')
  actions.createSubscription(stripe.world, {
    ...{ customer: 'cus_old', priceId: 'price_business_month', trialDays: null },
    metadata: { account_id: accountId, plan_id: 'business' },
  })
  await test.store.owner.query(sql`UPDATE accounts SET customer_id = 'cus_old' WHERE account_id = ${accountId}`)
  const { body } = await admin('GET', `/accounts/${accountId}/billing`)
  expect(body).toMatchObject({ provider: 'stripe', customer_id: 'cus_old' })
  expect(body.differences).toContain('status: lapsed -> active')
  expect(body.invoices).toEqual([expect.objectContaining({ total_label: '$249', status: 'paid' })])
  // Looking changes nothing.
  expect((await admin('GET', `/accounts/${accountId}`)).body).toMatchObject({ plan: 'pro', status: 'lapsed' })
  const page = await open(`/accounts/${accountId}/billing`)
  for (const shown of ['status: lapsed -&gt; active', '$249']) expect(page.text).toContain(shown)
  const settle = `/operator/accounts/${accountId}/settle`
  const settled = await operator.send(page, settle, { reason: 'Moved from 1.0' })
  expect(settled.text).toContain('Nothing differs.')
  expect((await admin('GET', `/accounts/${accountId}`)).body).toMatchObject({ plan: 'business', status: 'active' })
  const [entry] = await readAuditEntries(test.app.database, { accountId, byOperators: true, limit: 1 })
  expect(entry).toMatchObject({ action: 'billing.settled', actorName: 'Ada', details: { reason: 'Moved from 1.0' } })
})

it('OPERATOR-15: the first page shows the last imports, and asks about health once a minute', async () => {
  const { channelKeys, database } = test.app
  for (const name of ['first', 'second'])
    await importCatalogue(database, {
      source: readRecords([{ domain: `${name}.example` }]),
      channelKeys,
      sourceName: name,
    })
  const { body } = await admin('GET', '/today')
  expect(
    body.imports.map(({ source, state }: { source: string; state: string }) => [source, state]).slice(0, 2),
  ).toEqual([
    ['second', 'finished'],
    ['first', 'finished'],
  ])
  const page = await open('/today')
  expect([page.text.includes('second'), page.text.includes('Last imports')]).toEqual([true, true])
  // Other checks ask a mail server and the payment provider: not for every page.
  await test.store.owner.query(sql`UPDATE webhooks SET failing_since = now() - interval '2 days'`)
  expect((await admin('GET', '/today')).body.findings).toEqual(body.findings)
})
