/** People in the web application are counted apart from keys and integrations. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import { consentFields, createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { createIntegration } from '../support/integration.ts'

let test: ServedApp
beforeAll(async () => {
  // It stands still, so that no minute ends between two requests.
  test = await startServedApp({ clock: 'fixed' })
  await test.plantContacts(3)
  await test.app.start()
})
afterAll(() => test.stop())

async function signedIn(draft: Parameters<ServedApp['createAccount']>[0] = {}) {
  const email = `${randomLetters(12).toLowerCase()}@windows.example`
  const created = await test.createAccount({ email, ...draft })
  const browser = createBrowser(test)
  await browser.signIn(email)
  return { ...created, browser }
}

it('LIMIT-6: a member has 240 requests a minute of their own, which take nothing from the API', async () => {
  const { apiKey, browser } = await signedIn({ requestsPerMinute: 2 })
  const first = await browser.call('POST', '/api/v1/contacts/search', { limit: 1 })
  expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"web_requests_per_minute";q=240;w=60'])
  for (let times = 0; times < 3; times++) {
    expect((await browser.call('POST', '/api/v1/contacts/search', { limit: 1 })).status).toBe(200)
  }
  const usage = (await browser.call('GET', '/api/v1/usage')).body
  expect(usage.requests.minute.used).toBe(0)
  expect(usage.web_requests.minute).toMatchObject({
    name: 'web_requests_per_minute',
    limit: 240,
    used: 5,
    remaining: 235,
  })
  const asked = await Promise.all(Array.from({ length: 260 }, () => browser.call('GET', '/api/v1/usage')))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(240 - 5)
  expect(asked.find(({ status }) => status === 429)!.body.error.limit).toMatchObject({ limit: 240, remaining: 0 })
  const statuses = []
  for (let times = 0; times < 3; times++) {
    statuses.push((await test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 1 } })).status)
  }
  expect(statuses).toEqual([200, 200, 429])
})

it('LIMIT-6: rows that people look at are not rows of the API', async () => {
  const { apiKey, browser } = await signedIn({ searchRowsPerMonth: 2 })
  expect((await browser.call('POST', '/api/v1/contacts/search', { limit: 3 })).body.data).toHaveLength(3)
  const { search_rows: api, web_search_rows: web } = (await browser.call('GET', '/api/v1/usage')).body
  expect([api.used, api.limit, web.used, web.limit]).toEqual([0, 2, 3, 250_000])
  const page = await test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 3 } })
  expect(page.body.data).toHaveLength(2)
})

it('USAGE-4: what can be spent now is the least of the pool and the caller’s own limit', async () => {
  const ids = await test.plantContacts(3)
  const { apiKey, browser } = await signedIn({ credits: 5 })
  const made = await browser.call('POST', '/app/v1/keys', {
    name: 'Small',
    scopes: ['contacts:reveal', 'usage:read'],
    credit_limit: 2,
  })
  const small: string = made.body.api_key
  const first = await test.reveal(small, ids.slice(0, 1))
  expect(first.body.credits).toMatchObject({ remaining: 4, spendable_now: 1 })
  const usage = (await test.call('GET', '/api/v1/usage', { key: small })).body
  expect(usage.contact_credits).toMatchObject({ remaining: 4, spendable_now: 1 })
  expect(usage.limits).toMatchObject([{ of: 'key', limit: 2, used: 1, remaining: 1 }])
  const quote = await test.call('POST', '/api/v1/contacts/reveal/quote', { key: small, body: { contact_ids: ids } })
  expect(quote.body.credits).toMatchObject({ required: 2, remaining: 4, spendable_now: 1 })
  const whole = (await test.call('GET', '/api/v1/usage', { key: apiKey })).body
  expect([whole.contact_credits.spendable_now, whole.limits]).toEqual([4, []])
})

it('USAGE-4: a member’s limit and that of their connection are listed, and the least of them counts', async () => {
  const { accountId, browser } = await signedIn({ credits: 9 })
  await test.app.database.query(sql`UPDATE members SET credit_limit = 4 WHERE account_id = ${accountId}`)
  const { body: own } = await browser.call('GET', '/api/v1/usage')
  expect(own.contact_credits).toMatchObject({ remaining: 9, spendable_now: 4 })
  expect(own.limits).toMatchObject([
    { of: 'member', limit: 4, used: 0, remaining: 4, resets_at: own.contact_credits.resets_at },
  ])
  const client = await createIntegration(test)
  const { url, verifier } = await client.startAuthorization()
  const consent = await browser.open(url)
  const done = await browser.submit('/consent', { ...consentFields(consent), decision: 'allow', credit_limit: '2' })
  const { access_token } = (await (await client.redeem(done, verifier)).json()) as { access_token: string }
  const { body: connected } = await test.call('GET', '/api/v1/usage', { key: access_token })
  expect(connected.contact_credits.spendable_now).toBe(2)
  expect(connected.limits.map(({ of, limit }: { of: string; limit: number }) => [of, limit]).sort()).toEqual([
    ['connection', 2],
    ['member', 4],
  ])
})
