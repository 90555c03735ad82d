import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { lockWaits } from '../../test/support/race.ts'
import { cases } from '../../test/support/seed.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { newContactId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { workStatuses } from '../base/work-statuses.ts'
import { makeKey } from '../keys/keys.ts'
import { forgetWorkOn } from './work-rows.ts'

let test: TestApp
let apiKey: string
let accountId: string
let userId: string
let contacts: string[]

beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed' })
  ;({ apiKey, accountId, userId } = await test.createAccount({ requestsPerMinute: 10_000 }))
  for (let at = 0; at < 6; at += 1) await test.plantContacts(2)
  contacts = (await test.store.database.query<{ id: string }>(sql`SELECT contact_id AS id FROM contacts`)).map(
    (row) => row.id,
  )
  await test.app.start()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

const call = (method: string, path: string, body?: unknown, key = apiKey) =>
  test.call(method, `/api/v1${path}`, { key, ...(body !== undefined && { body }) })
const work = (id: string, body: object, key = apiKey) => call('PATCH', `/contacts/${id}/work`, body, key)
const firstDomain = async () =>
  (await test.store.database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1`))[0]!.domain
const pause = (days: number) => test.setTime(new Date(test.app.clock.now().getTime() + days * 86_400_000))

it('WORK-5: the work on many is changed and read at once, each with its history, and nothing of what can’t be seen', async () => {
  const { apiKey: other } = await test.createAccount({ requestsPerMinute: 10_000 })
  const ids = contacts.slice(0, 3)
  const many = { kind: 'contacts', ids: [...ids, ids[0], newContactId()] }
  const first = await call('PATCH', '/work-items', { ...many, status: 'new', tags: ['bulk'] }, other)
  expect(first.body).toMatchObject({ changed: 3, unchanged: 0, unavailable_ids: [many.ids.at(-1)] })
  const again = await call('PATCH', '/work-items', { kind: 'contacts', ids, status: 'new' }, other)
  expect(again.body).toMatchObject({ changed: 0, unchanged: 3 })
  const found = await call('POST', '/work-items/find', { kind: 'contacts', ids: contacts }, other)
  expect(
    found.body.data.map((one: { id: string; status: string; tags: string[] }) => [one.id, one.status, one.tags]),
  ).toEqual(ids.map((id) => [id, 'new', ['bulk']]))
  expect((await call('GET', `/contacts/${ids[1]}/work`, undefined, other)).body.history).toHaveLength(1)
  const events = await call('GET', '/events?types=work.changed&limit=100', undefined, other)
  expect(events.body.data.map(({ data }: { data: { id: string } }) => data.id).sort()).toEqual([...ids].sort())

  const domain = await firstDomain()
  const store = await call(
    'PATCH',
    '/work-items',
    { kind: 'stores', ids: [domain, `https://${domain}/`], status: 'won' },
    other,
  )
  expect(store.body).toMatchObject({ changed: 1, unchanged: 0, unavailable_ids: [] })
  const stores = await call('POST', '/work-items/find', { kind: 'stores', ids: [domain, 'unknown.example'] }, other)
  expect(stores.body.data).toMatchObject([{ status: 'won' }])
  const wrong = await call('PATCH', '/work-items', { kind: 'contacts', ids: [domain], status: 'won' }, other)
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'ids[0]'])
})

