/** What an account knows of its own, as a filter of searches and of what is revealed: lists of stores, and the status of work. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { makeKey } from '../keys/keys.ts'

let test: TestApp
let contacts: string[]
beforeAll(async () => {
  test = await startTestApp()
  contacts = [...(await test.plantContacts(3)), ...(await test.plantContacts(3)), ...(await test.plantContacts(2))]
  await test.app.start()
})
afterAll(() => test.stop())

const call = (method: string, path: string, body: unknown, key: string) =>
  test.call(method, `/api/v1${path}`, { key, ...(body !== undefined && { body }) })

it('LIST-11: revealed contacts are listed, counted, found and exported by the status of their work', async () => {
  const { apiKey: key } = await test.createAccount({ credits: 20, requestsPerMinute: 10_000 })
  const ids = contacts.slice(0, 3)
  await test.reveal(key, ids)
  await call('PATCH', '/work-items', { kind: 'contacts', ids: [ids[1], contacts[5]], status: 'replied' }, key)
  const listed = await call('GET', '/contacts/revealed?work_status=replied', undefined, key)
  expect([listed.body.total, listed.body.data.map(({ id }: { id: string }) => id)]).toEqual([1, [ids[1]]])
  const name = listed.body.data[0].first_name as string
  const found = await call('GET', `/contacts/revealed/search?work_status=won&words=${name}`, undefined, key)
  expect(found.body.data).toEqual([])
  const none = await call('GET', '/contacts/revealed?work_status=won', undefined, key)
  expect([none.body.total, none.body.data]).toEqual([0, []])
  const sheet = await test.call('GET', '/api/v1/contacts/revealed?work_status=replied', {
    key,
    headers: { accept: 'text/csv' },
  })
  expect([sheet.status, sheet.text.trim().split('\r\n')]).toEqual([200, [expect.any(String), expect.any(String)]])
  // Without a status: everything else, also where a status was taken back.
  await call('PATCH', '/work-items', { kind: 'contacts', ids: [ids[2]], status: 'won' }, key)
  await call('PATCH', '/work-items', { kind: 'contacts', ids: [ids[2]], status: null }, key)
  const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id).sort()
  const untouched = await call('GET', '/contacts/revealed?work_status=none', undefined, key)
  expect([untouched.body.total, idsOf(untouched)]).toEqual([2, [ids[0], ids[2]].sort()])
  const some = (await call('POST', '/lists', { name: 'Some', kind: 'contacts' }, key)).body.id
  await call('POST', `/lists/${some}/items`, { ids: ids.slice(0, 2) }, key)
  const listedToo = await call('GET', `/contacts/revealed?work_status=none&list_id=${some}`, undefined, key)
  expect([listedToo.body.total, idsOf(listedToo)]).toEqual([1, [ids[0]]])
  const { body: exported } = await call('POST', '/contacts/export', { work_status: 'none' }, key)
  expect(exported.rows).toBe(2)
})

it('LIST-13: a list shows, counts and pages through what has a status, or none', async () => {
  const { apiKey: key } = await test.createAccount({ requestsPerMinute: 10_000 })
  const search = async (over: string) => (await call('POST', `/${over}/search`, { limit: 100 }, key)).body.data
  for (const kind of ['contacts', 'stores']) {
    const ids = (await search(kind)).map(({ id }: { id: string }) => id) as string[]
    const list = (await call('POST', '/lists', { name: kind, kind }, key)).body.id
    await call('POST', `/lists/${list}/items`, { ids }, key)
    await call('PATCH', '/work-items', { kind, ids: ids.slice(0, 2), status: 'contacted' }, key)
    await call('PATCH', '/work-items', { kind, ids: ids.slice(2, 3), status: 'won' }, key)
    const items = (query: string) => call('GET', `/lists/${list}/items?${query}`, undefined, key)
    const read = async (query: string) => {
      const { body } = await items(query)
      return [body.total, body.data.map(({ id }: { id: string }) => id).sort()]
    }
    expect(await read('work_status=contacted')).toEqual([2, ids.slice(0, 2).sort()])
    expect(await read('work_status=lost')).toEqual([0, []])
    expect(await read('work_status=none&limit=100')).toEqual([ids.length - 3, ids.slice(3).sort()])
    const first = await items('work_status=contacted&limit=1')
    expect([first.body.total, first.body.has_more]).toEqual([2, true])
    const cursor = `limit=1&cursor=${first.body.next_cursor}`
    const second = await items(`work_status=contacted&${cursor}`)
    expect([first.body.data[0].id, second.body.data[0].id].sort()).toEqual(ids.slice(0, 2).sort())
    expect(second.body.has_more).toBe(false)
    expect((await items(cursor)).body.error.code).toBe('invalid_cursor')
    expect((await items('work_status=unheard')).status).toBe(400)
  }
})

it('FILTER-16: a search of contacts or stores is held to the stores of a list that the caller sees', async () => {
  const { apiKey: key, accountId: account } = await test.createAccount({ requestsPerMinute: 10_000 })
  const search = async (over: string, body: object, as = key) => (await call('POST', `/${over}/search`, body, as)).body
  const all = (await search('stores', { limit: 100 })).data as { id: string; domain: string }[]
  const [first, second] = all
  const list = (await call('POST', '/lists', { name: 'Few', kind: 'stores' }, key)).body.id as string
  expect((await search('contacts', { store: { list_id: list } })).total).toBe(0)
  await call('POST', `/lists/${list}/items`, { ids: [first!.id, second!.id] }, key)
  const query = { store: { list_id: list } }
  const stores = await search('stores', { ...query, sort: 'name' })
  expect(stores.data.map(({ id }: { id: string }) => id).sort()).toEqual([first!.id, second!.id].sort())
  const byDomain = { store: { domains: [first!.domain, second!.domain] } }
  const facets = { facets: ['seniority'] }
  const people = await search('contacts', { ...query, ...facets })
  const expected = await search('contacts', { ...byDomain, ...facets })
  expect([people.total, people.facets, people.data]).toEqual([expected.total, expected.facets, expected.data])
  expect(people.total).toBeGreaterThan(1)
  expect((await search('contacts', { store: { ...query.store, domains: [first!.domain] } })).total).toBeLessThan(
    people.total,
  )
  // Pages fit together, and a cursor belongs to the list.
  const page = await search('contacts', { ...query, limit: 1 })
  const next = await search('contacts', { ...query, limit: 1, cursor: page.next_cursor })
  expect([...page.data, ...next.data].map(({ id }) => id)).toEqual(
    people.data.slice(0, 2).map(({ id }: { id: string }) => id),
  )
  expect((await search('contacts', { limit: 1, cursor: page.next_cursor })).error.code).toBe('invalid_cursor')

  const ofContacts = (await call('POST', '/lists', { name: 'People', kind: 'contacts' }, key)).body.id
  const { apiKey: stranger } = await test.createAccount()
  for (const [of, as] of [
    [ofContacts, key],
    ['lst_unknown', key],
    [list, stranger],
  ] as const) {
    expect((await search('contacts', { store: { list_id: of } }, as)).total).toBe(0)
    expect((await search('stores', { store: { list_id: of } }, as)).total).toBe(0)
  }
  await test.store.database.query(
    sql`UPDATE contact_lists SET shared = false, created_by = 'usr_somebody' WHERE account_id = ${account}`,
  )
  expect((await search('contacts', query)).total).toBe(0)
})

it('WORK-3, LIST-8: what only lists:read may see is not found out through a filter either; a saved search is run with its own scope', async () => {
  const { apiKey: key, accountId } = await test.createAccount({ credits: 5, requestsPerMinute: 10_000 })
  await test.reveal(key, [contacts[0]!])
  await call('PATCH', '/work-items', { kind: 'contacts', ids: [contacts[0]], status: 'won' }, key)
  const list = (await call('POST', '/lists', { name: 'Few', kind: 'contacts' }, key)).body.id as string
  const query = { work: { status_any: ['won'] } }
  const saved = (await call('POST', '/saved-searches', { name: 'Won', kind: 'contacts', query }, key)).body.id
  const without = await makeKey(test.store.database, {
    accountId,
    name: 'Older',
    scopes: ['contacts:search', 'contacts:reveal', 'stores:read', 'lists:write'],
  })
  const asked = [
    ['POST', '/contacts/search', query],
    ['POST', '/stores/search', query],
    ['POST', '/contacts/search', { store: { list_id: list } }],
    ['POST', '/stores/search', { store: { list_id: list } }],
    ['GET', '/contacts/revealed?work_status=won'],
    ['GET', `/contacts/revealed?list_id=${list}`],
    ['GET', '/contacts/revealed/search?work_status=won'],
    ['POST', '/contacts/export', { list_id: list }],
  ] as const
  for (const [method, path, body] of asked) {
    expect((await call(method, path, body, key)).status).toBe(200)
    const refused = await call(method, path, body, without.apiKey)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(refused.headers['www-authenticate']).toContain('scope="lists:read"')
  }
  expect((await call('POST', '/contacts/search', {}, without.apiKey)).status).toBe(200)
  expect((await call('POST', `/saved-searches/${saved}/search`, {}, without.apiKey)).body.total).toBe(1)
})
