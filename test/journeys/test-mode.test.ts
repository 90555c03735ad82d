import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import type { Principal } from '../../src/call/principal.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createJobClient, linesOf } from '../../src/jobs/job-client-fixture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createTestKey } from '../support/test-key.ts'
import { createVisitor } from '../support/visitor.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.plantContacts(3)
  await test.app.start()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

const search = (key: string, body: object = {}) => test.call('POST', '/api/v1/contacts/search', { key, body })
const usage = async (key: string) => (await test.call('GET', '/api/v1/usage', { key })).body
const idsOf = async (key: string, limit = 10): Promise<string[]> =>
  (await search(key, { limit })).body.data.map(({ id }: { id: string }) => id)

async function bothKeys(draft: Parameters<TestApp['createAccount']>[0] = {}) {
  const account = await test.createAccount(draft)
  const made = await createTestKey(test, account.accountId)
  return { ...account, testKey: made.apiKey, testKeyId: made.keyId, testAccountId: made.testAccountId }
}

describe('the catalogue of test mode', () => {
  it('MODE-2: searches, lookups, enrichment and reveals answer over a synthetic catalogue with ids of its own', async () => {
    const { testKey } = await bothKeys()
    const { body } = await search(testKey, { person: { has_verified_email: true }, limit: 5, facets: ['country'] })
    expect(body.total).toBeGreaterThan(500)
    expect(body.data).toHaveLength(5)
    for (const { id, store } of body.data) {
      expect(id).toMatch(/^ct_test_[A-Za-z]{16}$/)
      expect(store.id).toMatch(/^st_test_[A-Za-z]{16}$/)
    }
    const domain = body.data[0].store.domain
    const store = await test.call('GET', `/api/v1/stores/${domain}`, { key: testKey })
    expect(store.body).toMatchObject({ object: 'store', id: body.data[0].store.id, domain })
    const enriched = await test.call('POST', '/api/v1/stores/enrich', {
      key: testKey,
      body: { domains: [domain, 'nobody.example'], include: ['contact_previews'] },
    })
    expect(enriched.body).toMatchObject({ found: 1, not_found: 1 })
    expect(enriched.body.data[0].contact_previews.map(({ id }: { id: string }) => id)).toContain(body.data[0].id)
    const revealed = await test.reveal(testKey, [body.data[0].id])
    expect(revealed.body.data[0]).toMatchObject({ id: body.data[0].id, charged: true })
    expect(revealed.body.data[0].emails[0].email).toMatch(/@.*example/)
    expect((await test.call('GET', `/api/v1/stores/${domain}/changes`, { key: testKey })).body.object).toBe('list')
    expect((await test.call('GET', '/api/v1/taxonomy', { key: testKey })).body.roles.length).toBeGreaterThan(5)
    expect((await test.call('GET', `/api/v1/stores/${domain}/similar`, { key: testKey })).status).toBe(200)
  })

  it('MODE-2: another node and another start have the same contacts', async () => {
    const { accountId, testKey } = await bothKeys()
    const other = await startTestApp()
    await other.app.start()
    const account = await other.createAccount()
    const key = await createTestKey(other, account.accountId)
    const there = await other.call('POST', '/api/v1/contacts/search', { key: key.apiKey, body: { limit: 20 } })
    const here = await search(testKey, { limit: 20 })
    expect(there.body.data).toEqual(here.body.data)
    expect(accountId).not.toBe(account.accountId)
    await other.stop()
  })

  it('MODE-2: pages go on where they ended, and a search knows what was revealed', async () => {
    const { testKey } = await bothKeys()
    const first = await search(testKey, { limit: 3 })
    const next = await search(testKey, { limit: 3, cursor: first.body.next_cursor })
    const ids = [...first.body.data, ...next.body.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
    await test.reveal(testKey, ids.slice(0, 2))
    expect((await search(testKey, { limit: 3 })).body.data.map((one: { revealed: boolean }) => one.revealed)).toEqual([
      true,
      true,
      false,
    ])
    expect((await search(testKey, { person: { revealed: true } })).body.total).toBe(2)
    const listed = await test.call('GET', '/api/v1/contacts/revealed', { key: testKey })
    expect(listed.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids.slice(0, 2).sort())
    expect(listed.body.total).toBe(2)
  })
})

describe('the ledger of test mode', () => {
  it('MODE-3: it has 1,000 credits a month of its own, and neither mode spends the credits of the other', async () => {
    const { apiKey, testKey, testAccountId, accountId } = await bothKeys({ credits: 7 })
    const [contact] = await test.plantContacts(1)
    expect((await usage(testKey)).contact_credits).toMatchObject({ limit: 1_000, remaining: 1_000 })
    const spent = await test.reveal(testKey, await idsOf(testKey, 10))
    expect(spent.body.credits).toMatchObject({ spent: 10, remaining: 990 })
    await test.reveal(apiKey, [contact])
    expect((await usage(apiKey)).contact_credits.remaining).toBe(6)
    expect((await usage(testKey)).contact_credits.remaining).toBe(990)
    expect((await usage(testKey)).account.id).toBe(testAccountId)
    for (const id of [accountId, testAccountId])
      expect((await verifyLedger(test.store.database, { accountId: id })).problems).toEqual([])
  })

  it('MODE-3: idempotency keys, entries and events of the modes are apart', async () => {
    const { apiKey, testKey } = await bothKeys()
    const [contact] = await test.plantContacts(1)
    const ids = await idsOf(testKey, 1)
    const headers = { 'idempotency-key': 'same key' }
    expect((await test.reveal(testKey, ids, headers)).headers['idempotent-replayed']).toBeUndefined()
    expect((await test.reveal(apiKey, [contact], headers)).status).toBe(200)
    expect((await test.reveal(testKey, ids, headers)).headers['idempotent-replayed']).toBe('true')
    const entries = await test.call('GET', '/api/v1/credits/entries', { key: testKey })
    expect(entries.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['spend', 'grant'])
    const events = await test.call('GET', '/api/v1/events', { key: testKey })
    const revealed = events.body.data.filter(({ type }: { type: string }) => type === 'reveal.created')
    expect(revealed.map(({ data }: { data: { contact_ids: string[] } }) => data.contact_ids)).toEqual([ids])
  })

  it('MODE-3: a job in test mode reveals, enriches and exports synthetic rows for test credits', async () => {
    const { testKey } = await bothKeys()
    const jobs = createJobClient(test)
    const done = await jobs.finish(testKey, { kind: 'reveal', search: { store: { countries: ['US'] } }, max: 25 })
    expect(done).toMatchObject({ status: 'finished', credits: { spent: 25 } })
    const lines = linesOf(await jobs.read(testKey, done.id, '/results'))
    expect(lines).toHaveLength(25)
    expect(lines.every(({ contact }) => contact.id.startsWith('ct_test_'))).toBe(true)
    const exported = await jobs.finish(testKey, { kind: 'export', search: { store: { countries: ['US'] } }, max: 5 })
    expect(exported).toMatchObject({ status: 'finished' })
    const domains = linesOf(await jobs.read(testKey, exported.id, '/results')).map(({ domain }) => domain)
    const enriched = await jobs.finish(testKey, { kind: 'enrich', domains, include: ['contact_previews'] })
    expect(enriched.counts).toMatchObject({ total: domains.length, found: domains.length })
    const { contact } = lines[0]
    const { first_name, last_name, store } = contact
    const people = [
      { email: contact.emails[0].email },
      { first_name, last_name, domain: store.domain },
      { email: 'a@b.example' },
    ]
    const named = await jobs.finish(testKey, { kind: 'reveal', people })
    expect(named.counts).toMatchObject({ already_revealed: 2, no_match: 1 })
    expect((await usage(testKey)).contact_credits.used).toBe(25)
  })
})

describe('exclusions of test mode', () => {
  it('MODE-3: they leave out synthetic contacts, and an import of the same domain changes nothing in test mode', async () => {
    const { testKey, testAccountId } = await bothKeys()
    const call = (method: string, path: string, body?: object) =>
      test.call(method, `/api/v1${path}`, { key: testKey, ...(body && { body }) })
    const { body: before } = await search(testKey, { limit: 1 })
    const { domain } = before.data[0].store
    const [revealed] = (await test.reveal(testKey, ['ct_test_VerifiedEmailOne'])).body.data
    const entries = [{ domain }, { email: revealed.emails[0].email }]
    expect((await call('PUT', '/exclusions/Customers', { entries })).status).toBe(200)
    const left = (await search(testKey, { limit: 1 })).body
    expect(left.total).toBeLessThan(before.total - 1)
    // One magic contact is excluded without a list.
    expect((await search(testKey, { excluded: 'only' })).body.total).toBe(before.total - left.total + 1)
    const { database, channelKeys } = test.app
    await importCatalogue(database, { source: readRecords([{ domain, name: 'Of the same name' }]), channelKeys })
    await call('PUT', '/exclusions/Customers', { entries: [{ domain }], mode: 'replace' })
    expect((await search(testKey, { limit: 1 })).body.total).toBe(left.total + 1)
    const [mixed] = await database.query<{ count: number }>(sql`
      SELECT count(*)::int FROM excluded_stores WHERE account_id = ${testAccountId} AND store_id LIKE 'st\\_live%'`)
    expect(mixed!.count).toBe(0)
    await call('DELETE', '/exclusions/Customers')
    expect((await search(testKey, { limit: 1 })).body.total).toBe(before.total)
  })
})

/** Again if a new minute, and with it a new window, began in between. */
async function inOneMinute<T>(run: () => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000)
  const began = minute()
  const result = await run()
  return minute() === began ? result : inOneMinute(run)
}

