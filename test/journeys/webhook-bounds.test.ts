/** What webhooks may do at most: how many, to whom, how long, and after a lapse. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { liftSuspension, suspend } from '../../src/accounts/suspension.ts'
import { clockOf } from '../../src/accounts/test-account.ts'
import { sql } from '../../src/base/sql.ts'
import { recordEvents } from '../../src/events/record.ts'
import { createOutgoingRequests, type OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import { findFree, readBacklog } from '../../src/webhooks/deliveries.ts'
import { webhooksRetention } from '../../src/webhooks/retention.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { rowsRead } from '../support/rows-read.ts'
import { createTestKey } from '../support/test-key.ts'
import { createWebhookAccount } from '../support/webhook-account.ts'

let test: TestApp
let host: PublicHost
/** The times that receivers were given to answer; a test may shorten them. */
let given: number[] = []
let hurry = 1
beforeAll(async () => {
  host = await startPublicHost('crm.example', 'slow.example')
  const send: OutgoingRequests['send'] = (address, request) => {
    given.push(request.withinMs)
    return host.requests.send(address, { ...request, withinMs: request.withinMs / hurry })
  }
  test = await startTestApp({ webhookRequests: { ...host.requests, send } })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})
beforeEach(() => {
  given = []
  hurry = 1
  host.visits.length = 0
  host.answer((_visit, response) => response.end('ok'))
})

const withWebhook = (changes: object = {}, name = 'crm.example') =>
  createWebhookAccount(test, { url: host.at(name, '/hook'), ...changes })

