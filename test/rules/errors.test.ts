/** The error envelope, the codes, and the order of checks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newContactId } from '../../src/base/ids.ts'
import { problemCatalogue, problemTypes } from '../../src/base/problems.ts'
import { sql } from '../../src/base/sql.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

function expectEnvelope(answer: Answer, status: number, type: string, code: string): void {
  expect([answer.status, answer.body?.error?.type, answer.body?.error?.code]).toEqual([status, type, code])
  expect(Object.keys(answer.body)).toEqual(['error'])
  expect(problemTypes).toContain(answer.body.error.type)
  expect(answer.body.error.message).toMatch(/\S/)
  expect(answer.body.error.request_id).toBe(answer.headers['x-request-id'])
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
}

it('ERR-6, ERR-15: 400 for invalid contact ids', async () => {
  const { apiKey } = await test.createAccount()
  const answer = await test.reveal(apiKey, [newContactId(), 'nope'])
  expectEnvelope(answer, 400, 'invalid_request_error', 'invalid_contact_id')
  expect(answer.body.error.param).toBe('contact_ids[1]')
  expect(answer.body.error.doc_url).toMatch(/\/docs\/errors\/invalid_contact_id$/)
})

it('ERR-7, ERR-15: 401 for a missing or invalid key', async () => {
  const missing = await test.call('GET', '/api/v1/usage')
  expectEnvelope(missing, 401, 'authentication_error', 'missing_credentials')
  const invalid = await test.reveal('psk_live_x', [])
  expectEnvelope(invalid, 401, 'authentication_error', 'invalid_credentials')
  // RFC 6750, 3.1: whoever sent nothing is told no error.
  expect(missing.headers['www-authenticate']).not.toContain('error=')
  expect(invalid.headers['www-authenticate']).toContain('error="invalid_token"')
})

it.each([
  ['cus_known', '/api/v1/billing/portal-link'],
  [null, '/api/v1/billing/subscription-link'],
])(
  'ERR-10, ERR-15: 402 without credits names contact_ids, and an operation that helps (customer: %s)',
  async (customer, endpoint) => {
    const { accountId, apiKey } = await test.createAccount({ credits: 0 })
    await test.store.database.query(sql`UPDATE accounts SET customer_id = ${customer} WHERE account_id = ${accountId}`)
    const answer = await test.reveal(apiKey, await test.plantContacts(1))
    expectEnvelope(answer, 402, 'quota_error', 'insufficient_contact_credits')
    expect(answer.body.error.param).toBe('contact_ids')
    const url = expect.stringMatching(/^http.*\/settings\/billing$/)
    expect(answer.body.error.billing).toEqual({ action: 'manage_billing', url, endpoint })
    // The sandbox does not know a made-up customer.
    if (customer === null) expect((await test.call('POST', endpoint, { key: apiKey })).status).toBe(200)
  },
)

it('ERR-10: on a 402 of a trial, billing carries the trial action', async () => {
  const { apiKey } = await test.createAccount({ status: 'trialing' })
  for (let at = 0; at < 25; at += 1) await test.reveal(apiKey, await test.plantContacts(10))
  const answer = await test.reveal(apiKey, await test.plantContacts(1))
  expectEnvelope(answer, 402, 'quota_error', 'insufficient_contact_credits')
  expect(answer.body.error.billing).toEqual({
    action: 'end_trial_to_unlock_pro_credits',
    current_limit: 250,
    paid_plan_limit: 1_000,
    trial_ends_at: expect.stringMatching(/Z$/),
    url: expect.stringMatching(/^http/),
    can_unlock_paid_credits_now: false,
  })
})

it('ERR-10: the trial action comes with every 402 of a trial, also with credits left', async () => {
  const { apiKey } = await test.createAccount({ status: 'trialing', credits: 1 })
  const answer = await test.reveal(apiKey, await test.plantContacts(2))
  expect(answer.body.error.billing).toMatchObject({ current_limit: 1, paid_plan_limit: 1_000 })
})

it('ERR-9, ERR-15: 403 for an account without API access, with the API access action', async () => {
  const { apiKey } = await test.createAccount({ status: 'lapsed' })
  const answer = await test.reveal(apiKey, [newContactId()])
  expectEnvelope(answer, 403, 'permission_error', 'api_access_required')
  expect(answer.body.error.billing).toEqual({
    action: 'create_subscription_link',
    url: expect.stringMatching(/^http/),
    endpoint: '/api/v1/billing/subscription-link',
  })
})

it('REVEAL-6, ERR-15: 404 when no revealable contact was found', async () => {
  const { apiKey } = await test.createAccount()
  expectEnvelope(await test.reveal(apiKey, [newContactId()]), 404, 'not_found_error', 'no_revealable_contacts')
})

it('ERR-12, ERR-15: 429 beyond the rate limit', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 0 })
  expectEnvelope(await test.reveal(apiKey, []), 429, 'rate_limit_error', 'rate_limit_exceeded')
})

it('IDEM-3, ERR-15: 409 for an Idempotency-Key with another body', async () => {
  const { apiKey } = await test.createAccount()
  const [one, two] = await test.plantContacts(2)
  await test.reveal(apiKey, [one], { 'idempotency-key': 'k' })
  const answer = await test.reveal(apiKey, [two], { 'idempotency-key': 'k' })
  expectEnvelope(answer, 409, 'invalid_request_error', 'idempotency_conflict')
})

it('ERR-3: an unknown path is 404 route_not_found, with or without a key and whatever its body', async () => {
  const { apiKey } = await test.createAccount()
  for (const path of ['/nowhere', '/api/v1', '/api/v1/', '/api/v2/usage', '/api/v1/contacts/%zz']) {
    expectEnvelope(await test.call('GET', path, { key: apiKey }), 404, 'not_found_error', 'route_not_found')
    expectEnvelope(await test.call('POST', path), 404, 'not_found_error', 'route_not_found')
    for (const type of ['application/json', 'text/plain', 'image/png', '']) {
      const answer = await test.call('POST', path, { body: '{', headers: { 'content-type': type } })
      expectEnvelope(answer, 404, 'not_found_error', 'route_not_found')
    }
  }
})

it('ERR-4: a known path with the wrong method is 405 with Allow, before any credential is looked at', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    const answer = await test.call(method, '/api/v1/contacts/reveal')
    expectEnvelope(answer, 405, 'invalid_request_error', 'method_not_allowed')
    expect(answer.headers.allow).toBe('POST')
  }
  expect((await test.call('HEAD', '/api/v1/contacts/reveal')).status).toBe(405)
})

it.each([
  ['POST', '/', 'GET, HEAD'],
  ['PUT', '/sign-in', 'GET, HEAD, POST'],
  ['PUT', '/consent', 'GET, HEAD, POST'],
  ['GET', '/auth/oauth2/token', 'POST'],
  ['POST', '/auth/reset-password/abc', 'GET, HEAD'],
  ['POST', '/.well-known/oauth-protected-resource/mcp', 'GET, HEAD'],
  ['DELETE', '/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ['GET', '/sandbox/portal/pay', 'POST'],
  ['PUT', '/sandbox/checkout', 'GET, HEAD, POST'],
  ['GET', '/webhooks/billing', 'POST'],
  ['GET', '/mcp', 'POST'],
  ['PUT', '/healthz', 'GET, HEAD'],
  ['POST', '/docs', 'GET, HEAD'],
])('ERR-4: outside the operations too, %s %s is 405 with Allow', async (method, path, allow) => {
  const answer = await test.call(method, path, { headers: { 'content-type': 'text/plain' } })
  expectEnvelope(answer, 405, 'invalid_request_error', 'method_not_allowed')
  expect(answer.headers.allow).toBe(allow)
})

it('ORDER-1: checks run in order: route, credential, scope, plan, rate, size, kind, shape', async () => {
  const lapsed = await test.createAccount({ status: 'lapsed' })
  const full = await test.createAccount({ requestsPerMinute: 0 })
  const free = await test.createAccount()
  const huge = 'x'.repeat(70_000)
  const send = (key: string | undefined, headers: object, body: string) =>
    test.call('POST', '/api/v1/contacts/reveal', { ...(key && { key }), headers: { ...headers }, body })
  const plain = { 'content-type': 'text/plain' }
  expect((await send(undefined, plain, huge)).status).toBe(401)
  expect((await send(lapsed.apiKey, plain, huge)).status).toBe(403)
  expect((await send(full.apiKey, plain, huge)).status).toBe(429)
  expect((await send(free.apiKey, plain, huge)).status).toBe(413)
  expect((await send(free.apiKey, plain, '{"contact_ids": []}')).status).toBe(415)
  expect((await send(free.apiKey, { 'content-type': 'application/json' }, '{"contact_ids": []}')).status).toBe(400)
})

it('ERR-1: there are seven types of errors, and every code has one of them', () => {
  expect([...problemTypes].sort()).toEqual([
    'authentication_error',
    'invalid_request_error',
    'not_found_error',
    'permission_error',
    'quota_error',
    'rate_limit_error',
    'server_error',
  ])
  const used = Object.values(problemCatalogue).map(({ type }) => type)
  expect(new Set(used)).toEqual(new Set(problemTypes))
})

it('NAME-5: a request id of the caller’s is not taken over', async () => {
  const answer = await test.call('GET', '/healthz', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
  expect(answer.headers['x-request-id']).toMatch(/^req_[A-Za-z0-9]{16,}$/)
})

describe('HTTP-5: a time that nobody can read, such as a leap second or an offset without minutes, is a 400 that names it', () => {
  it.each(['2016-12-31T23:59:60Z', '2016-12-31T18:59:60-05:00', '2026-01-01T00:00:00+05', '2026-02-30T00:00:00Z'])(
    '%s',
    async (time) => {
      const { apiKey } = await test.createAccount()
      const told = 'must be a date and time with an offset, such as 2026-03-02T09:30:00Z.'
      const since = await test.call('GET', `/api/v1/contacts/revealed?since=${encodeURIComponent(time)}`, {
        key: apiKey,
      })
      expect([since.status, since.body.error.param, since.body.error.message]).toEqual([400, 'since', `since ${told}`])
      const body = { entries: [], expires_at: time }
      const ends = await test.call('PUT', '/api/v1/exclusions/known', { key: apiKey, body })
      expect([ends.status, ends.body.error.param]).toEqual([400, 'expires_at'])
    },
  )

  it('the last second before it is a time', async () => {
    const { apiKey } = await test.createAccount()
    const since = encodeURIComponent('2016-12-31T23:59:59.999+00:00')
    expect((await test.call('GET', `/api/v1/contacts/revealed?since=${since}`, { key: apiKey })).status).toBe(200)
  })
})
