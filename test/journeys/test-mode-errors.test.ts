/** Every error of the catalogue in test mode: by a magic value, in the way that its page names, or not at all, with the reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProblemCode, problemCatalogue } from '../../src/base/problems.ts'
import { sql } from '../../src/base/sql.ts'
import { magicContactErrors, magicDomains } from '../../src/test-mode/magic.ts'
import { waysToErrors } from '../../src/test-mode/ways-to-errors.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'
import { createTestKey } from '../support/test-key.ts'
import { createVisitor } from '../support/visitor.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
  await test.app.start()
})
afterAll(() => test.stop())

type Reader = Awaited<ReturnType<typeof createReader>>
type Attempt = (reader: Reader) => Promise<{ body: { error?: { code: string } } }>

/** A developer with a fresh test account. */
async function createReader() {
  const { accountId, apiKey: liveKey } = await test.createAccount({ requestsPerMinute: 1_000 })
  const { apiKey, testAccountId } = await createTestKey(test, accountId)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    test.call(method, `/api/v1${path}`, { key: apiKey, headers, ...(body !== undefined && { body }) })
  return {
    ...{ accountId, liveKey, testAccountId, call },
    post: (path: string, body: object = {}) => call('POST', path, body),
    /** As it is, over a connection. */
    async send(path: string, init: RequestInit = {}) {
      const headers = { Authorization: `Bearer ${apiKey}`, ...(init.headers as Record<string, string>) }
      const reply = await fetch(`${test.url}/api/v1${path}`, { ...init, headers })
      return { body: (await reply.json()) as { error?: { code: string } } }
    },
    async finishedJob(): Promise<string> {
      const { body } = await call('POST', '/jobs', { kind: 'enrich', domains: ['magic.example'] })
      await test.app.queue.runWaiting()
      return body.id
    },
  }
}

/** The attempt whose answer counts comes last. */
async function repeat(times: number, attempt: () => Promise<{ body: object }>) {
  let last = await attempt()
  for (let time = 1; time < times; time += 1) last = await attempt()
  return last
}

const json = { 'Content-Type': 'application/json' }

/** What the pages of the errors say, done. */
const attempts: Partial<Record<ProblemCode, Attempt>> = {
  invalid_request: ({ post }) => post('/contacts/search', { no_such_field: 1 }),
  invalid_json: ({ send }) => send('/contacts/search', { method: 'POST', headers: json, body: '{' }),
  invalid_contact_id: ({ post }) => post('/contacts/reveal', { contact_ids: ['nobody'] }),
  invalid_cursor: ({ call }) => call('GET', '/contacts/revealed?cursor=x'),
  invalid_idempotency_key: ({ call }) =>
    call(
      'POST',
      '/contacts/reveal',
      { contact_ids: ['ct_test_VerifiedEmailOne'] },
      { 'idempotency-key': 'k'.repeat(256) },
    ),
  missing_credentials: () => test.call('GET', '/api/v1/usage'),
  invalid_credentials: () => test.call('GET', '/api/v1/usage', { key: 'psk_test_none' }),
  async payment_failed({ post }) {
    await post('/test/reset', { status: 'none' })
    const { url } = (await post('/billing/subscription-link')).body
    const visitor = createVisitor(test.url)
    await visitor.open(url)
    await visitor.submit('/sandbox/checkout', { card_number: '4000 0000 0000 0341' })
    return post('/billing/end-trial')
  },
  test_key_required: ({ liveKey }) =>
    test.call('POST', '/api/v1/test/clock', { key: liveKey, body: { advance_seconds: 1 } }),
  async insufficient_scope({ accountId }) {
    const { apiKey } = await createTestKey(test, accountId, { scopes: ['contacts:search'] })
    return test.call('GET', '/api/v1/webhooks', { key: apiKey })
  },
  contact_not_found: ({ call }) => call('GET', '/contacts/ct_test_VerifiedEmailOne'),
  async billing_customer_not_found({ post }) {
    await post('/test/reset', { status: 'none' })
    return post('/billing/portal-link')
  },
  resource_not_found: ({ call }) => call('GET', '/jobs/job_unknown'),
  route_not_found: ({ call }) => call('GET', '/no-such-endpoint'),
  method_not_allowed: ({ call }) => call('DELETE', '/usage'),
  async not_in_trial({ post }) {
    await post('/test/reset')
    return post('/billing/end-trial')
  },
  too_many_jobs: ({ post }) => repeat(101, () => post('/jobs', { kind: 'enrich', domains: ['magic.example'] })),
  async too_many_watches({ post }) {
    const { id } = (await post('/lists', { name: 'Stores', kind: 'stores' })).body
    return repeat(26, () => post('/watches', { list_id: id }))
  },
  too_many_webhooks: ({ post }) => repeat(11, () => post('/webhooks', { url: 'https://hook.example/x' })),
  async too_many_exclusions({ call, testAccountId }) {
    await test.store.database.query(sql`
      INSERT INTO exclusions (account_id, label, created_at, updated_at)
      SELECT ${testAccountId}, n::text, now(), now() FROM generate_series(1, 500) n`)
    return call('PUT', '/exclusions/501', { entries: [] })
  },
  async webhook_disabled({ call, post }) {
    const { id } = (await post('/webhooks', { url: 'https://hook.example/x' })).body
    await call('PATCH', `/webhooks/${id}`, { status: 'disabled' })
    return post(`/webhooks/${id}/resend`, { since: 0 })
  },
  hubspot_not_connected: ({ post }) => post('/hubspot/runs', { contact_ids: ['ct_test_VerifiedEmailOne'] }),
  job_is_over: async ({ post, finishedJob }) => post(`/jobs/${await finishedJob()}/cancel`),
  job_not_stopped: async ({ post, finishedJob }) => post(`/jobs/${await finishedJob()}/resume`),
  request_too_large: ({ post }) => post('/contacts/search', { title: 'x'.repeat(70_000) }),
  uri_too_long: ({ send }) => send(`/usage?${'x'.repeat(9_000)}`),
  unsupported_media_type: ({ send }) =>
    send('/contacts/search', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' }),
  headers_too_large: ({ send }) => send('/usage', { headers: { 'X-Long': 'x'.repeat(17_000) } }),
}

/** It takes a minute; src/http/bound-connections.test.ts has a shorter one. */
const tooSlowToTry: ProblemCode[] = ['request_timeout']

describe('errors of test mode', () => {
  it('MODE-7: every error has a magic value, a way to make it, or a reason why it can’t be made', () => {
    const magic = new Set<string>([...magicContactErrors, ...magicDomains].map(({ code }) => code))
    const others = Object.keys(waysToErrors)
    expect([...magic, ...others].toSorted()).toEqual(Object.keys(problemCatalogue).toSorted())
    const tried = others.filter((code) => 'way' in waysToErrors[code as keyof typeof waysToErrors])
    expect([...Object.keys(attempts), ...tooSlowToTry].toSorted()).toEqual(tried.toSorted())
  })

  it.each(Object.entries(attempts))('MODE-7: %s is made as its page says', async (code, attempt) => {
    const { body } = await attempt(await createReader())
    expect(body.error?.code).toBe(code)
  })
})
