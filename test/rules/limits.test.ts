/** Request windows: how many, whose, and what counts. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fixedMeterLimits } from '../../src/accounts/limits.ts'
import { addMonths } from '../../src/accounts/plan-state.ts'
import { placesMemory, processPlaces } from '../../src/base/process-places.ts'
import { sql } from '../../src/base/sql.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { operations } from '../../src/operations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
const noon = new Date('2026-03-10T12:00:19Z')
const places = placesMemory()
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: noon, places })
})
beforeEach(() => test.setTime(noon))
afterAll(() => test.stop())

const byPlan = { requestsPerMinute: null, requestsPerDay: null }
const revealed = (key: string) => test.call('GET', '/api/v1/contacts/revealed', { key })
const usage = (key: string) => test.call('GET', '/api/v1/usage', { key })

it('LIMIT-1, LIMIT-5: store and contact operations take 60 requests a minute and 5,000 a day by default', async () => {
  const { apiKey } = await test.createAccount(byPlan)
  const answer = await revealed(apiKey)
  expect(answer.headers['ratelimit-policy']).toBe('"requests_per_minute";q=60;w=60, "requests_per_day";q=5000;w=86400')
  expect(answer.headers.ratelimit).toBe('"requests_per_minute";r=59;t=41, "requests_per_day";r=4999;t=43181')
})

it('PLAN-1, LIMIT-1: the plans have these credits and limits by default', () => {
  const credits = [...plans.values()].map(({ id, creditsPerMonth }) => [id, creditsPerMonth])
  expect(credits).toEqual([
    ['pro', 1_000],
    ['business', 3_000],
    ['enterprise', 10_000],
  ])
  expect(plans.get('pro')).toMatchObject({
    creditsPerMonth: 1_000,
    trial: { credits: 250, days: 14 },
    requestsPerMinute: 60,
    requestsPerDay: 5_000,
    searchRowsPerMonth: 25_000,
  })
})

it('LIMIT-1: a higher tier has higher limits', async () => {
  const { apiKey } = await test.createAccount({ ...byPlan, planId: 'business' })
  expect((await revealed(apiKey)).headers['ratelimit-policy']).toContain('q=120')
})

it('ERR-12, LIMIT-1: request 61 of a minute is a 429 rate_limit_exceeded, and the next minute is fresh', async () => {
  const { apiKey } = await test.createAccount(byPlan)
  for (let at = 0; at < 60; at += 1) expect((await revealed(apiKey)).status).toBe(200)
  const refused = await revealed(apiKey)
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: 'Rate limit exceeded: 60 requests per minute. Try again at 12:01:00 UTC.',
    limit: { name: 'requests_per_minute', limit: 60, remaining: 0, resets_at: '2026-03-10T12:01:00.000Z' },
    request_id: expect.any(String),
  })
  expect(refused.headers['retry-after']).toBe('41')
  test.setTime(new Date('2026-03-10T12:01:00Z'))
  expect((await revealed(apiKey)).status).toBe(200)
})

it('LIMIT-2: the day is the UTC day, and its limit names itself', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 100, requestsPerDay: 2 })
  await revealed(apiKey)
  await revealed(apiKey)
  const refused = await revealed(apiKey)
  expect(refused.body.error.limit).toEqual({
    name: 'requests_per_day',
    limit: 2,
    remaining: 0,
    resets_at: '2026-03-11T00:00:00.000Z',
  })
  test.setTime(new Date('2026-03-11T00:00:00Z'))
  expect((await revealed(apiKey)).status).toBe(200)
})

it('LIMIT-2: limits count per account over all its credentials', async () => {
  const { accountId, apiKey } = await test.createAccount({ requestsPerMinute: 3, requestsPerDay: 100 })
  const second = await makeKey(test.store.database, { accountId, name: 'Second' })
  expect((await revealed(apiKey)).status).toBe(200)
  expect((await revealed(second.apiKey)).status).toBe(200)
  expect((await revealed(apiKey)).status).toBe(200)
  expect((await revealed(second.apiKey)).status).toBe(429)
})

it('LIMIT-3, LIMIT-4: usage and credit entries share a window of their own, 120 a minute', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 1, requestsPerDay: 1 })
  await revealed(apiKey)
  expect((await revealed(apiKey)).status).toBe(429)
  const first = await usage(apiKey)
  expect(first.status).toBe(200)
  expect(first.headers['ratelimit-policy']).toBe('"own_requests_per_minute";q=120;w=60')
  const entries = await test.call('GET', '/api/v1/credits/entries', { key: apiKey })
  expect(entries.headers.ratelimit).toBe('"own_requests_per_minute";r=118;t=41')
  expect(fixedMeterLimits).toMatchObject({ own: { minute: 120, day: null }, billing: { minute: 30, day: null } })
})

it('LIMIT-3, LIMIT-4, ERR-12: billing operations share another window, 30 a minute, with its name in headers and refusals', async () => {
  const { apiKey } = await test.createAccount({ status: 'none', requestsPerMinute: 1, requestsPerDay: 1 })
  const billing = (method: string, path: string) => test.call(method, `/api/v1/billing/${path}`, { key: apiKey })
  const asked = [
    await billing('GET', 'status'),
    await billing('POST', 'subscription-link'),
    await billing('GET', 'subscription-link'),
    await billing('POST', 'portal-link'),
    await billing('GET', 'portal-link'),
    await billing('GET', 'status'),
  ]
  expect(asked.map(({ headers }) => headers['ratelimit-policy'])).toEqual(
    asked.map(() => '"billing_requests_per_minute";q=30;w=60'),
  )
  expect(asked.map(({ headers }) => headers.ratelimit)).toEqual(
    asked.map((_, at) => `"billing_requests_per_minute";r=${29 - at};t=41`),
  )
  for (let at = asked.length; at < 30; at += 1) expect((await billing('GET', 'status')).status).toBe(200)
  const refused = await billing('GET', 'status')
  expect(refused.body.error.limit).toMatchObject({ name: 'billing_requests_per_minute', limit: 30, remaining: 0 })
})

it.each([
  ['requests_per_day', '/contacts/revealed', { requestsPerMinute: 9, requestsPerDay: 2 }, 2],
  ['own_requests_per_minute', '/credits/entries', {}, 120],
  ['feed_requests_per_minute', '/events', {}, 300],
] as const)('LIMIT-4, LIMIT-3: %s has one name in headers, the refusal and usage', async (name, path, draft, limit) => {
  const { apiKey } = await test.createAccount(draft)
  const ask = () => test.call('GET', `/api/v1${path}`, { key: apiKey })
  const { headers } = await ask()
  expect(headers['ratelimit-policy']).toContain(`"${name}";q=${limit};`)
  expect(headers.ratelimit).toContain(`"${name}";r=${limit - 1};`)
  const { body } = await usage((await test.createAccount(draft)).apiKey)
  const inUsage = [body.requests.day, body.own_requests.minute, body.feed_requests.minute]
  expect(inUsage.find((one) => one.name === name)).toMatchObject({ limit })
  for (let at = 1; at < limit; at += 1) await ask()
  const refused = await ask()
  expect([refused.status, refused.body.error.limit.name]).toEqual([429, name])
})

it('LIMIT-4: usage calls each window by the name that headers and errors have for it', async () => {
  const { apiKey } = await test.createAccount()
  const { body } = await usage(apiKey)
  const names = [body.requests.minute, body.requests.day, body.own_requests.minute, body.billing_requests.minute]
  expect([...names, body.search_rows, body.web_search_rows].map(({ name }) => name)).toEqual([
    ...['requests_per_minute', 'requests_per_day', 'own_requests_per_minute', 'billing_requests_per_minute'],
    ...['search_rows_per_month', 'web_search_rows_per_month'],
  ])
  expect(body.web_requests).toBeNull()
})

it('LIMIT-3: only what an account reads or keeps of its own, only billing operations, and only feed, webhooks and jobs are counted apart', () => {
  const counted = (meter: string) => operations.filter((one) => one.meter === meter).map(({ id }) => id)
  const isOwn = ({ id, path }: { id: string; path: string }) =>
    /^\/(usage|taxonomy|credits|lists|saved-searches|exclusions|bounces|watches|work-items)\b|\/(work|follow)$/.test(
      path,
    ) && id !== 'runSavedSearch'
  expect(counted('own')).toEqual(operations.filter(isOwn).map(({ id }) => id))
  const isOfFeed = ({ id, path }: { id: string; path: string }) =>
    /^\/(events|webhooks|hubspot|jobs)\b/.test(path) && id !== 'createJob'
  expect(counted('feed')).toEqual(operations.filter(isOfFeed).map(({ id }) => id))
  expect(counted('billing').sort()).toEqual(
    operations
      .filter(({ path }) => /^\/(billing|test)\//.test(path))
      .map(({ id }) => id)
      .sort(),
  )
})

it('LIMIT-5: whatever a counted request is answered, its headers say what remains', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 40, requestsPerDay: 50 })
  const [id] = await test.plantContacts(1)
  const poor = await test.createAccount({ credits: 0 })
  const full = await test.createAccount({ requestsPerMinute: 0, requestsPerDay: 50 })
  const answers = [
    await test.reveal(apiKey, [id]),
    await test.reveal(apiKey, []),
    await test.reveal(apiKey, ['ct_live_AbCdEfGhIjKlMnOp']),
    await test.call('GET', '/api/v1/stores/nowhere.example', { key: apiKey }),
    await test.call('POST', '/api/v1/contacts/reveal', {
      key: apiKey,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    }),
    await test.call('GET', '/api/v1/contacts/revealed', { key: apiKey, headers: { accept: 'text/csv' } }),
    await test.reveal(poor.apiKey, [id]),
    await test.reveal(full.apiKey, [id]),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 404, 415, 200, 402, 429])
  for (const { status, headers } of answers) {
    expect([status, headers['ratelimit-policy']]).toEqual([
      status,
      expect.stringMatching(/^"requests_per_minute";q=\d+;w=60, "requests_per_day";q=\d+;w=86400$/),
    ])
    expect([status, headers.ratelimit]).toEqual([
      status,
      expect.stringMatching(/^"requests_per_minute";r=\d+;t=41, "requests_per_day";r=\d+;t=43181$/),
    ])
  }
  expect(answers[5]!.headers.ratelimit).toBe('"requests_per_minute";r=34;t=41, "requests_per_day";r=44;t=43181')
})

it('USAGE-3: usage shows the current quota state, and does not count in it', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 10, requestsPerDay: 100 })
  await revealed(apiKey)
  await revealed(apiKey)
  await usage(apiKey)
  expect((await usage(apiKey)).body.requests).toEqual({
    minute: { name: 'requests_per_minute', limit: 10, used: 2, remaining: 8, resets_at: '2026-03-10T12:01:00.000Z' },
    day: { name: 'requests_per_day', limit: 100, used: 2, remaining: 98, resets_at: '2026-03-11T00:00:00.000Z' },
  })
})

it('ORDER-2: what is answered with an error after the limits is counted', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 10, requestsPerDay: 100 })
  const wrong = { key: apiKey, headers: { 'content-type': 'text/plain' }, body: 'x' }
  expect((await test.call('POST', '/api/v1/contacts/reveal', wrong)).status).toBe(415)
  expect((await test.reveal(apiKey, [])).status).toBe(400)
  const answer = await test.reveal(apiKey, ['ct_live_AbCdEfGhIjKlMnOp'])
  expect(answer.status).toBe(404)
  expect(answer.headers.ratelimit).toContain('"requests_per_minute";r=7')
})

it('ORDER-2: 404, 405, 401, 403 and 429 count nothing', async () => {
  const { accountId, apiKey } = await test.createAccount({ requestsPerMinute: 1, requestsPerDay: 100 })
  const { apiKey: narrow } = await makeKey(test.store.database, { accountId, name: 'Narrow', scopes: ['usage:read'] })
  expect((await test.call('GET', '/api/v1/nowhere', { key: apiKey })).status).toBe(404)
  expect((await test.call('DELETE', '/api/v1/contacts/reveal', { key: apiKey })).status).toBe(405)
  expect((await test.call('GET', '/api/v1/contacts/revealed', {})).status).toBe(401)
  expect((await revealed(narrow)).status).toBe(403)
  expect((await usage(apiKey)).body.requests.day.used).toBe(0)
  await revealed(apiKey)
  for (let at = 0; at < 5; at += 1) expect((await revealed(apiKey)).status).toBe(429)
  expect((await usage(apiKey)).body.requests.day.used).toBe(1)
})

it('ORDER-2, RUN-10: an export beyond those that may run at once counts no request', async () => {
  const { accountId, apiKey } = await test.createAccount({ requestsPerMinute: 10, requestsPerDay: 100 })
  const csv = () => test.call('GET', '/api/v1/contacts/revealed', { key: apiKey, headers: { accept: 'text/csv' } })
  const { exportsUnderway } = processPlaces(places)
  const leave = [1, 2].map(() => exportsUnderway.take(accountId, 2) as () => void)
  const refused = await csv()
  expect([refused.status, refused.body.error.limit.name]).toEqual([429, 'exports_at_once'])
  expect(refused.headers.ratelimit).toMatch(/^"requests_per_minute";r=10;.* "requests_per_day";r=100;/)
  for (const one of leave) one()
  expect((await csv()).headers.ratelimit).toMatch(/^"requests_per_minute";r=9;.* "requests_per_day";r=99;/)
})

it('LIMIT-1, PLAN-9: from the boundary of a scheduled change on, limits, credits and name are those of the new plan', async () => {
  const { accountId, apiKey } = await test.createAccount({ ...byPlan, planId: 'business' })
  expect((await usage(apiKey)).body).toMatchObject({ plan: { id: 'business' }, contact_credits: { limit: 3_000 } })
  const boundary = addMonths(noon, 1)
  await test.store.database.query(
    sql`UPDATE accounts SET next_plan_id = 'pro', next_plan_at = ${boundary} WHERE account_id = ${accountId}`,
  )
  expect((await revealed(apiKey)).headers['ratelimit-policy']).toContain('q=120')
  // The provider has said nothing yet.
  test.setTime(boundary)
  expect((await revealed(apiKey)).headers['ratelimit-policy']).toContain('"requests_per_minute";q=60;w=60')
  const { body } = await usage(apiKey)
  expect(body).toMatchObject({
    plan: { id: 'pro', name: 'Pro' },
    requests: { minute: { limit: 60, used: 1 }, day: { limit: 5_000 } },
    search_rows: { limit: 25_000 },
    contact_credits: { limit: 1_000, paid_plan_limit: 1_000 },
  })
  for (let at = 1; at < 60; at += 1) await revealed(apiKey)
  expect((await revealed(apiKey)).status).toBe(429)
  const status = await test.call('GET', '/api/v1/billing/status', { key: apiKey })
  expect(status.body.plan).toMatchObject({ id: 'pro', name: 'Pro' })
})
