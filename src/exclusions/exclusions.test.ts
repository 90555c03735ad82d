import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { endExclusion } from '../catalog/exclusions/exclusions.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'
import { createJobClient, linesOf } from '../jobs/job-client-fixture.ts'
import { makeKey } from '../keys/keys.ts'
import { endExclusions } from './end-exclusions.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const importStores = (...stores: ImportedStore[]) =>
  importCatalogue(test.app.database, { channelKeys: test.app.channelKeys, source: readRecords(stores) })

const person = (name: string, more: Partial<ImportedContact> = {}): ImportedContact => ({
  source_id: name,
  full_name: `${name} Person`,
  emails: [{ email: `${name}@people.example`, status: 'verified', type: 'work', is_primary: true }],
  linkedin_url: `https://www.linkedin.com/in/${name}`,
  ...more,
})

async function idOf(name: string): Promise<string> {
  const [row] = await test.app.database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE full_name = ${`${name} Person`}`,
  )
  return row!.id
}

const put = (key: string, label: string, entries: object[], more: object = {}) =>
  test.call('PUT', `/api/v1/exclusions/${encodeURIComponent(label)}`, { key, body: { entries, ...more } })
const outcomesOf = async (key: string, names: string[]): Promise<string[]> => {
  const contact_ids = await Promise.all(names.map(idOf))
  const quote = await test.call('POST', '/api/v1/contacts/reveal/quote', { key, body: { contact_ids } })
  return quote.body.data.map(({ outcome }: { outcome: string }) => outcome)
}
const sha256 = (email: string) => createHash('sha256').update(email).digest('hex')

it('EXCL-1, EXCL-2, X3: a list takes emails, domains, profiles and SHA-256 sums, says how many it has, and never which', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  await importStores(
    { domain: 'one.example', contacts: ['ada', 'bob', 'cid', 'dot'].map((name) => person(name)) },
    { domain: 'two.example', contacts: [person('eve'), person('flo')] },
  )
  const made = await put(apiKey, 'Known people', [
    { email: ' ADA@people.example' },
    { linkedin_url: 'linkedin.com/in/Bob/' },
    { email_sha256: sha256('cid@people.example') },
    { domain: 'https://www.two.example/about' },
    { domain: 'two.example' },
  ])
  expect(made.status, made.text).toBe(200)
  expect(made.body).toMatchObject({
    label: 'Known people',
    object: 'exclusion',
    counts: { total: 4, email: 1, domain: 1, linkedin_url: 1, email_sha256: 1 },
  })
  expect(await outcomesOf(apiKey, ['ada', 'bob', 'cid', 'dot', 'eve', 'flo'])).toEqual([
    'excluded',
    'excluded',
    'excluded',
    'new',
    'excluded',
    'excluded',
  ])
  const read = await test.call('GET', '/api/v1/exclusions/Known%20people', { key: apiKey })
  expect(read.body).toMatchObject({ counts: made.body.counts })
  const all = await test.call('GET', '/api/v1/exclusions', { key: apiKey })
  expect([all.body.total, all.body.data[0].label]).toEqual([1, 'Known people'])

  const stored = JSON.stringify(
    await test.app.database.query(sql`SELECT * FROM exclusion_entries, exclusions, excluded_stores`),
  )
  expect(stored).not.toMatch(/people\.example|two\.example|linkedin\.com/)
})

it('EXCL-3: replace keeps only what it is sent; what another list names stays excluded; DELETE ends a list', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  await importStores({ domain: 'three.example', contacts: [person('gil'), person('hal'), person('ina')] })
  await put(apiKey, 'a', [{ email: 'gil@people.example' }, { email: 'hal@people.example' }])
  await put(apiKey, 'b', [{ linkedin_url: 'https://linkedin.com/in/gil' }])
  await put(apiKey, 'a', [{ email: 'ina@people.example' }], { mode: 'replace' })
  expect(await outcomesOf(apiKey, ['gil', 'hal', 'ina'])).toEqual(['excluded', 'new', 'excluded'])
  const gone = await test.call('DELETE', '/api/v1/exclusions/b', { key: apiKey })
  expect(gone.body).toMatchObject({ id: 'b', object: 'exclusion', deleted: true })
  expect(await outcomesOf(apiKey, ['gil', 'hal', 'ina'])).toEqual(['new', 'new', 'excluded'])
  const again = await test.call('DELETE', '/api/v1/exclusions/b', { key: apiKey })
  expect([again.status, again.body.error.code]).toEqual([404, 'resource_not_found'])
})

it('EXCL-4: excluded contacts are not charged or returned, owned ones are as ever, and Prospector-Allow-Excluded reveals them after all', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  await importStores({ domain: 'four.example', contacts: [person('jim'), person('kay'), person('lou')] })
  const [jim, kay, lou] = [await idOf('jim'), await idOf('kay'), await idOf('lou')]
  await test.reveal(apiKey, [jim])
  await put(apiKey, 'all', [{ domain: 'four.example' }])

  const answer = await test.reveal(apiKey, [kay, jim, lou])
  expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual([jim])
  expect(answer.body).toMatchObject({ excluded_contact_ids: [kay, lou], unavailable_contact_ids: [] })
  expect(answer.body.credits).toMatchObject({ spent: 0, remaining: 9 })

  const key = { 'idempotency-key': 'all of them' }
  const nothing = await test.reveal(apiKey, [kay, lou], key)
  expect([nothing.status, nothing.body.data, nothing.body.excluded_contact_ids]).toEqual([200, [], [kay, lou]])
  await test.call('DELETE', '/api/v1/exclusions/all', { key: apiKey })
  const replay = await test.reveal(apiKey, [kay, lou], key)
  expect([replay.headers['idempotent-replayed'], replay.body.excluded_contact_ids]).toEqual(['true', [kay, lou]])
  const conflict = await test.reveal(apiKey, [kay, lou], { ...key, 'prospector-allow-excluded': 'true' })
  expect(conflict.body.error.code).toBe('idempotency_conflict')

  await put(apiKey, 'all', [{ domain: 'four.example' }])
  const allowed = await test.reveal(apiKey, [kay], { 'prospector-allow-excluded': 'true' })
  expect(allowed.body).toMatchObject({ credits: { spent: 1 }, excluded_contact_ids: [] })
  const odd = await test.reveal(apiKey, [kay], { 'prospector-allow-excluded': 'yes' })
  expect([odd.status, odd.body.error.param]).toEqual([400, 'Prospector-Allow-Excluded'])

  const client = createJobClient(test)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: [lou, kay] })
  expect(linesOf(await client.read(apiKey, job.id, '/results')).map(({ outcome }) => outcome)).toEqual([
    'excluded',
    'already_revealed',
  ])
  const quoted = await client.create(apiKey, { kind: 'reveal', contact_ids: [lou, kay], dry_run: true })
  expect(quoted.body.counts).toEqual({ new: 0, already_revealed: 1, unavailable: 0, excluded: 1 })
  const bold = await client.finish(apiKey, { kind: 'reveal', contact_ids: [lou, kay], allow_excluded: true })
  expect(bold.credits.spent).toBe(1)
})

it.each([
  [[{ email: 'nobody' }], 'entries[0].email'],
  [[{ email: 'a@b.example' }, {}], 'entries[1]'],
  [[{ email: 'a@b.example', domain: 'b.example' }], 'entries[0]'],
  [[{ domain: 'no domain' }], 'entries[0].domain'],
  [[{ linkedin_url: 'x' }], 'entries[0].linkedin_url'],
  [[{ email_sha256: sha256('x').toUpperCase() }], 'entries[0].email_sha256'],
  [[{ phone: '1' }], 'entries[0].phone'],
  [Array(10_001).fill({ email: 'a@b.example' }), 'entries'],
])('EXCL-5: a wrong entry is a 400 that names it, and nothing is changed', async (entries, param) => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const refused = await put(apiKey, 'list', entries)
  expect([refused.status, refused.body.error.param], refused.text.slice(0, 300)).toEqual([400, param])
  expect((await test.call('GET', '/api/v1/exclusions', { key: apiKey })).body.total).toBe(0)
})

it('EXCL-5: the bounds of an account hold, also against many at once', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 10 })
  await put(apiKey, 'first', [{ email: 'a@b.example' }])
  await test.app.database.query(sql`UPDATE exclusion_states SET entries = 499995 WHERE account_id = ${accountId}`)
  const some = (of: number) => Array.from({ length: 3 }, (_, at) => ({ email: `p${of}.${at}@b.example` }))
  const answers = await Promise.all([1, 2, 3].map((of) => put(apiKey, `list ${of}`, some(of))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body.error.code).toBe('too_many_exclusions')
  expect((await test.call('GET', '/api/v1/exclusions', { key: apiKey })).body.total).toBe(2)
})

it('EXCL-9: a list ends at its moment, not before; whom another list names stays excluded', async () => {
  const live = await test.createAccount({ credits: 10 })
  await importStores({ domain: 'nine.example', contacts: [person('ned'), person('ole')] })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const made = await put(live.apiKey, 'a', [{ domain: 'nine.example' }], { expires_at: soon })
  expect(made.body.expires_at).toBe(soon)
  await put(live.apiKey, 'b', [{ email: 'ned@people.example' }])
  // What a later call does not name stays.
  expect((await put(live.apiKey, 'a', [{ email: 'x@people.example' }])).body.expires_at).toBe(soon)
  const past = await put(live.apiKey, 'a', [], { expires_at: '2026-01-01T00:00:00.000Z' })
  expect([past.status, past.body.error.param]).toEqual([400, 'expires_at'])
  await endExclusions(test.app, test.app.needsOf)
  // Somebody may have given it more time after it was found to be over.
  const { database, clock, channelKeys } = test.app
  expect(await endExclusion(database, clock, channelKeys, live.accountId, 'a')).toBe(false)
  expect(await outcomesOf(live.apiKey, ['ned', 'ole'])).toEqual(['excluded', 'excluded'])

  await test.app.database.query(
    sql`UPDATE exclusions SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`,
  )
  await endExclusions(test.app, test.app.needsOf)
  expect(await outcomesOf(live.apiKey, ['ned', 'ole'])).toEqual(['excluded', 'new'])
  expect((await test.call('GET', '/api/v1/exclusions/a', { key: live.apiKey })).status).toBe(404)
  const again = await put(live.apiKey, 'b', [], { expires_at: null })
  expect([again.body.counts.total, again.body.expires_at]).toEqual([1, null])
})

it('EXCL-9, EXCL-4: what is put on a list that has just ended stays excluded, and what was on it does not come back', async () => {
  const live = await test.createAccount({ credits: 10 })
  await importStores({ domain: 'ten.example', contacts: [person('pia'), person('quy')] })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await put(live.apiKey, 'a', [{ email: 'pia@people.example' }], { expires_at: soon })
  await test.app.database.query(sql`UPDATE exclusions SET expires_at = now() WHERE account_id = ${live.accountId}`)
  // Before the round that deletes it.
  const again = await put(live.apiKey, 'a', [{ email: 'quy@people.example' }])
  expect([again.status, again.body.counts.total, again.body.expires_at]).toEqual([200, 1, null])
  expect(await outcomesOf(live.apiKey, ['pia', 'quy'])).toEqual(['new', 'excluded'])
  await endExclusions(test.app, test.app.needsOf)
  expect(await outcomesOf(live.apiKey, ['pia', 'quy'])).toEqual(['new', 'excluded'])
  const [state] = await test.app.database.query<{ entries: number }>(
    sql`SELECT entries FROM exclusion_states WHERE account_id = ${live.accountId}`,
  )
  expect(state!.entries).toBe(1)
})

it('MODE-8, EXCL-9: a list ends when its moment has come in the time of its account', async () => {
  const live = await test.createAccount()
  const testKey = (await createTestKey(test, live.accountId)).apiKey
  const neighbour = (await createTestKey(test, (await test.createAccount()).accountId)).apiKey
  const keys = [testKey, live.apiKey, neighbour]
  const endIn = (key: string, seconds: number) => {
    const expires_at = new Date(Date.now() + seconds * 1_000).toISOString()
    return put(key, 'Soon', [{ domain: 'magic.example' }], { expires_at })
  }
  const advance = (seconds: number) =>
    test.call('POST', '/api/v1/test/clock', { key: testKey, body: { advance_seconds: seconds } })
  const statuses = () =>
    Promise.all(keys.map(async (key) => (await test.call('GET', '/api/v1/exclusions/Soon', { key })).status))
  const excluded = async () => {
    const found = await test.call('POST', '/api/v1/contacts/search', { key: testKey, body: { excluded: 'only' } })
    return found.body.total
  }
  const [day, hour] = [86_400, 3_600]
  for (const key of keys) expect((await endIn(key, 10 * day)).status).toBe(200)
  expect(await excluded()).toBeGreaterThan(1)
  await advance(10 * day - hour)
  expect(await statuses()).toEqual([200, 200, 200])
  await advance(hour)
  expect(await statuses()).toEqual([404, 200, 200])
  // One magic contact is excluded without a list.
  expect(await excluded()).toBe(1)

  // Real time passes in test mode, too.
  await endIn(testKey, 10 * day + hour)
  await endExclusions(test.app, test.app.needsOf)
  expect(await statuses()).toEqual([200, 200, 200])
  await test.app.database.query(sql`UPDATE exclusions SET expires_at = expires_at - interval '1 hour'`)
  await endExclusions(test.app, test.app.needsOf)
  expect(await statuses()).toEqual([404, 200, 200])
  expect(await excluded()).toBe(1)
})

it('EXCL-6: another account’s lists do not exist and exclude nothing; the scopes are lists:read and lists:write', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 10 })
  const other = await test.createAccount({ credits: 10 })
  await importStores({ domain: 'six.example', contacts: [person('mia')] })
  await put(apiKey, 'mine', [{ domain: 'six.example' }])
  expect((await test.call('GET', '/api/v1/exclusions/mine', { key: other.apiKey })).status).toBe(404)
  expect(await outcomesOf(other.apiKey, ['mia'])).toEqual(['new'])
  const reader = await makeKey(test.app.database, { accountId, name: 'Reader', scopes: ['lists:read'] })
  expect((await test.call('GET', '/api/v1/exclusions/mine', { key: reader.apiKey })).status).toBe(200)
  const refused = await put(reader.apiKey, 'mine', [])
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
})
