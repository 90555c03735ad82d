/** Every list of the API, also the next one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createWebhookAccount } from '../support/webhook-account.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

/** What tells no exact number, and why that is a rule of its own. */
const withoutTotal: Record<string, string> = { sampleContacts: 'SAMPLE-1', sampleStores: 'SAMPLE-1' }

it('LIST-7: every reply that is a list has the list envelope and a total', () => {
  const lists = [...operations, ...sessionOperations].flatMap(({ id, reply }) => {
    const { properties = {}, required = [] } = reply as { properties?: Record<string, unknown>; required?: string[] }
    return JSON.stringify(properties.object ?? {}).includes('"list"') ? [{ id, required: new Set(required) }] : []
  })
  expect(lists.length).toBeGreaterThan(20)
  for (const { id, required } of lists) {
    // The feed is read by sequence: what follows has a number that clients keep, not a sealed position.
    const next = id === 'listEvents' ? 'next_after' : 'next_cursor'
    const total = id in withoutTotal ? [] : ['total']
    const missing = ['object', 'data', 'has_more', next, 'request_id', ...total].filter((name) => !required.has(name))
    expect([id, missing]).toEqual([id, []])
  }
})

/** What is read with GET and has no cursor, and why. */
const withoutCursor: Record<string, string> = {
  listEvents: 'read by sequence: `after`',
  findSimilarStores: 'the most similar ones, on one page',
  listInvoices: 'the newest of the payment provider, on one page',
}

it('LIST-14: every list that is read with GET takes a limit and a cursor', () => {
  const lists = operations.flatMap(({ id, method, reply, request, problems }) => {
    const { properties = {} } = reply as { properties?: Record<string, unknown> }
    if (method !== 'GET' || !JSON.stringify(properties.object ?? {}).includes('"list"')) return []
    const query = Object.keys((request.query as { properties?: object } | undefined)?.properties ?? {})
    return [
      { id, hasCursor: ['limit', 'cursor'].every((name) => query.includes(name)), problems: problems as string[] },
    ]
  })
  expect(lists.length).toBeGreaterThan(12)
  expect(
    lists
      .filter(({ hasCursor }) => !hasCursor)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(withoutCursor).sort())
  const paged = lists.filter(({ hasCursor }) => hasCursor)
  expect(paged.filter(({ problems }) => !problems.includes('invalid_cursor'))).toEqual([])
})

it('LIST-14: pages of webhooks, watches and exclusion lists hold each once, also when the last one of a page is deleted', async () => {
  const { apiKey } = await createWebhookAccount(test, { url: 'https://example.com/1' })
  const call = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1${path}`, { key: apiKey, ...(body && { body }) })
  for (const number of [2, 3, 4, 5]) await call('POST', '/webhooks', { url: `https://example.com/${number}` })
  for (const label of ['e', 'd', 'c', 'b', 'a']) await call('PUT', `/exclusions/${label}`, { entries: [] })
  for (const number of [1, 2, 3, 4, 5]) {
    const list = await call('POST', '/lists', { kind: 'stores', name: `List ${number}` })
    expect((await call('POST', '/watches', { list_id: list.body.id })).status).toBe(201)
  }

  for (const path of ['/webhooks', '/watches', '/exclusions']) {
    const whole = (await call('GET', path)).body
    expect([path, whole.data.length, whole.total, whole.has_more, whole.next_cursor]).toEqual([path, 5, 5, false, null])
    const first = (await call('GET', `${path}?limit=2`)).body
    expect([path, first.total, first.has_more, first.data]).toEqual([path, 5, true, whole.data.slice(0, 2)])
    const last = first.data[1]
    expect((await call('DELETE', `${path}/${last.id ?? last.label}`)).status).toBe(200)
    const second = (await call('GET', `${path}?limit=2&cursor=${first.next_cursor}`)).body
    expect([path, second.total, second.has_more, second.data]).toEqual([path, 4, true, whole.data.slice(2, 4)])
    const third = (await call('GET', `${path}?limit=2&cursor=${second.next_cursor}`)).body
    expect([path, third.has_more, third.next_cursor, third.data]).toEqual([path, false, null, whole.data.slice(4)])
  }
  const { next_cursor: cursor } = (await call('GET', '/webhooks?limit=1')).body
  expect((await call('GET', `/watches?limit=1&cursor=${cursor}`)).body.error.code).toBe('invalid_cursor')
  for (const limit of [0, 101]) expect((await call('GET', `/webhooks?limit=${limit}`)).status).toBe(400)
})