describe('limits of test mode', () => {
  it('MODE-4: requests count in windows of their own, as large as those of the live account', async () => {
    const { answers, apiKey, testKey, accountId } = await inOneMinute(async () => {
      const keys = await bothKeys({ requestsPerMinute: 3 })
      const answers: number[] = []
      for (let count = 0; count < 4; count += 1) answers.push((await search(keys.testKey)).status)
      return { ...keys, answers }
    })
    expect(answers).toEqual([200, 200, 200, 429])
    expect((await search(apiKey)).status).toBe(200)
    const { database } = test.store
    await setAccount(database, test.app.clock, test.app.plans, accountId, { requestsPerMinute: 9 })
    expect((await usage(testKey)).requests.minute.limit).toBe(9)
  })
})

describe('nothing crosses', () => {
  it('MODE-5: ids of the other mode are unknown', async () => {
    const { apiKey, testKey } = await bothKeys()
    const live = await test.plantContacts(2)
    const ids = await idsOf(testKey, 2)
    expect((await test.reveal(testKey, live)).body.error.code).toBe('no_revealable_contacts')
    expect((await test.reveal(apiKey, ids)).body.error.code).toBe('no_revealable_contacts')
    const mixed = await test.reveal(testKey, [live[0], ids[0]])
    expect(mixed.body).toMatchObject({ unavailable_contact_ids: [live[0]], credits: { spent: 1 } })
  })

  it('MODE-6: the database refuses a row that mixes the modes', async () => {
    const { accountId, testAccountId, keyId, testKeyId } = await bothKeys()
    const { owner } = test.store
    const refused = (statement: ReturnType<typeof sql>) =>
      expect(owner.query(statement)).rejects.toMatchObject({ code: '23514' })
    const reveal = (account: string, contact: string) =>
      sql`INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at) VALUES (${account}, ${contact}, 1, now())`
    await refused(reveal(accountId, 'ct_test_AbCdEfGhIjKlMnOp'))
    await refused(reveal(testAccountId, 'ct_live_AbCdEfGhIjKlMnOp'))
    await refused(sql`UPDATE api_keys SET account_id = ${testAccountId} WHERE key_id = ${keyId}`)
    await refused(sql`UPDATE api_keys SET account_id = ${accountId} WHERE key_id = ${testKeyId}`)
    await refused(sql`UPDATE accounts SET live_account_id = NULL WHERE account_id = ${testAccountId}`)
    await refused(sql`UPDATE accounts SET clock_ahead_seconds = 1 WHERE account_id = ${accountId}`)
  })

  it('TM1, MODE-5: a statement on the live catalogue is refused in test mode', async () => {
    const { testKey, testAccountId } = await bothKeys()
    await search(testKey)
    const principal = { mode: 'test', account: { id: testAccountId, clockAheadSeconds: 0 } } as Principal
    const { database } = await test.app.needsOf(principal, test.app)
    await expect(async () => database.query(sql`SELECT 1 FROM contacts`)).rejects.toThrow('live catalogue')
    await expect(
      database.transaction((tx) => tx.query(sql`SELECT 1 FROM accounts JOIN stores ON true`)),
    ).rejects.toThrow('live catalogue')
  })

  it('MODE-1: an account without a plan has test keys that work, and live keys that do not', async () => {
    const { apiKey, testKey } = await bothKeys({ status: 'none' })
    expect((await search(apiKey)).body.error.code).toBe('api_access_required')
    expect((await search(testKey)).status).toBe(200)
  })
})

