/** Rows returned by searches count against the month, exactly. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMonths } from '../../src/accounts/plan-state.ts'
import { sql } from '../../src/base/sql.ts'
import { suppress, unsuppress } from '../../src/catalog/suppressions.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { everyone, namesIn, type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

const start = new Date('2026-02-10T10:00:00Z')
let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp(undefined, { clock: 'fixed', startAt: start })
})
afterAll(() => test.stop())

async function rowsOf(key: string) {
  const { body } = await test.call('GET', '/api/v1/usage', { key })
  return body.search_rows as { limit: number; used: number; remaining: number; resets_at: string }
}

it('ROWS-1: rows returned by contact and store search count, and nothing else does', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 100 })
  await test.searchContacts({ limit: 3 }, apiKey)
  await test.searchStores({ limit: 2 }, apiKey)
  await test.searchContacts({ store: { domains: ['unknown.example'] } }, apiKey)
  await test.call('GET', '/api/v1/stores/tea.example', { key: apiKey })
  await test.call('GET', '/api/v1/taxonomy', { key: apiKey })
  const enrichment = { domains: ['tea.example'], include: ['contact_previews'] }
  await test.call('POST', '/api/v1/stores/enrich', { key: apiKey, body: enrichment })
  expect((await test.call('GET', '/api/v1/stores/tea.example/similar', { key: apiKey })).body.data).not.toEqual([])
  const contact_ids = [await test.idOf('Ann')]
  await test.call('POST', '/api/v1/contacts/reveal/quote', { key: apiKey, body: { contact_ids } })
  await test.reveal(apiKey, contact_ids)
  for (const path of ['/contacts/revealed', `/contacts/${contact_ids[0]}`, '/credits/entries', '/billing/status'])
    expect((await test.call('GET', `/api/v1${path}`, { key: apiKey })).status).toBe(200)
  expect(await rowsOf(apiKey)).toMatchObject({ limit: 100, used: 5, remaining: 95 })
})

it('ROWS-1: an account has 25,000 rows a month unless told otherwise', async () => {
  const { apiKey } = await test.createAccount()
  expect(await rowsOf(apiKey)).toMatchObject({ limit: 25_000, used: 0 })
})

it('ROWS-2, ROWS-5: a page is cut to the rows left, with none left it is a 429, and its cursor goes on next month', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 5 })
  const whole = namesIn(await test.searchContacts({ limit: 100 }))
  const first = await test.searchContacts({ limit: 3 }, apiKey)
  const cut = await test.searchContacts({ limit: 3, cursor: first.body.next_cursor }, apiKey)
  expect([namesIn(first), namesIn(cut)]).toEqual([whole.slice(0, 3), whole.slice(3, 5)])
  expect([cut.body.has_more, cut.body.total]).toEqual([true, everyone.length])

  const next = { limit: 100, cursor: cut.body.next_cursor }
  const refused = await test.searchContacts(next, apiKey)
  const resetsAt = addMonths(start, 1)
  expect([refused.status, refused.body.error.type, refused.body.error.code]).toEqual([
    429,
    'rate_limit_error',
    'rate_limit_exceeded',
  ])
  expect(refused.body.error.limit).toEqual({
    name: 'search_rows_per_month',
    limit: 5,
    remaining: 0,
    resets_at: resetsAt.toISOString(),
  })
  expect(refused.headers['retry-after']).toBe(String((resetsAt.getTime() - start.getTime()) / 1_000))
  // Even a search that finds nothing, and one of stores.
  expect((await test.searchContacts({ store: { domains: ['unknown.example'] } }, apiKey)).status).toBe(429)
  expect((await test.searchStores({}, apiKey)).status).toBe(429)
  expect(await rowsOf(apiKey)).toMatchObject({ used: 5, remaining: 0 })

  test.setTime(resetsAt)
  const rest = await test.searchContacts(next, apiKey)
  expect(namesIn(rest)).toEqual(whole.slice(5))
  expect(await rowsOf(apiKey)).toMatchObject({ used: 3, remaining: 2 })
  test.setTime(start)
})

it('ROWS-2: a cut page goes on with more rows', async () => {
  const { apiKey, accountId } = await test.createAccount({ searchRowsPerMonth: 2 })
  const whole = namesIn(await test.searchContacts({ limit: 100 }))
  const cut = await test.searchContacts({ limit: 8 }, apiKey)
  expect([namesIn(cut), cut.body.has_more]).toEqual([whole.slice(0, 2), true])
  await test.store.database.query(sql`UPDATE accounts SET search_rows_per_month = 100 WHERE account_id = ${accountId}`)
  const rest = await test.searchContacts({ cursor: cut.body.next_cursor }, apiKey)
  expect([namesIn(rest), rest.body.has_more]).toEqual([whole.slice(2), false])
})

it('ROWS-3: searches at once return exactly the rows that were left', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 100 })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0 ? test.searchContacts({ limit: 7 }, apiKey) : test.searchStores({ limit: 3 }, apiKey),
    ),
  )
  const served = answers.filter(({ status }) => status === 200)
  expect(served.reduce((sum, { body }) => sum + body.data.length, 0)).toBe(100)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - served.length)
  expect(await rowsOf(apiKey)).toMatchObject({ used: 100, remaining: 0 })
})

it('ROWS-4, K8: while people opt out and come back, what is counted is what was shown', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 1_000_000 })
  const ids = await Promise.all(['Ann', 'Dee', 'Fay'].map(test.idOf))
  let isOver = false
  let shown = 0
  const searching = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const answer = await test.searchContacts({ limit: 5 }, apiKey)
      // A storm of suppressions may end in "try again", never in a wrong page.
      if (answer.status === 200) shown += answer.body.data.length
      else expect(answer.status).toBe(503)
    }
  })
  for (let round = 0; round < 30; round += 1) {
    const change = round % 2 === 0 ? suppress : unsuppress
    for (const contact of ids) await change(test.store.database, test.app.channelKeys, { contact })
  }
  isOver = true
  await Promise.all(searching)
  expect(shown).toBeGreaterThan(0)
  expect((await rowsOf(apiKey)).used).toBe(shown)
})

it('A20: right after a search, a refusal still comes before anything else that is wrong, and every request counts once', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 4, searchRowsPerMonth: 100 })
  const wrong = { limit: 0 }
  const foreign = { cursor: 'A'.repeat(64) }
  expect((await test.searchContacts({ limit: 2 }, apiKey)).status).toBe(200)
  const second = await test.searchContacts({ limit: 2 }, apiKey)
  expect([second.status, second.headers.ratelimit]).toEqual([
    200,
    expect.stringContaining('"requests_per_minute";r=2;'),
  ])
  expect((await test.searchContacts(wrong, apiKey)).status).toBe(400)
  expect((await test.searchContacts(foreign, apiKey)).body.error.code).toBe('invalid_cursor')
  for (const body of [{}, wrong, foreign]) {
    expect((await test.searchContacts(body, apiKey)).body.error.code).toBe('rate_limit_exceeded')
  }
  const other = await test.createAccount()
  expect((await test.searchContacts({ limit: 2 }, other.apiKey)).status).toBe(200)
  await test.store.database.query(
    sql`UPDATE api_keys SET revoked_at = created_at WHERE account_id = ${other.accountId}`,
  )
  for (const body of [{}, wrong, foreign]) {
    expect((await test.searchContacts(body, other.apiKey)).body.error.code).toBe('invalid_credentials')
  }
})

it('ORDER-2: a search that is refused for want of rows counts no request, in the windows and in the headers', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 3, requestsPerMinute: 10, requestsPerDay: 20 })
  const requests = async () => (await test.call('GET', '/api/v1/usage', { key: apiKey })).body.requests
  expect((await test.searchContacts({ limit: 3 }, apiKey)).headers.ratelimit).toContain('"requests_per_minute";r=9')
  // More than the minute has, alone and at once: callers are presumed, then admitted, and settled in batches.
  for (let at = 0; at < 15; at += 1) {
    const refused = await (at % 2 === 0 ? test.searchContacts : test.searchStores)({}, apiKey)
    expect([refused.status, refused.body.error.limit.name]).toEqual([429, 'search_rows_per_month'])
    expect(refused.headers.ratelimit).toMatch(/^"requests_per_minute";r=9;.* "requests_per_day";r=19;/)
  }
  const atOnce = await Promise.all(Array.from({ length: 9 }, () => test.searchContacts({}, apiKey)))
  expect(atOnce.map(({ body }) => body.error.limit.name)).toEqual(Array(9).fill('search_rows_per_month'))
  expect(await requests()).toMatchObject({ minute: { used: 1 }, day: { used: 1 } })
})

it('ORDER-2: what is given back goes to the window that it was counted in, or nowhere', async () => {
  const { accountId, apiKey } = await test.createAccount({
    searchRowsPerMonth: 3,
    requestsPerMinute: 10,
    requestsPerDay: 100,
  })
  const { apiKey: other } = await makeKey(test.store.database, {
    accountId,
    name: 'Other',
    scopes: ['contacts:reveal'],
  })
  await test.searchContacts({ limit: 3 }, apiKey)
  // A minute later than the counters stand, the refused request opens the next window and leaves it empty.
  test.setTime(new Date(start.getTime() + 60_000))
  expect((await test.searchContacts({}, apiKey)).headers.ratelimit).toMatch(/^"requests_per_minute";r=10;/)
  const answer = await test.call('GET', '/api/v1/contacts/revealed', { key: other })
  expect(answer.headers.ratelimit).toMatch(/^"requests_per_minute";r=9;.* "requests_per_day";r=98;/)
  test.setTime(start)
})