it('LIST-14: pages of runs to HubSpot and of what came of them hold each once, also of runs of the same moment', async () => {
  const { apiKey, accountId } = await test.createAccount()
  const contacts = await test.plantContacts(5)
  const { pool } = test.store.database
  await pool.query(
    `INSERT INTO hubspot_connections (account_id, portal_id, app_id, token, automatic, position, created_at)
     VALUES ($1, 1, 1, '', false, 0, now())`,
    [accountId],
  )
  await pool.query(
    `INSERT INTO hubspot_runs (account_id, run_id, kind, origin, status, worked_at, created_at)
     SELECT $1, 'hsr_' || n, 'push', 'request', 'finished', now(), now() FROM generate_series(1, 5) n`,
    [accountId],
  )
  await pool.query(
    `INSERT INTO hubspot_run_items (account_id, run_id, contact_id, outcome)
     SELECT $1, 'hsr_1', unnest($2::text[]), 'create'`,
    [accountId, contacts],
  )
  const walk = async (path: string): Promise<{ id?: string; contact_id?: string }[]> => {
    const { body } = await test.call('GET', `/api/v1${path}`, { key: apiKey })
    expect(body.total).toBe(5)
    const [start] = path.split('&cursor=')
    return body.has_more ? [...body.data, ...(await walk(`${start}&cursor=${body.next_cursor}`))] : body.data
  }
  const runs = await walk('/hubspot/runs?limit=2')
  expect(runs.map(({ id }) => id)).toEqual(['hsr_5', 'hsr_4', 'hsr_3', 'hsr_2', 'hsr_1'])
  const items = await walk('/hubspot/runs/hsr_1/items?limit=2')
  expect(items.map((item) => item.contact_id)).toEqual(contacts.toSorted())
})

it('LIST-7: every page of jobs, results, changes, events, webhooks and deliveries says how many there are', async () => {
  const { apiKey, call: callWebhooks, id, reveal } = await createWebhookAccount(test, { url: 'https://example.com/in' })
  await callWebhooks('POST', '', { url: 'https://example.com/second' })
  await reveal(3)
  const contacts = await test.plantContacts(3)
  for (const contact_ids of [contacts, contacts.slice(1), contacts.slice(2)]) {
    await test.call('POST', '/api/v1/jobs', { key: apiKey, body: { kind: 'reveal', contact_ids } })
  }
  await test.app.queue.runWaiting()
  const days = [1, 2, 3, 4]
  const lines = days.map((day) => ({
    domain: 'shop.example',
    observed_at: `2026-03-0${day}`,
    apps: ['A', 'B', 'C', 'D'].slice(0, day),
  }))
  await importCatalogue(test.store.database, { channelKeys: test.app.channelKeys, source: readRecords(lines) })
  await test.store.database.pool.query(
    `INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, created_at)
     SELECT account_id, webhook_id, n, 'evt_' || n, 'succeeded', now() FROM webhooks, generate_series(1001, 1003) n
     WHERE webhook_id = $1`,
    [id],
  )

  const read = async (path: string, rest: string) => {
    const headers = { accept: 'application/json' }
    const { body, status } = await test.call('GET', `/api/v1${path}?limit=2${rest}`, { key: apiKey, headers })
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const jobs = (await read('/jobs', '')).data
  for (const path of [
    '/jobs',
    `/jobs/${jobs[1].id}/results`,
    '/stores/shop.example/changes',
    `/webhooks/${id}/deliveries`,
  ]) {
    const first = await read(path, '')
    const items = [...first.data]
    let page = first
    while (page.has_more) {
      page = await read(path, `&cursor=${page.next_cursor}`)
      items.push(...page.data)
      expect([path, page.total]).toEqual([path, first.total])
    }
    expect([path, first.total]).toEqual([path, items.length])
  }
  const first = await read('/events', '')
  const newest = (await read('/events', '&after=0&types=credits.low')).next_after
  expect(first.total).toBe(newest)
  expect((await read('/events', `&after=${first.next_after}`)).total).toBe(newest)
  expect((await test.call('GET', '/api/v1/webhooks', { key: apiKey })).body.total).toBe(2)
})
