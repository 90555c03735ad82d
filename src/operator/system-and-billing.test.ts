/** What the system page and the billing page of an account are for: what does not move, and what differs from the payment provider. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
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
import { confirmRequest, openRequest } from '../privacy/requests.ts'

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
  await test.store.owner.query(sql`UPDATE jobs SET status = 'running'`)
  const running = (await admin('GET', '/system')).body
  expect(running.jobs).toContainEqual(expect.objectContaining({ job_id: job.body.id, status: 'running' }))
  await test.store.owner.query(sql`UPDATE jobs SET status = 'failed', ended_at = now()`)
  await test.store.owner.query(sql`UPDATE jobs.job SET state = 'failed' WHERE name = 'job'`)
  const { body } = await admin('GET', '/system')
  expect(body.webhooks).toEqual([
    { account_id: accountId, host: 'hook.example', failing_since: expect.any(String), pending: expect.any(Number) },
  ])
  expect(body.jobs).toContainEqual(expect.objectContaining({ job_id: job.body.id, status: 'failed' }))
  expect(body.queues).toContainEqual({ queue: 'job', state: 'failed', jobs: 1 })
  const page = await open('/system')
  expect(page.text).toMatch(/<dt>Size<\/dt><dd>\d+ MiB</)
  for (const shown of ['hook.example', job.body.id, 'failed']) expect(page.text).toContain(shown)
  expect(page.text).not.toContain('hook.example/secret')
})

it('OPERATOR-18: the system page shows this node, all nodes, the database, who is connected and queues as programs see them', async () => {
  const { body } = await admin('GET', '/system')
  expect([body.nodes.length, body.programs.length, body.queues.length].map((rows) => rows > 0)).toEqual([
    true,
    true,
    true,
  ])
  const page = await open('/system')
  const tables = page.text.slice(page.text.indexOf('<h2>Nodes</h2>'))
  for (const shown of [
    ...[body.node.version, body.node.runtime, String(body.node.process_id)],
    ...[body.database.version, body.database.last_migration, `of ${body.database.connections_max}`],
  ])
    expect(page.text).toContain(shown)
  for (const { program } of body.programs) expect(tables).toContain(program)
  for (const { process_id, version } of body.nodes)
    expect(tables).toContain(`<td>${process_id}</td><td>${version}</td>`)
  for (const { queue, state } of body.queues) expect(tables).toContain(`<td>${queue}</td><td>${state}</td>`)
  expect(page.text).toContain('<a href="/operator/system/releases">Release notes</a>')
  expect(page.text).not.toContain('Nodes of several versions')
  const older = new pg.Client({
    connectionString: test.store.url,
    application_name: 'prospector background 0.9.0 #1 threads 4',
  })
  await older.connect()
  onTestFinished(() => older.end())
  expect((await admin('GET', '/system')).body.nodes).toContainEqual(
    expect.objectContaining({ version: '0.9.0', process_id: 1, threads: 4 }),
  )
  const mixed = (await open('/system')).text
  expect(mixed).toContain('Nodes of several versions run side by side')
  expect(mixed).toContain('<td>1</td><td>0.9.0</td><td class="number">4</td>')
  // What doctor says of mail, disk, backups and the certificate is here, too.
  expect(body.findings).toEqual((await admin('GET', '/today')).body.findings)
  for (const { about } of body.findings) expect(mixed).toContain(`<td>${about}</td>`)
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
  // What the provider does not answer is not the same as nothing that differs.
  stripe.refuseNext('/v1/', 403, { type: 'invalid_request_error', message: 'This key may not' })
  const unanswered = await admin('GET', `/accounts/${accountId}/billing`)
  expect([unanswered.status, unanswered.body.differences]).toEqual([400, undefined])
  expect(unanswered.body.error.message).toContain('The payment provider could not answer')
})

it('OPERATOR-18: failed payments are listed with when access ends, and customers who wait to be compared are counted', async () => {
  const { accountId } = await test.createAccount({ name: 'Unpaid <b>', status: 'past_due' })
  const ends = new Date('2031-01-07T10:00:00Z')
  await test.store.owner.query(sql`UPDATE accounts SET access_ends_at = ${ends} WHERE account_id = ${accountId}`)
  const before = (await admin('GET', '/billing')).body
  expect(before.failed_payments).toEqual([
    {
      ...{ account_id: accountId, name: 'Unpaid <b>', plan: 'pro', suspended: false },
      access_ends_at: ends.toISOString(),
    },
  ])
  const look = (minutes: number) => sql`${test.app.clock.now()}::timestamptz - make_interval(mins => ${minutes}::int)`
  await test.store.owner.query(sql`
    INSERT INTO billing_customers (customer_id, next_look_at)
    VALUES ('cus_late', ${look(11)}), ('cus_soon', ${look(9)}), ('cus_test_late', ${look(11)})`)
  const { body } = await admin('GET', '/billing')
  expect([body.provider, body.customers - before.customers, body.waiting - before.waiting]).toEqual(['stripe', 2, 1])
  await admin('POST', `/accounts/${accountId}/suspend`, { reason: 'Fraud' })
  const { text } = await open('/billing')
  for (const shown of ['Unpaid &lt;b&gt;</a> (suspended)', `/accounts/${accountId}/billing`, '2031-01-07 10:00'])
    expect(text).toContain(shown)
  await test.store.owner.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  expect((await open('/billing')).text).toContain('No payment has failed.')
})

it('OPERATOR-15: the first page shows the load: requests of today over all accounts, and of the machine', async () => {
  const before = (await admin('GET', '/today')).body.load
  const { apiKey } = await test.createAccount({ name: 'Busy' })
  for (let at = 0; at < 3; at += 1) await test.call('GET', '/api/v1/usage', { key: apiKey })
  const { load } = (await admin('GET', '/today')).body
  expect([load.requests - before.requests, load.accounts - before.accounts]).toEqual([3, 1])
  expect([load.machine >= 0, load.cores > 0]).toEqual([true, true])
  const { text } = await open('/today')
  expect(text).toContain(`<strong>${load.requests}</strong>requests today, of ${load.accounts} account`)
  const now = test.app.clock.now()
  test.setTime(new Date(now.getTime() + 86_400_000))
  expect((await admin('GET', '/today')).body.load).toMatchObject({ requests: 0, accounts: 0 })
  test.setTime(now)
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

it('OPERATOR-15: whatever waits for a person is counted, and leads to where it is dealt with; health is asked again after a minute', async () => {
  const { accountId, apiKey } = await test.createAccount({ name: 'Late', status: 'past_due', credits: 10 })
  const [contactId] = await test.plantContacts(1)
  await test.call('POST', '/api/v1/webhooks', { key: apiKey, body: { url: 'https://ill.example' } })
  const made = await test.call('POST', '/api/v1/jobs', {
    key: apiKey,
    body: { kind: 'enrich', domains: ['a.example'] },
  })
  expect(made.status).toBe(201)
  const { clock, channelKeys: keys, database } = test.app
  const before = (await admin('GET', '/today')).body.needs as { about: string; count: number }[]
  await database.transaction(async (tx) => {
    const ask = { kind: 'erase' as const, language: 'en' as const, ask: { email: 'late@person.example' } }
    await confirmRequest(tx, clock, await openRequest(tx, { clock, keys }, ask))
  })
  await test.store.owner.query(sql`
    UPDATE privacy_requests SET due_at = ${clock.now()}::timestamptz - interval '1 day' WHERE state = 'open'`)
  await test.store.owner.query(sql`
    INSERT INTO bounce_reviews (account_id, contact_id, email_hash, review_id, code, reported_at)
    VALUES (${accountId}, ${contactId}, '\\x00', 'bnc_late', '550', now())`)
  await test.store.owner.query(sql`
    INSERT INTO store_changes (store_id, observed_at, type, value, import_run, state)
    SELECT store_id, now(), 'app_removed', 'Klaviyo', 7, 'held' FROM stores LIMIT 1`)
  await test.store.owner.query(sql`
    UPDATE webhooks SET failing_since = now() - interval '2 days' WHERE account_id = ${accountId}`)
  await test.store.owner.query(sql`
    UPDATE jobs SET status = 'running', created_at = created_at - interval '1 hour' WHERE account_id = ${accountId}`)
  const { body } = await admin('GET', '/today')
  const more = (body.needs as typeof before).map(({ about, count }) => [
    about,
    count - (before.find((one) => one.about === about)?.count ?? 0),
  ])
  expect(more).toEqual([
    ['privacy', 1],
    ['bounces', 1],
    ['changes', 1],
    ['payments', 0],
    ['webhooks', 1],
    ['jobs', 1],
  ])
  expect(body.needs[0].message).toContain('1 overdue')
  const page = await open('/today')
  const waiting = page.text.slice(page.text.indexOf('Needs a person'), page.text.indexOf('<h2>Health'))
  expect([...waiting.matchAll(/href="\/operator([^"]*)"/g)].map(([, path]) => path)).toEqual([
    ...['/requests', '/requests', '/catalogue', '/accounts?status=past_due', '/system', '/system'],
  ])
  expect(page.text).toMatch(/<td>pro<\/td><td><a href="\/operator\/accounts\?status=past_due">past_due<\/a><\/td>/)
  expect(page.text).not.toContain('been failing for more than a day')

  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await open('/today')).text).toContain('been failing for more than a day')
})

it('OPERATOR-15: credits are told apart by how they came and went', async () => {
  const { accountId, apiKey } = await test.createAccount({ name: 'Credits', credits: 10 })
  const credits = async () => (await admin('GET', '/today')).body.credits
  const before = await credits()
  await admin('POST', `/accounts/${accountId}/grant`, { credits: 5, reason: 'Sorry' })
  await test.reveal(apiKey, await test.plantContacts(2))
  const [{ entry_id }] = (await admin('GET', `/accounts/${accountId}`)).body.entries
  await admin('POST', `/accounts/${accountId}/refund`, { entry_id, amount: 1, reason: 'Bounced' })
  const after = await credits()
  for (const days of ['last_day', 'last_7_days'])
    expect(Object.keys(after[days]).map((name) => [name, after[days][name] - before[days][name]])).toEqual([
      ['spent', 2],
      ['in_periods', 0],
      ['sold', 0],
      ['granted', 5],
      ['refunded', 1],
    ])
  test.setTime(new Date(test.app.clock.now().getTime() + 25 * 3_600_000))
  const nextDay = await credits()
  expect([nextDay.last_day.granted, nextDay.last_7_days.granted]).toEqual([0, after.last_7_days.granted])
})
