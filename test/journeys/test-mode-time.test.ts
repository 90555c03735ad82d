import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedClock } from '../../src/base/clock.ts'
import { problemCatalogue } from '../../src/base/problems.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { recordWhatTheClockDid } from '../../src/billing/clock-events.ts'
import type { BillingContext } from '../../src/billing/context/billing-context.ts'
import { grantPack } from '../../src/credits/lots.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { operations } from '../../src/operations.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import { magicContactErrors, magicContacts, magicDomains } from '../../src/test-mode/magic.ts'
import { retention } from '../../src/wiring/retention.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createTestKey } from '../support/test-key.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date('2026-11-17T09:00:00.000Z') })
  await test.app.start()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

const post = (key: string, path: string, body: object) => test.call('POST', `/api/v1${path}`, { key, body })
const get = (key: string, path: string) => test.call('GET', `/api/v1${path}`, { key })
const newKeys = async () => {
  const account = await test.createAccount()
  return { ...account, testKey: (await createTestKey(test, account.accountId)).apiKey }
}
const day = 86_400

it('MODE-2: the synthetic catalogue is generated, and stands in no table', async () => {
  const { testKey } = await newKeys()
  const { body } = await post(testKey, '/contacts/search', { limit: 3 })
  for (const { id, store } of body.data) {
    for (const text of [id, store.id, store.domain]) expect([text, await tablesHolding(text)]).toEqual([text, []])
  }
})

describe('magic values', () => {
  const malformed = (code: string) => code.startsWith('invalid_') || code === 'method_not_allowed'
  const everywhere = ['api_access_required', 'rate_limit_exceeded', 'internal_error', 'service_unavailable']
  const errorsOf = (id: string) => [...operations.find((one) => one.id === id)!.problems, ...everywhere]

  it('MODE-7: there is a contact for every error of a reveal and a domain for every error of a lookup', () => {
    const contacts = magicContactErrors.map(({ code }) => code as string)
    const domains = magicDomains.map(({ code }) => code as string)
    expect(contacts.toSorted()).toEqual(
      errorsOf('revealContacts')
        .filter((code) => !malformed(code))
        .toSorted(),
    )
    expect(domains.toSorted()).toEqual(
      errorsOf('getStore')
        .filter((code) => !malformed(code))
        .toSorted(),
    )
    expect([...contacts, ...domains].filter((code) => !(code in problemCatalogue))).toEqual([])
    const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
    const values = [
      ...magicContactErrors.map(({ contactId, code }) => `| \`${contactId}\` | \`${code}\` |`),
      ...magicContacts.map(({ id, outcome }) => `| \`${id}\` | ${outcome} |`),
      ...magicDomains.map(({ domain, code }) => `| \`${domain}\` | \`${code}\` |`),
    ]
    expect(values.filter((value) => !page.includes(value))).toEqual([])
  })

  it('MODE-7: revealing such a contact answers with its error and spends nothing', async () => {
    const { testKey } = await newKeys()
    for (const { code, contactId } of magicContactErrors) {
      const { status, body } = await test.reveal(testKey, [contactId])
      expect([status, body.error.code]).toEqual([problemCatalogue[code].status, code])
    }
    expect((await get(testKey, '/usage')).body.contact_credits.used).toBe(0)
  })

  it('MODE-7: asking for such a domain answers with its error', async () => {
    const { testKey } = await newKeys()
    for (const { code, domain } of magicDomains) {
      const { status, body } = await get(testKey, `/stores/${domain}`)
      expect([status, body.error.code]).toEqual([problemCatalogue[code].status, code])
    }
  })

  it('MODE-7: among several domains a magic one is not found, in an enrichment, an export, a list and a job, and its results can be read', async () => {
    const { testKey } = await newKeys()
    const domains = ['magic.example', ...magicDomains.map(({ domain }) => domain)]
    const statuses = ['found', ...magicDomains.map(() => 'not_found')]
    const statusesOf = (items: { status: string }[]) => items.map(({ status }) => status)
    const enriched = await post(testKey, '/stores/enrich', { domains })
    expect([enriched.status, statusesOf(enriched.body.data)]).toEqual([200, statuses])
    const { body: made } = await post(testKey, '/jobs', { kind: 'enrich', domains })
    await test.app.queue.runWaiting()
    const page = await test.call('GET', `/api/v1/jobs/${made.id}/results`, {
      key: testKey,
      headers: { accept: 'application/json' },
    })
    expect([page.status, statusesOf(page.body.data)]).toEqual([200, statuses])
    const lines = await get(testKey, `/jobs/${made.id}/results`)
    expect(lines.text.trim().split('\n')).toHaveLength(domains.length)
    const list = await post(testKey, '/lists', { name: 'Some', kind: 'stores' })
    const added = await post(testKey, `/lists/${list.body.id}/items`, { ids: domains })
    expect(added.status, added.text).toBe(200)
    const exported = await post(testKey, '/stores/export', { domains })
    expect(exported.status, exported.text).toBe(200)
  })

  it('MODE-7: the other magic contacts have the outcomes that they are named after', async () => {
    const { testKey } = await newKeys()
    const { body } = await test.reveal(
      testKey,
      magicContacts.map(({ id }) => id),
    )
    const revealed = body.data.map((one: Record<string, unknown[]>) => [one.id, one.emails!.length, one.phones!.length])
    expect(revealed).toEqual([
      ['ct_test_VerifiedEmailOne', 1, 0],
      ['ct_test_PhoneOnlyContact', 0, 1],
      ['ct_test_OnlyLinkedinHere', 0, 0],
    ])
    expect(body.unavailable_contact_ids).toEqual(['ct_test_BouncedEmailOnly', 'ct_test_NoChannelsToGive'])
    expect(body.excluded_contact_ids).toEqual(['ct_test_OnExclusionLists'])
    expect(body.credits.spent).toBe(3)
  })
})