it('HOOK-1: however many are made at once, an account has ten', async () => {
  const { call } = await withWebhook()
  const made = await Promise.all(
    Array.from({ length: 15 }, (_, at) => call('POST', '', { url: host.at('crm.example', `/${at}`) })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(9)
  expect((await call('GET', '')).body.total).toBe(10)
})

it('HOOK-1: a secret is in the replies that make it and in no other, and a rotation shows the new one', async () => {
  const { call, id, secret } = await withWebhook()
  const rotated = (await call('POST', `/${id}/rotate-secret`)).body.secret
  expect(rotated).toMatch(/^whsec_/)
  expect(rotated).not.toBe(secret)
  const replies = [
    await call('GET', ''),
    await call('GET', `/${id}`),
    await call('PATCH', `/${id}`, { types: null }),
    await call('POST', `/${id}/test`),
    await call('GET', `/${id}/deliveries`),
    await call('DELETE', `/${id}`),
  ]
  for (const { status, text } of replies) expect([status, text.includes('whsec_')]).toEqual([200, false])
})

it('HOOK-1: in demo mode a receiver on this machine can be tried, also without TLS, and nothing else inside', async () => {
  const receiver = createServer((_request, response) => void response.end('here')).listen(0, '127.0.0.1')
  const requests = createOutgoingRequests({ allowsLoopback: true })
  const demo = await startTestApp({ webhookRequests: requests })
  onTestFinished(async () => {
    await demo.stop()
    receiver.close()
  })
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`
  const { call, id } = await createWebhookAccount(demo, { url })
  expect((await call('POST', `/${id}/test`)).body).toMatchObject({ outcome: 'succeeded', response: 'here' })
  expect((await call('POST', '', { url: 'https://10.0.0.1/hook' })).body.error.param).toBe('url')
  expect(createOutgoingRequests().refusal(url)).not.toBeNull()
})

it('HOOK-2: a receiver that has not answered after 15 seconds has failed', async () => {
  const { call, id } = await withWebhook()
  hurry = 15
  host.answer(() => {})
  const { body } = await call('POST', `/${id}/test`)
  expect(body).toMatchObject({ outcome: 'failed', status_code: null })
  expect(given).toEqual([15_000])
})

it('HOOK-2: a delivery is listed for 30 days', async () => {
  const { reveal, deliveries, accountId } = await withWebhook({ types: ['reveal.created'] })
  await reveal(2)
  await test.app.webhooks.runDue()
  await test.app.database.query(sql`
    UPDATE webhook_deliveries SET created_at = now() - CASE sequence WHEN 2 THEN interval '30 days 1 hour' ELSE interval '29 days 23 hours' END
    WHERE account_id = ${accountId}`)
  await cleanUp(test.app.database, test.app.clock, webhooksRetention)
  expect(await deliveries()).toHaveLength(1)
})

it('HOOK-5: two tests of an account run at once; others wait for them', async () => {
  const { call, id } = await withWebhook()
  let atOnce = 0
  let most = 0
  host.answer((_visit, response) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    setTimeout(() => {
      atOnce -= 1
      response.end()
    }, 100)
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', `/${id}/test`)))
  expect(answers.map(({ body }) => body.outcome)).toEqual(Array(8).fill('succeeded'))
  expect(most).toBe(2)
})

it('HOOK-6: opt-outs and erasures are sent after a lapse, and reveals are not', async () => {
  const { accountId, reveal } = await withWebhook()
  await reveal()
  await test.store.database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  const contact_ids = await test.plantContacts(1)
  await test.store.database.transaction((tx) =>
    recordEvents(tx, test.app.clock, accountId, [
      { type: 'contact.suppressed', data: { contact_ids } },
      { type: 'contact.erased', data: { contact_ids } },
    ]),
  )
  await test.app.webhooks.runDue()
  expect(host.visits.map(({ body }) => JSON.parse(body).type).sort()).toEqual(['contact.erased', 'contact.suppressed'])
})

it('HOOK-6, OPERATOR-14: while an account is suspended only opt-outs and erasures are sent; the rest is sent after it', async () => {
  const types = ['reveal.created', 'contact.erased']
  const { accountId, reveal } = await withWebhook({ types, url: host.at('crm.example', '/suspended') })
  const { database, clock } = test.app
  const sent = () =>
    host.visits.filter(({ path }) => path === '/suspended').map(({ body }) => JSON.parse(body).type as string)
  const hourAgo = new Date(Date.now() - 3_600_000)
  host.answer((_visit, response) => response.writeHead(500).end())
  await reveal()
  await test.app.webhooks.runDue()
  expect(sent()).toEqual(['reveal.created'])
  await reveal()
  await database.transaction((tx) => suspend(tx, clock, accountId, 'Stolen card'))
  host.visits.length = 0
  host.answer((_visit, response) => response.end())
  const contact_ids = await test.plantContacts(1)
  await database.transaction((tx) =>
    recordEvents(tx, clock, accountId, [{ type: 'contact.erased', data: { contact_ids } }]),
  )
  await database.query(sql`
    UPDATE webhook_deliveries SET next_attempt_at = ${hourAgo} WHERE account_id = ${accountId} AND outcome = 'pending'`)
  await test.app.webhooks.runDue()
  await test.app.webhooks.runDue()
  expect(sent()).toEqual(['contact.erased'])
  // Nothing is late: it waits for the operator, not for a node.
  expect((await readBacklog(database, clock)).lateSeconds).toBeLessThan(600)
  await database.transaction((tx) => liftSuspension(tx, accountId))
  await test.app.webhooks.runDue()
  expect(sent()).toEqual(['contact.erased', 'reveal.created', 'reveal.created'])
})

it('HOOK-6: what happened before a lapse is sent when the account has access again, also if it was not yet a delivery', async () => {
  const url = host.at('crm.example', '/before-lapse')
  const { accountId, reveal } = await withWebhook({ types: ['reveal.created'], url })
  const sent = () => host.visits.filter(({ path }) => path === '/before-lapse').length
  const { database } = test.app
  await reveal()
  await database.query(sql`UPDATE accounts SET access_ends_at = clock_timestamp() WHERE account_id = ${accountId}`)
  await test.app.webhooks.runDue()
  expect(sent()).toBe(0)
  await database.query(sql`UPDATE accounts SET access_ends_at = NULL WHERE account_id = ${accountId}`)
  await test.app.webhooks.runDue()
  expect(sent()).toBe(1)
})

it('HOOK-6: what waits for an account that has lapsed is not looked through again and again', async () => {
  const { accountId, id } = await withWebhook()
  const { database, clock } = test.app
  await database.query(sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, even_without_access, outcome, next_attempt_at, created_at)
    SELECT ${accountId}, ${id}, 1000 + n, 'evt_' || n, false, 'pending', now() - interval '1 hour', now()
    FROM generate_series(1, 2000) AS n`)
  await database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  await database.query(sql`ANALYZE webhook_deliveries`)
  const mine = async () => (await findFree(database, clock)).find((one) => one.accountId === accountId)
  expect(await mine()).toMatchObject({ hasDue: false })
  expect(await rowsRead(database, 'webhook_deliveries', (tx) => findFree(tx, clock))).toBeLessThan(200)
  await database.query(
    sql`UPDATE webhook_deliveries SET even_without_access = true WHERE account_id = ${accountId} AND sequence = 1500`,
  )
  expect(await mine()).toMatchObject({ hasDue: true })
  await database.query(sql`DELETE FROM webhook_deliveries WHERE account_id = ${accountId}`)
})

it('HOOK-6: of deliveries that an earlier release made, their events say whether they are sent after a lapse', async () => {
  const { accountId } = await withWebhook({ url: host.at('crm.example', '/earlier') })
  const { database, clock } = test.app
  const contact_ids = await test.plantContacts(1)
  await database.transaction((tx) =>
    recordEvents(tx, clock, accountId, [
      { type: 'contact.updated', data: { contact_ids } },
      { type: 'contact.erased', data: { contact_ids } },
    ]),
  )
  host.answer((_visit, response) => response.writeHead(500).end())
  await test.app.webhooks.runDue()
  host.visits.length = 0
  await database.query(sql`
    UPDATE webhook_deliveries SET even_without_access = NULL, next_attempt_at = now() WHERE account_id = ${accountId}`)
  await database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  await test.app.webhooks.runDue()
  const sent = host.visits.filter(({ path }) => path === '/earlier').map(({ body }) => JSON.parse(body).type)
  expect(sent).toEqual(['contact.erased'])
})

it('HOOK-6, MODE-8: a trial of test mode that the test clock ended has lapsed for its webhooks, too', async () => {
  const { accountId } = await test.createAccount()
  const { apiKey: key } = await createTestKey(test, accountId)
  const post = (path: string, body: object) => test.call('POST', `/api/v1${path}`, { key, body })
  await post('/webhooks', { url: host.at('crm.example', '/test-trial') })
  const { account_id: testAccountId } = (await post('/test/reset', { status: 'trialing' })).body
  expect((await post('/test/clock', { advance_seconds: 40 * 86_400 })).status).toBe(200)
  const data = { contact_ids: ['ct_test_VerifiedEmailOne'] }
  const { database } = test.app
  const clock = await clockOf(database, test.app.clock, testAccountId)
  await database.transaction((tx) =>
    recordEvents(tx, clock, testAccountId, [
      { type: 'contact.updated', data },
      { type: 'contact.erased', data },
    ]),
  )
  await test.app.webhooks.runDue()
  const told = await database.query<{ type: string }>(sql`
    SELECT type FROM webhook_deliveries JOIN events USING (account_id, sequence) WHERE account_id = ${testAccountId} AND type LIKE 'contact.%'`)
  expect(told).toEqual([{ type: 'contact.erased' }])
})

it('HOOK-3: a slow receiver delays no other, and has few requests at once', async () => {
  const slow = await withWebhook({ types: ['reveal.created'] }, 'slow.example')
  const good = await withWebhook({ types: ['reveal.created'] })
  await slow.reveal(12)
  await good.reveal(12)
  const visitsOf = (wanted: string) => host.visits.filter(({ host: name }) => name === wanted).length
  // The slow receiver answers nobody until the good one has everything.
  const held: ServerResponse[] = []
  host.answer(({ host: name }, response) => (name === 'slow.example' ? void held.push(response) : response.end()))
  const all = test.app.webhooks.runDue()
  await expect.poll(() => visitsOf('crm.example'), { timeout: 30_000 }).toBe(12)
  expect(visitsOf('slow.example')).toBeLessThanOrEqual(5)
  host.answer((_visit, response) => response.end())
  for (const response of held) response.end()
  await all
  await slow.call('DELETE', `/${slow.id}`)
})

it('HOOK-5: a test sends one event of the type webhook.test at once and tells what came back', async () => {
  const { call, id, secret, apiKey } = await withWebhook()
  const answer = await call('POST', `/${id}/test`)
  expect(answer.body).toMatchObject({
    object: 'webhook_delivery',
    outcome: 'succeeded',
    status_code: 200,
    response: 'ok',
  })
  const { body, headers } = host.visits[0]!
  expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' })
  const feed = await test.call('GET', '/api/v1/events', { key: apiKey })
  expect(feed.text).not.toContain('webhook.test')
})

it('HOOK-6: after a lapse only opt-outs, erasures and changes of the plan are sent', async () => {
  const { accountId, reveal } = await withWebhook()
  await reveal()
  await test.store.database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  const data = { plan_id: 'pro', status: 'lapsed', previous: { plan_id: 'pro', status: 'active' } }
  await test.store.database.transaction((tx) =>
    recordEvents(tx, test.app.clock, accountId, [{ type: 'plan.changed', data }]),
  )
  await test.app.webhooks.runDue()
  expect(host.visits.map(({ body }) => JSON.parse(body).type)).toEqual(['plan.changed'])
})
