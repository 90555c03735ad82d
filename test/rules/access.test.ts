/** Access: credentials, scopes and plans. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '../../src/accounts/plan-state.ts'
import { scopes } from '../../src/base/scopes.ts'
import { sql } from '../../src/base/sql.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import { newApiKey } from '../../src/keys/key-format.ts'
import { endKey, makeKey } from '../../src/keys/keys.ts'
import { operations } from '../../src/operations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { misspelt } from '../support/misspelt.ts'

let test: TestApp
const start = new Date('2026-01-31T10:00:00Z')
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: start })
})
afterAll(() => test.stop())

const usage = (key?: string, headers = {}) => test.call('GET', '/api/v1/usage', { ...(key && { key }), headers })

it('AUTH-1: a key works in the header Authorization: Bearer', async () => {
  const { apiKey } = await test.createAccount()
  expect((await usage(apiKey)).status).toBe(200)
  expect((await usage(undefined, { authorization: `bearer ${apiKey}` })).status).toBe(200)
})

it('ERR-7: without a credential the answer is 401 missing_credentials', async () => {
  for (const headers of [{}, { authorization: 'Basic dTpw' }, { authorization: 'Bearer' }, { authorization: '' }]) {
    const answer = await usage(undefined, headers)
    expect(answer.status).toBe(401)
    expect(answer.body.error).toMatchObject({ type: 'authentication_error', code: 'missing_credentials' })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="http/)
  }
})

it('AUTH-4, ERR-7, A2: unknown, revoked, expired and misspelt keys are refused, and can’t be told apart', async () => {
  const { database } = test.store
  const { accountId } = await test.createAccount()
  const revoked = await makeKey(database, { accountId, name: 'Revoked' })
  await endKey(database, test.app.clock, accountId, revoked.keyId)
  const expired = await makeKey(database, { accountId, name: 'Expired', expiresAt: new Date(start.getTime() - 1) })
  const answers = await Promise.all(
    [newApiKey(), revoked.apiKey, expired.apiKey, misspelt(newApiKey()), 'nonsense'].map((key) => usage(key)),
  )
  const shown = answers.map(({ status, body, headers }) => ({
    status,
    error: { ...body.error, request_id: '' },
    challenge: headers['www-authenticate'],
  }))
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(shown[0]).toMatchObject({
    status: 401,
    error: { type: 'authentication_error', code: 'invalid_credentials' },
    challenge: expect.stringContaining('resource_metadata='),
  })
})

it('AUTH-3: a revoked key is refused on the next request', async () => {
  const { accountId, apiKey, keyId } = await test.createAccount()
  expect((await usage(apiKey)).status).toBe(200)
  await endKey(test.store.database, test.app.clock, accountId, keyId)
  expect((await usage(apiKey)).status).toBe(401)
})

it('AUTH-6: only the hash of a key is stored', async () => {
  const { apiKey } = await test.createAccount()
  expect(apiKey).toMatch(/^psk_live_[0-9A-Za-z]{38}$/)
  const rows = await test.store.database.query<{ text: string }>(sql`SELECT k::text AS text FROM api_keys k`)
  expect(rows.some(({ text }) => text.includes(apiKey.slice(13)))).toBe(false)
})

describe.each(operations.map(({ id, method, path, scope, orScopes = [] }) => ({ id, method, path, scope, orScopes })))(
  'ERR-1, HTTP-5: bad input: $id',
  ({ id, method, path, scope, orScopes }) => {
    const ask = (key: string) => test.call(method, `/api/v1${path}`, { key, ...(method === 'POST' && { body: {} }) })

    it('ERR-8, ORDER-1: a key without the scope is refused with insufficient_scope, before plan and shape', async () => {
      const { accountId } = await test.createAccount({ status: 'lapsed' })
      const others = scopes.filter((other) => other !== scope && !orScopes.includes(other))
      const { apiKey } = await makeKey(test.store.database, {
        accountId,
        name: 'Other',
        scopes: others,
      })
      const answer = await ask(apiKey)
      expect([id, answer.status]).toEqual([id, 403])
      expect(answer.body.error).toMatchObject({ type: 'permission_error', code: 'insufficient_scope' })
      expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`)
    })

    // The billing status and the two recovery links are for whoever has no access, too.
    const waysBack = [
      'getBillingStatus',
      'createSubscriptionLink',
      'getSubscriptionLink',
      'createPortalLink',
      'getPortalLink',
    ]
    if (path.startsWith('/test/')) {
      it('MODE-8, MODE-9: a live key is refused, whatever its plan', async () => {
        const { apiKey } = await test.createAccount({ status: 'lapsed' })
        expect(['test_key_required', 'invalid_request']).toContain((await ask(apiKey)).body.error.code)
      })
      return
    }
    if (waysBack.includes(id)) {
      it('PLAN-8: a lapsed key reaches it', async () => {
        const { apiKey } = await test.createAccount({ status: 'lapsed' })
        expect([200, 404]).toContain((await ask(apiKey)).status)
      })
      return
    }

    it('ERR-9, PLAN-8: an account without API access is refused with the API access action', async () => {
      for (const status of ['none', 'lapsed'] as const) {
        const { apiKey } = await test.createAccount({ status })
        const answer = await ask(apiKey)
        expect([id, status, answer.status]).toEqual([id, status, 403])
        expect(answer.body.error).toMatchObject({
          type: 'permission_error',
          code: 'api_access_required',
          billing: {
            action: 'create_subscription_link',
            url: expect.stringMatching(/^http/),
            endpoint: '/api/v1/billing/subscription-link',
          },
        })
      }
    })
  },
)

it('ERR-9: a lapsed account that the provider knows is sent to the portal', async () => {
  const { accountId, apiKey } = await test.createAccount({ status: 'lapsed' })
  await test.store.database.query(sql`UPDATE accounts SET customer_id = 'cus_known' WHERE account_id = ${accountId}`)
  expect((await usage(apiKey)).body.error.billing).toMatchObject({
    action: 'manage_billing',
    endpoint: '/api/v1/billing/portal-link',
  })
})

it('AUTH-5: every operation asks for the scope that its description names, and for no other', () => {
  const byScope = Object.fromEntries(scopes.map((scope) => [scope, [] as string[]]))
  for (const { id, scope } of operations) byScope[scope]!.push(id)
  expect(byScope).toMatchObject({
    'contacts:reveal': [
      ...['revealContacts', 'quoteReveal', 'listRevealedContacts', 'searchRevealedContacts', 'readOwnedContacts'],
      ...['exportContacts', 'getContact', 'reportBounces'],
      // Or `stores:read`, by what the job does: JOB-11.
      ...['createJob', 'listJobs', 'getJob', 'getJobResults', 'pauseJob', 'cancelJob', 'resumeJob'],
      ...['getHubspot', 'createHubspotRun', 'listHubspotRuns', 'getHubspotRun', 'listHubspotRunItems'],
      ...['advanceTestClock', 'resetTestMode'],
    ],
    'hubspot:manage': ['connectHubspot', 'disconnectHubspot'],
    // Or `stores:read`, by what was saved: LIST-10.
    'contacts:search': ['searchContacts', 'runSavedSearch'],
    'usage:read': ['getUsage', 'listCreditEntries', 'getCreditHistory'],
  })
  const shown = operations.filter(({ scope }) => scope === 'stores:read').map(({ path }) => path)
  expect(shown.every((path) => path.startsWith('/stores') || path === '/taxonomy')).toBe(true)
  const billing = operations.filter(({ path }) => path.startsWith('/billing/'))
  expect(billing.filter(({ scope }) => scope === 'billing:read').map(({ id }) => id)).toEqual([
    'getBillingStatus',
    'listInvoices',
  ])
  expect(billing.every(({ scope }) => scope === 'billing:read' || scope === 'billing:manage')).toBe(true)
})

it('PLAN-8: the key of a lapsed account reaches billing, and works again as it is when the plan does', async () => {
  const { accountId, apiKey } = await test.createAccount({ status: 'lapsed' })
  expect((await usage(apiKey)).body.error.code).toBe('api_access_required')
  const status = await test.call('GET', '/api/v1/billing/status', { key: apiKey })
  expect([status.status, status.body.plan.status]).toEqual([200, 'lapsed'])
  await setAccount(test.store.database, test.app.clock, plans, accountId, { status: 'active' })
  expect((await usage(apiKey)).status).toBe(200)
})

it('PLAN-2: a trial, an active plan and a payment in its grace have access', async () => {
  for (const status of ['trialing', 'active', 'past_due'] as const) {
    const { apiKey } = await test.createAccount({ status })
    expect([status, (await usage(apiKey)).status]).toEqual([status, 200])
  }
})

it('PLAN-7: a trial ends by time alone', async () => {
  const { apiKey } = await test.createAccount({ status: 'trialing' })
  const { trial_ends_at: end } = (await usage(apiKey)).body.plan
  expect(end).toBe(new Date(start.getTime() + 14 * 86_400_000).toISOString())
  test.setTime(new Date(end))
  expect((await usage(apiKey)).body.error.code).toBe('api_access_required')
  test.setTime(start)
})

it('PLAN-6: grace after a failed payment is 7 days', async () => {
  const { apiKey } = await test.createAccount({ status: 'past_due' })
  test.setTime(new Date(start.getTime() + 7 * 86_400_000 - 1))
  expect((await usage(apiKey)).status).toBe(200)
  test.setTime(new Date(start.getTime() + 7 * 86_400_000))
  expect((await usage(apiKey)).status).toBe(403)
  test.setTime(start)
})

it('PLAN-9, LIST-4: at the month boundary the rest expires and the plan’s credits are granted, by whichever operation sees it first', async () => {
  const { apiKey } = await test.createAccount()
  await test.reveal(apiKey, await test.plantContacts(2))
  // A month that begins on the 31st ends on the last of February.
  const boundary = addMonths(start, 1)
  expect(boundary.toISOString()).toBe('2026-02-28T10:00:00.000Z')
  test.setTime(boundary)
  expect((await usage(apiKey)).body).toMatchObject({
    plan: { period: { start: boundary.toISOString(), end: '2026-03-31T10:00:00.000Z' } },
    contact_credits: { limit: 1_000, used: 0, remaining: 1_000 },
  })
  const { body } = await test.call('GET', '/api/v1/credits/entries', { key: apiKey })
  expect(body.data.slice(0, 2)).toMatchObject([
    { kind: 'grant', amount: 1_000, balance_after: 1_000, door: 'system', actor: null },
    { kind: 'expire', amount: -998, balance_after: 0, door: 'system', actor: null },
  ])
  test.setTime(start)
})
