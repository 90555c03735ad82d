/** The feed of events, as an integration reads it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventTypeNames } from '../../src/base/event-types.ts'
import { sql } from '../../src/base/sql.ts'
import { eventsRetention } from '../../src/events/retention.ts'
import { endKey, makeKey } from '../../src/keys/keys.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

const read = (key: string, query = '') => test.call('GET', `/api/v1/events${query}`, { key })
const sequences = (answer: { body: { data: { sequence: number }[] } }): number[] =>
  answer.body.data.map(({ sequence }) => sequence)

it('FEED-1: the feed is oldest first, goes on after a sequence, and shows only the types asked for', async () => {
  const { apiKey } = await test.createAccount()
  const ids = await test.plantContacts(3)
  for (const id of ids) await test.reveal(apiKey, [id])
  const first = await read(apiKey, '?limit=2')
  expect(sequences(first)).toEqual([1, 2])
  expect(first.body).toMatchObject({ object: 'list', has_more: true, next_after: 2 })
  expect(first.body.data[1]).toMatchObject({
    object: 'event',
    type: 'reveal.created',
    data: { contact_ids: [ids[0]], credits: 1, door: 'api_key' },
  })
  const rest = await read(apiKey, '?after=2')
  expect([sequences(rest), rest.body.has_more, rest.body.next_after]).toEqual([[3, 4], false, 4])
  const renewed = await read(apiKey, '?types=credits.renewed,plan.changed')
  expect([sequences(renewed), renewed.body.next_after]).toEqual([[1], 4])
  expect(sequences(await read(apiKey, '?types=Credits.Renewed,%20PLAN.CHANGED'))).toEqual([1])
  expect((await read(apiKey, '?after=99')).body).toMatchObject({ data: [], has_more: false, next_after: 99 })
})

it.each([
  ['?after=-1', 'after'],
  ['?after=x', 'after'],
  ['?limit=101', 'limit'],
  ['?wait=21', 'wait'],
  ['?types=reveal.created,nothing', 'types'],
])('FEED-1: %s is refused by name', async (query, param) => {
  const { apiKey } = await test.createAccount()
  const { status, body } = await read(apiKey, query)
  expect([status, body.error.param]).toEqual([400, param])
})

it('FEED-2: with wait the reply comes when something happens, and an idle wait ends in time', async () => {
  const { apiKey } = await test.createAccount()
  const [id] = await test.plantContacts(1)
  const { next_after } = (await read(apiKey)).body
  const waiting = fetch(`${test.url}/api/v1/events?after=${next_after}&wait=20&types=reveal.created`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  await test.reveal(apiKey, [id])
  const heard = (await (await waiting).json()) as { data: { type: string }[] }
  expect(heard.data.map(({ type }) => type)).toEqual(['reveal.created'])
  const idle = await read(apiKey, '?after=2&wait=1')
  expect([idle.status, idle.body.data]).toEqual([200, []])
})

it('FEED-2: those who wait cost one query for all of them, and no place among requests that are worked on', async () => {
  const { apiKey } = await test.createAccount()
  let queries = 0
  const { pool } = test.app.database
  const original = pool.query
  // biome-ignore lint/suspicious/noExplicitAny: counts whatever is asked.
  pool.query = ((...asked: any[]) => {
    queries += 1
    // biome-ignore lint/suspicious/noExplicitAny: passed on as it came.
    return (original as any).apply(pool, asked)
  }) as typeof pool.query
  const waiting = Array.from({ length: 40 }, () =>
    fetch(`${test.url}/api/v1/events?after=1&wait=5`, { headers: { authorization: `Bearer ${apiKey}` } }),
  )
  // Each reads once, and waits if there is nothing.
  await expect.poll(() => queries).toBeGreaterThanOrEqual(40)
  await expect.poll(() => test.app.http.overload.limit.underway()).toBe(0)
  queries = 0
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  pool.query = original
  // A few looks for all of them; with one for each it would be forty times as many.
  expect(queries).toBeLessThan(30)
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
})

it('AUTH-11: a caller who loses the right while waiting is refused and receives nothing', async () => {
  const { apiKey, accountId, keyId } = await test.createAccount()
  const { apiKey: other } = await makeKey(test.app.database, { accountId, name: 'Other' })
  const [id] = await test.plantContacts(1)
  const { next_after } = (await read(apiKey)).body
  const waiting = fetch(`${test.url}/api/v1/events?after=${next_after}&wait=20`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const isWaiting = async () =>
    (
      await test.store.database.query(
        sql`SELECT FROM request_counters WHERE account_id = ${accountId} AND meter = 'feed' AND day_used >= 2`,
      )
    ).length > 0
  await expect.poll(isWaiting).toBe(true)
  await endKey(test.store.database, test.app.clock, accountId, keyId)
  await test.reveal(other, [id])
  const answer = await waiting
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain(id)
})

it('FEED-3: events are kept for 90 days; one before the oldest is a 410 that says where the feed begins', async () => {
  const { apiKey, accountId } = await test.createAccount()
  for (const id of await test.plantContacts(3)) await test.reveal(apiKey, [id])
  expect(sequences(await read(apiKey))).toEqual([1, 2, 3, 4])
  await test.store.database.query(sql`
    UPDATE events SET created_at = now() - CASE WHEN sequence < 3 THEN interval '90 days 1 minute' ELSE interval '89 days 23 hours' END
    WHERE account_id = ${accountId}`)
  await cleanUp(test.store.database, test.app.clock, eventsRetention)
  const gone = await read(apiKey, '?after=1')
  expect([gone.status, gone.body.error.code, gone.body.error.oldest_sequence]).toEqual([410, 'events_expired', 3])
  expect(sequences(await read(apiKey, '?after=2'))).toEqual([3, 4])
  expect(sequences(await read(apiKey))).toEqual([3, 4])
})

it('FEED-4: it takes events:read, which keys made before it do not have; a lapsed account is refused', async () => {
  const { accountId } = await test.createAccount()
  const { apiKey: old } = await makeKey(test.app.database, {
    accountId,
    name: 'Old',
    scopes: ['contacts:reveal', 'usage:read'],
    creditLimit: null,
    expiresAt: null,
    createdBy: null,
  })
  expect((await read(old)).body.error.code).toBe('insufficient_scope')
  const lapsed = await test.createAccount({ status: 'lapsed' })
  expect((await read(lapsed.apiKey)).body.error.code).toBe('api_access_required')
})

it('FEED-4: reads are counted in a window of their own, 300 a minute', async () => {
  const { apiKey } = await test.createAccount()
  const { headers } = await read(apiKey)
  expect(headers['ratelimit-policy']).toContain('"feed_requests_per_minute";q=300')
})

it('FEED-5: another account’s events can’t be seen', async () => {
  const [mine, theirs] = [await test.createAccount(), await test.createAccount()]
  const [id] = await test.plantContacts(1)
  await test.reveal(theirs.apiKey, [id])
  expect((await read(mine.apiKey)).text).not.toContain(id)
})

it('FEED-5: the description lists every type under webhooks', async () => {
  const { body } = await test.call('GET', '/api/v1/openapi.json')
  expect(Object.keys(body.webhooks)).toEqual(eventTypeNames)
})
