/** What an account sees of its own use. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  // It stands still, so that no minute or day ends between a request and a look at what it used.
  test = await startTestApp({ clock: 'fixed' })
})
afterAll(() => test.stop())

const get = (key: string, path: string) => test.call('GET', `/api/v1${path}`, { key })

it('USAGE-1: usage has exactly the promised shape', async () => {
  const { accountId, apiKey } = await test.createAccount({ name: 'Shape', requestsPerMinute: 9, requestsPerDay: 90 })
  await test.reveal(apiKey, await test.plantContacts(1))
  const { body, headers } = await get(apiKey, '/usage')
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const window = (name: string, limit: number, used = 0) => ({
    name,
    limit,
    used,
    remaining: limit - used,
    resets_at: time,
  })
  expect(body).toEqual({
    object: 'usage',
    account: { id: accountId, name: 'Shape' },
    plan: {
      id: 'pro',
      name: 'Pro',
      status: 'active',
      trial_ends_at: null,
      ends_at: null,
      period: { start: time, end: time },
    },
    api_access: { enabled: true, billing: null },
    requests: {
      minute: { ...window('requests_per_minute', 9), used: expect.any(Number), remaining: expect.any(Number) },
      day: window('requests_per_day', 90, 1),
    },
    own_requests: { minute: window('own_requests_per_minute', 120, 1) },
    feed_requests: { minute: window('feed_requests_per_minute', 300, 0) },
    billing_requests: { minute: window('billing_requests_per_minute', 30) },
    web_requests: null,
    search_rows: { ...window('search_rows_per_month', 25_000), resets_at: body.plan.period.end },
    web_search_rows: { ...window('web_search_rows_per_month', 250_000), resets_at: body.plan.period.end },
    contact_credits: {
      limit: 1_000,
      used: 1,
      remaining: 999,
      resets_at: body.plan.period.end,
      trial_limit: null,
      paid_plan_limit: 1_000,
      low_at: 200,
      lots: [
        {
          id: expect.stringMatching(/^ent_/),
          source: 'period',
          granted: 1_000,
          remaining: 999,
          expires_at: body.plan.period.end,
        },
      ],
      spendable_now: 999,
    },
    limits: [],
    request_id: headers['x-request-id'],
  })
})

it('USAGE-1: what was used before a limit was lowered stays used, and nothing is left', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  await test.reveal(apiKey, await test.plantContacts(3))
  const { database } = test.store
  await database.query(
    sql`UPDATE request_counters SET minute_used = 500, day_used = 700 WHERE account_id = ${accountId}`,
  )
  await database.query(sql`
    UPDATE search_row_counters SET period_start = period_anchor, rows_used = 900, web_period_start = period_anchor,
      web_rows_used = 300000
    FROM accounts a WHERE a.account_id = search_row_counters.account_id AND a.account_id = ${accountId}`)
  await setAccount(database, test.app.clock, plans, accountId, {
    requestsPerMinute: 5,
    requestsPerDay: 7,
    searchRowsPerMonth: 9,
  })
  const { body } = await get(apiKey, '/usage')
  expect([body.requests.minute, body.requests.day, body.search_rows, body.web_search_rows]).toMatchObject([
    { limit: 5, used: 500, remaining: 0 },
    { limit: 7, used: 700, remaining: 0 },
    { limit: 9, used: 900, remaining: 0 },
    { limit: 250_000, used: 300_000, remaining: 0 },
  ])
})