it('MODE-10, MODE-3: whoever takes the payments, billing of a test key answers from the sandbox, and follows the test clock', async () => {
  const stripe = { secretKey: 'sk_live_x', webhookSecret: 'whsec_x', apiBase: 'http://127.0.0.1:9' }
  const live = await startTestApp({ stripe })
  try {
    const origin = await live.app.http.server.listen({ host: '127.0.0.1', port: 0 })
    const { accountId, apiKey } = await live.createAccount({ status: 'none' })
    const { apiKey: testKey } = await createTestKey(live, accountId)
    const call = async (method: string, path: string, body?: object) => {
      const answer = await live.call(method, `/api/v1${path}`, { key: testKey, ...(body && { body }) })
      expect(answer, answer.text).toMatchObject({ status: 200 })
      return answer.body
    }
    const subscribe = async (body: object) => {
      await call('POST', '/test/reset', { status: 'none' })
      const { url } = await call('POST', '/billing/subscription-link', body)
      expect(url).toContain('/sandbox/checkout/')
      const visitor = createVisitor(origin)
      expect((await visitor.open(url)).status).toBe(200)
      await visitor.submit('/sandbox/checkout', { card_number: '4242 4242 4242 4242' })
    }
    await subscribe({})
    expect((await call('GET', '/billing/status')).plan.status).toBe('trialing')

    await call('POST', '/test/clock', { advance_seconds: 15 * 86_400 })
    expect((await call('GET', '/billing/status')).plan.status).toBe('active')
    expect((await call('GET', '/billing/invoices')).data[0]).toMatchObject({ status: 'paid' })
    await call('POST', '/test/clock', { advance_seconds: 31 * 86_400 })
    const paid = (await call('GET', '/billing/invoices')).data.filter(({ total }: { total: number }) => total > 0)
    expect(paid).toHaveLength(2)
    const events = (await call('GET', '/events')).data.map((one: { type: string; data: { status?: string } }) =>
      [one.type, one.data.status].filter(Boolean).join(' '),
    )
    const ofPlan = events.filter((told: string) => /^(trial|plan)/.test(told))
    expect(ofPlan).toEqual(['plan.changed trialing', 'trial.ending', 'plan.changed active'])
    expect(await call('GET', '/billing/portal-link')).toMatchObject({ kind: 'portal' })
    await subscribe({ plan: 'business' })
    // MODE-3: test credits, whatever the plan.
    expect((await call('GET', '/usage')).contact_credits).toMatchObject({ limit: 1_000, remaining: 1_000 })
    await call('POST', '/test/clock', { advance_seconds: 31 * 86_400 })
    expect((await call('GET', '/usage')).contact_credits).toMatchObject({ limit: 1_000, remaining: 1_000 })

    const key = { key: apiKey }
    expect((await live.call('GET', '/api/v1/billing/status', key)).body.plan.status).toBe('none')
    const refused = await live.call('POST', '/api/v1/billing/subscription-link', { ...key, body: {} })
    expect(refused.body.error.code).toBe('billing_provider_error')
    expect(live.mails).toEqual([])
  } finally {
    await live.stop()
  }
})