describe('the test clock', () => {
  it('MODE-8: credits renew when a month has passed, in test mode alone', async () => {
    const { testKey, apiKey } = await newKeys()
    const neighbour = await newKeys()
    await test.reveal(testKey, ['ct_test_VerifiedEmailOne'])
    const moved = await post(testKey, '/test/clock', { advance_seconds: 31 * day })
    expect(moved.body).toMatchObject({ now: '2026-12-18T09:00:00.000Z', ahead_seconds: 31 * day })
    const usage = (await get(testKey, '/usage')).body
    expect(usage.contact_credits).toMatchObject({ used: 0, remaining: 1_000 })
    expect(usage.plan.period.start).toBe('2026-12-17T09:00:00.000Z')
    for (const other of [apiKey, neighbour.apiKey, neighbour.testKey]) {
      expect((await get(other, '/usage')).body.plan.period.start).toBe('2026-11-17T09:00:00.000Z')
    }
    const again = await test.reveal(testKey, ['ct_test_VerifiedEmailOne', 'ct_test_PhoneOnlyContact'])
    expect(again.body.credits).toMatchObject({ spent: 1, remaining: 999 })
    expect(again.body.data[1].revealed_at).toBe('2026-12-18T09:00:00.000Z')
    const events = (await get(testKey, '/events')).body.data.map(({ type }: { type: string }) => type)
    expect(events.filter((type: string) => type === 'credits.renewed')).toHaveLength(2)
    const limit = (await get(testKey, '/usage')).headers.ratelimit
    expect(limit).toMatch(/t=(60|[1-5]?\d)$/)
  })

  it('MODE-8: a trial ends, and the account is refused as a lapsed one is', async () => {
    const { testKey } = await newKeys()
    await post(testKey, '/test/reset', { status: 'trialing' })
    expect((await get(testKey, '/usage')).body.contact_credits.limit).toBe(250)
    await post(testKey, '/test/clock', { advance_seconds: 14 * day })
    expect((await get(testKey, '/usage')).body.error.code).toBe('api_access_required')
    expect((await post(testKey, '/contacts/search', {})).body.error.code).toBe('api_access_required')
    expect((await get(testKey, '/billing/status')).body.plan.status).toBe('lapsed')
    expect((await post(testKey, '/test/reset', {})).status).toBe(200)
    expect((await post(testKey, '/contacts/search', {})).status).toBe(200)
  })

  it('MODE-8: the end of a trial and credits that expire are told on the way, however far the clock jumps', async () => {
    const { testKey, accountId } = await newKeys()
    const { body } = await post(testKey, '/test/reset', { status: 'trialing' })
    const { database, clock } = test.app
    const lot = { credits: 50, expiresAt: new Date('2026-12-09T09:00:00.000Z'), reference: 'pack', reason: 'Pack' }
    await grantPack(database, clock, { ...lot, accountId: body.account_id, door: 'billing' })
    await post(testKey, '/test/clock', { advance_seconds: 10 * day })
    const told = async () =>
      (
        await database.query<{ type: string }>(sql`
        SELECT type FROM events WHERE account_id = ${body.account_id} AND type IN ('trial.ending', 'plan.changed', 'credits.expiring')
        ORDER BY sequence`)
      ).map(({ type }) => type)
    expect(await told()).toEqual([])
    await post(testKey, '/test/clock', { advance_seconds: 2 * day })
    expect(await told()).toEqual(['trial.ending'])
    await post(testKey, '/test/clock', { advance_seconds: 5 * day })
    expect(await told()).toEqual(['trial.ending', 'plan.changed', 'credits.expiring'])
    await recordWhatTheClockDid(database, { clock } as BillingContext)
    expect(await told()).toHaveLength(3)
    const [live] = await database.query<{ count: number }>(sql`
      SELECT count(*)::int FROM events WHERE account_id = ${accountId} AND type IN ('trial.ending', 'plan.changed')`)
    expect(live!.count).toBe(0)
  })

  it('MODE-8: a lot of credits expires when its time comes, within the same period', async () => {
    const { testKey } = await newKeys()
    const accountId = (await get(testKey, '/usage')).body.account.id
    const { database, clock } = test.app
    const lot = { credits: 50, expiresAt: new Date('2026-11-27T09:00:00.000Z'), reference: 'pack', reason: 'Pack' }
    await grantPack(database, clock, { ...lot, accountId, door: 'billing' })
    const remaining = async () => (await get(testKey, '/usage')).body.contact_credits.remaining
    expect(await remaining()).toBe(1_050)
    await post(testKey, '/test/clock', { advance_seconds: 9 * day })
    expect(await remaining()).toBe(1_050)
    await post(testKey, '/test/clock', { advance_seconds: 2 * day })
    expect(await remaining()).toBe(1_000)
    expect((await verifyLedger(database, { accountId })).problems).toEqual([])
  })

  it('MODE-8: it goes no further than ten years, and never back', async () => {
    const { testKey } = await newKeys()
    expect((await post(testKey, '/test/clock', { advance_seconds: 3_650 * day })).status).toBe(200)
    expect((await post(testKey, '/test/clock', { advance_seconds: 1 })).body.error.param).toBe('advance_seconds')
    expect((await post(testKey, '/test/clock', { advance_seconds: -1 })).status).toBe(400)
  })

  it('MODE-8: the operations of test mode refuse live keys', async () => {
    const { apiKey } = await newKeys()
    for (const [path, body] of [
      ['/test/clock', { advance_seconds: 1 }],
      ['/test/reset', {}],
    ] as const) {
      expect((await post(apiKey, path, body)).body.error.code).toBe('test_key_required')
    }
  })
})