it('WORK-5, WORK-2: two calls that change some of the same at once wait for each other, and both are done', async () => {
  const { apiKey: other, accountId: otherId } = await test.createAccount({ requestsPerMinute: 10_000 })
  const [first, shared, last] = contacts.toSorted() as [string, string, string]
  const change = (ids: string[], status: string) =>
    call('PATCH', '/work-items', { kind: 'contacts', ids, status }, other)
  await change([last], 'new')
  const sent: ReturnType<typeof change>[] = []
  const { database } = test.store
  // While somebody else holds the counter of events, both get as far as they can.
  await database.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM event_sequences WHERE account_id = ${otherId} FOR UPDATE`)
    sent.push(change([first, shared], 'contacted'))
    await expect.poll(() => lockWaits(database), { interval: 10 }).toBe(1)
    sent.push(change([shared, last], 'won'))
    await expect.poll(() => lockWaits(database), { interval: 10 }).toBe(2)
  })
  const answers = await Promise.all(sent)
  expect(answers.map(({ status, body }) => [status, body.changed])).toEqual([
    [200, 2],
    [200, 2],
  ])
  const events = await call('GET', '/events?types=work.changed&limit=100', undefined, other)
  expect(events.body.data).toHaveLength(5)
})

it('WORK-1, W1: given fields are set, omitted ones stay, and null clears', async () => {
  const [id] = contacts
  const none = await call('GET', `/contacts/${id}/work`)
  expect(none.body).toMatchObject({
    id,
    status: null,
    owner_id: null,
    tags: [],
    note: null,
    changed_at: null,
    history: [],
  })
  const set = await work(id!, { status: 'contacted', owner_id: userId, tags: ['Spring', 'call'], note: 'Back in May' })
  expect([set.status, set.body]).toMatchObject([
    200,
    { status: 'contacted', owner_id: userId, tags: ['Spring', 'call'] },
  ])
  expect((await work(id!, { status: 'won' })).body).toMatchObject({
    status: 'won',
    note: 'Back in May',
    owner_id: userId,
  })
  const cleared = await work(id!, { status: null, owner_id: null, tags: [], note: null })
  expect(cleared.body).toMatchObject({ status: null, owner_id: null, tags: [], note: null })
  const domain = await firstDomain()
  const store = await call('PATCH', `/stores/${encodeURIComponent(`https://www.${domain}/x`)}/work`, { status: 'new' })
  expect(store.body).toMatchObject({ object: 'work', status: 'new' })
  expect((await call('GET', `/stores/${domain}/work`)).body).toMatchObject({ id: store.body.id, status: 'new' })
})

it('WORK-1, W3: invalid values are refused by name, and change nothing', async () => {
  const [, id] = contacts
  const refusals: [object, string][] = [
    [{ status: 'paused' }, 'status'],
    [{ owner_id: 'usr_nobody' }, 'owner_id'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
    [{ tags: ['x'.repeat(41)] }, 'tags[0]'],
    [{ tags: [''] }, 'tags[0]'],
    [{ note: 'x'.repeat(2_001) }, 'note'],
    [{ colour: 'red' }, 'colour'],
  ]
  for (const [body, param] of refusals)
    expect((await work(id!, body)).body.error).toMatchObject({ code: 'invalid_request', param })
  expect((await call('GET', `/contacts/${id}/work`)).body).toMatchObject({ changed_at: null, history: [] })
  const { apiKey: reader } = await makeKey(test.store.database, { accountId, name: 'Reader', scopes: ['lists:read'] })
  expect((await work(id!, { status: 'new' }, reader)).body.error.code).toBe('insufficient_scope')
  expect((await call('GET', `/contacts/${id}/work`, undefined, reader)).status).toBe(200)
})

it('WORK-2, W2: each change is in the history with who made it and is one event, without the note; the same again is no change', async () => {
  const [, , id] = contacts
  const newest = async () => (await call('GET', '/events?types=work.changed&limit=100')).body.data
  const before = (await newest()).length
  await work(id!, { status: 'contacted', note: 'secret words' })
  await work(id!, { status: 'contacted' })
  pause(1)
  await work(id!, { tags: ['b'] })
  const { history } = (await call('GET', `/contacts/${id}/work`)).body
  expect(history.map(({ changes }: { changes: object }) => changes)).toEqual([
    { tags: ['b'] },
    { status: 'contacted', note: 'secret words' },
  ])
  expect(history[0].actor).toMatchObject({ type: 'api_key' })
  const told = (await newest()).slice(before)
  expect(told.map(({ data }: { data: object }) => data)).toMatchObject([
    { kind: 'contact', id, changes: { status: 'contacted' }, note_changed: true },
    { kind: 'contact', id, changes: { tags: ['b'] }, note_changed: false },
  ])
  expect(JSON.stringify(told)).not.toContain('secret')
})

it('WORK-4, W5: another account neither sees nor finds the work, unknown and opted-out contacts have none, and an erasure takes it', async () => {
  const [, , , id, optedOut] = contacts
  const other = await test.createAccount()
  await work(id!, { status: 'lost', note: 'about Ada' })
  expect((await call('GET', `/contacts/${id}/work`, undefined, other.apiKey)).body).toMatchObject({
    status: null,
    history: [],
  })
  const found = await call('POST', '/contacts/search', { work: { status_any: ['lost'] } }, other.apiKey)
  expect(found.body.total).toBe(0)
  await test.store.database.query(sql`UPDATE contacts SET suppressed = true WHERE contact_id = ${optedOut}`)
  for (const unseen of [newContactId(), optedOut!, 'nobody']) {
    expect((await work(unseen, { status: 'new' })).body.error.code).toBe('contact_not_found')
  }
  await test.store.database.query(sql`UPDATE contacts SET suppressed = false WHERE contact_id = ${optedOut}`)
  await test.store.database.transaction((tx) => forgetWorkOn(tx, [id!]))
  expect((await call('GET', `/contacts/${id}/work`)).body).toMatchObject({ status: null, note: null, history: [] })
})

type Row = { status: string | null; owner_id: string | null; tags: string[]; touchedAt: number | null }

it('WORK-3, W4: a search by work finds what a reading of all rows finds, in both searches, saved searches and jobs', async () => {
  const { apiKey: own, userId: member } = await test.createAccount({
    requestsPerMinute: 100_000,
    requestsPerDay: 1_000_000,
  })
  const stores = await test.store.database.query<{ id: string }>(sql`SELECT store_id AS id FROM stores`)
  const kinds = [
    { path: '/contacts/search', ids: contacts, change: (id: string) => `/contacts/${id}/work` },
    { path: '/stores/search', ids: stores.map(({ id }) => id), change: (id: string) => `/stores/${id}/work` },
  ]
  const tag = fc.constantFrom('a', 'B', 'c')
  const status = fc.constantFrom(...workStatuses, null)
  const change = fc.record(
    { status, owner_id: fc.constantFrom(member, null), tags: fc.uniqueArray(tag, { maxLength: 2 }) },
    { requiredKeys: [] },
  )
  const query = fc.record(
    {
      status_any: fc.uniqueArray(status, { maxLength: 2 }),
      tags_any: fc.uniqueArray(fc.constantFrom('A', 'b', 'd'), { maxLength: 2 }),
      owner_any: fc.constantFrom([], [member], ['usr_nobody']),
      untouched_for_days: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: [] },
  )
  const step = fc.record({ at: fc.nat(), days: fc.integer({ min: 0, max: 2 }), change, query })
  const models = kinds.map(
    ({ ids }) =>
      new Map<string, Row>(ids.map((id) => [id, { status: null, owner_id: null, tags: [], touchedAt: null }])),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 1), async (steps, which) => {
      const { path, ids, change: place } = kinds[which]!
      const model = models[which]!
      for (const { at, days, change: asked, query: filter } of steps) {
        pause(days)
        const id = ids[at % ids.length]!
        const answer = await call('PATCH', place(id), asked, own)
        expect(answer.status).toBe(200)
        const row = model.get(id)!
        const next = { ...row, ...asked }
        const isChange =
          JSON.stringify([next.status, next.owner_id, next.tags]) !==
          JSON.stringify([row.status, row.owner_id, row.tags])
        model.set(id, { ...next, touchedAt: isChange ? test.app.clock.now().getTime() : row.touchedAt })
        const found = await call('POST', path, { work: filter, limit: 100 }, own)
        const expected = ids.filter((one) => isFitting(model.get(one)!, filter, test.app.clock.now().getTime()))
        expect(found.body.data.map((one: { id: string }) => one.id).sort()).toEqual(expected.sort())
        expect(found.body.total).toBe(expected.length)
      }
    }),
    { numRuns: cases(4) },
  )
  const saved = await call(
    'POST',
    '/saved-searches',
    { name: 'Mine', kind: 'contacts', query: { work: { untouched_for_days: 1 } } },
    own,
  )
  pause(2)
  const ran = await call('POST', `/saved-searches/${saved.body.id}/search`, {}, own)
  expect(ran.body.total).toBe(contacts.length)
  const dry = {
    kind: 'reveal',
    search: { work: { status_any: ['won'] } },
    max: 10,
    dry_run: true,
    on_short_balance: 'stop',
  }
  await call('PATCH', `/contacts/${contacts[0]}/work`, { status: 'won' }, own)
  const won = await call('POST', '/contacts/search', { work: { status_any: ['won'] } }, own)
  expect((await call('POST', '/jobs', dry, own)).body.counts.new).toBe(won.body.total)
})

type Filter = {
  status_any?: readonly (string | null)[]
  tags_any?: readonly string[]
  owner_any?: readonly string[]
  untouched_for_days?: number
}

function isFitting(row: Row, filter: Filter, now: number): boolean {
  const { status_any: statuses = [], tags_any: tags = [], owner_any: owners = [], untouched_for_days: days } = filter
  if (statuses.length > 0 && !statuses.includes(row.status)) return false
  if (tags.length > 0 && !row.tags.some((one) => tags.some((tag) => tag.toLowerCase() === one.toLowerCase())))
    return false
  if (owners.length > 0 && !owners.includes(row.owner_id ?? '')) return false
  return days === undefined || row.touchedAt === null || row.touchedAt <= now - days * 86_400_000
}

it('WORK-4, LIST-8: in test mode lists and work are of the synthetic catalogue, and live ids are unknown there', async () => {
  const { apiKey: key } = await createTestKey(test, accountId)
  const found = await call('POST', '/contacts/search', { limit: 2 }, key)
  const [first, second] = found.body.data as { id: string; store: { domain: string } }[]
  expect(first!.id).toMatch(/^ct_test_/)
  expect((await work(first!.id, { status: 'won', owner_id: userId }, key)).body).toMatchObject({ status: 'won' })
  expect((await work(contacts[0]!, { status: 'won' }, key)).body.error.code).toBe('contact_not_found')
  expect((await call('PATCH', `/stores/${first!.store.domain}/work`, { status: 'new' }, key)).body.status).toBe('new')
  const won = await call('POST', '/contacts/search', { work: { status_any: ['won'] } }, key)
  expect(won.body.data.map(({ id }: { id: string }) => id)).toEqual([first!.id])
  const list = await call('POST', '/lists', { name: 'Test', kind: 'contacts' }, key)
  const filled = await call('POST', `/lists/${list.body.id}/items`, { ids: [second!.id, contacts[0]] }, key)
  expect(filled.body).toMatchObject({ items: 1, unavailable_ids: [contacts[0]] })
  expect((await call('GET', `/lists/${list.body.id}/items`, undefined, key)).body).toMatchObject({
    total: 1,
    data: [{ id: second!.id }],
  })
  expect((await call('GET', `/lists/${list.body.id}`)).status).toBe(404)
})