describe('starting over', () => {
  it('MODE-9: what was done in test mode is gone, and keys and webhooks stay', async () => {
    const { testKey, accountId } = await newKeys()
    await test.reveal(testKey, ['ct_test_VerifiedEmailOne'], { 'idempotency-key': 'once' })
    const webhook = await post(testKey, '/webhooks', { url: 'https://hooks.example/prospector' })
    await post(testKey, '/lists', { name: 'Mine', kind: 'contacts' })
    await post(testKey, '/jobs', { kind: 'enrich', domains: ['magic.example'] })
    await post(testKey, `/webhooks/${webhook.body.id}/test`, {})
    await post(testKey, '/test/clock', { advance_seconds: day })
    const before = (await get(testKey, '/usage')).body.account.id
    const { body } = await post(testKey, '/test/reset', {})
    const after = (await get(testKey, '/usage')).body
    expect(after.account.id).toBe(body.account_id)
    expect(after.account.id).not.toBe(before)
    expect(after.contact_credits.remaining).toBe(1_000)
    expect((await get(testKey, '/contacts/revealed')).body.total).toBe(0)
    expect((await get(testKey, '/credits/entries')).body.data).toHaveLength(1)
    expect((await get(testKey, '/webhooks')).body.data.map(({ id }: { id: string }) => id)).toEqual([webhook.body.id])
    for (const path of ['/lists', '/jobs', `/webhooks/${webhook.body.id}/deliveries`])
      expect([path, (await get(testKey, path)).body.data]).toEqual([path, []])
    const events = (await get(testKey, '/events')).body.data as { type: string }[]
    expect(events.map(({ type }) => type)).not.toContain('reveal.created')
    expect((await post(testKey, '/test/clock', { advance_seconds: 1 })).body.ahead_seconds).toBe(1)
    const replay = await test.reveal(testKey, ['ct_test_VerifiedEmailOne'], { 'idempotency-key': 'once' })
    expect(replay.body.credits.spent).toBe(1)
    expect(replay.headers['idempotent-replayed']).toBeUndefined()
    const [open] = await test.store.database.query<{ count: number }>(
      sql`SELECT count(*)::int FROM accounts WHERE live_account_id = ${accountId} AND closed_at IS NULL`,
    )
    expect(open!.count).toBe(1)
  })

  it('MODE-11: a day later nothing of what was closed is left in any table, and the ledger of others is as it was', async () => {
    const { testKey, apiKey, accountId } = await newKeys()
    const call = (method: string, path: string, body: object) =>
      test.call(method, `/api/v1${path}`, { key: testKey, body })
    await test.reveal(apiKey, await test.plantContacts(1))
    await test.reveal(testKey, ['ct_test_VerifiedEmailOne'], { 'idempotency-key': 'once' })
    const list = (await call('POST', '/lists', { name: 'Mine', kind: 'contacts' })).body.id
    await call('POST', `/lists/${list}/items`, { ids: ['ct_test_PhoneOnlyContact'] })
    await call('PATCH', '/contacts/ct_test_PhoneOnlyContact/work', { status: 'contacted' })
    await call('PUT', '/exclusions/Mine', { entries: [{ domain: 'magic.example' }] })
    await call('POST', '/jobs', { kind: 'enrich', domains: ['magic.example'] })
    await test.app.queue.runWaiting()
    await call('POST', '/billing/top-up-link', { pack: 'small' })
    const closed = (await get(testKey, '/usage')).body.account.id as string
    await post(testKey, '/test/reset', {})
    const rows = () => tablesHolding(closed)
    const entries = async () => (await get(apiKey, '/credits/entries')).body.data
    const before = await entries()
    expect((await rows()).length).toBeGreaterThan(12)
    await cleanUp(test.app.database, test.app.clock, retention)
    expect((await rows()).length).toBeGreaterThan(12)
    const dayLater = fixedClock(() => new Date('2026-11-18T09:00:01.000Z'))
    await cleanUp(test.app.database, dayLater, retention)
    expect(await rows()).toEqual([])
    expect(await entries()).toEqual(before)
    await expect(test.store.database.query(sql`SELECT forget_test_account(${accountId})`)).rejects.toThrow(
      'closed test',
    )
    expect((await get(testKey, '/usage')).status).toBe(200)
  })
})

/** The tables in which a row holds this text. */
async function tablesHolding(text: string): Promise<string[]> {
  const { database } = test.store
  const tables = await database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`)
  const found: string[] = []
  for (const { name } of tables.filter((table) => table.name !== 'stripe_simulator_events')) {
    const rows = await database.query(rawSql(`SELECT FROM ${name} t WHERE t::text LIKE '%${text}%' LIMIT 1`))
    if (rows.length > 0) found.push(name)
  }
  return found
}
