import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { race } from '../../test/support/race.ts'
import { randomLetters } from '../base/ids.ts'
import { sql } from '../base/sql.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

let accountId: string
let owner: Browser
beforeEach(async () => {
  const email = `${randomLetters(10).toLowerCase()}@bounds.example`
  ;({ accountId } = await test.createAccount({ email }))
  owner = createBrowser(test)
  await owner.signIn(email)
})

it.each([
  ['/api/v1/lists', { kind: 'contacts' }],
  ['/api/v1/saved-searches', { kind: 'contacts', query: {} }],
])('G4: a name at %s says something, in at most 100 characters', async (path, rest) => {
  const give = (name: string) => owner.call('POST', path, { name, ...rest })
  for (const name of ['', '   ', 'x'.repeat(101)]) {
    expect((await give(name)).body.error).toMatchObject({ code: 'invalid_request', param: 'name' })
  }
  expect((await give('x'.repeat(100))).status).toBe(201)
})

const add = (listId: string, contactIds: string[]) =>
  owner.call('POST', `/api/v1/lists/${listId}/items`, { ids: contactIds })
const countContacts = async (): Promise<number> => (await owner.call('GET', '/api/v1/lists')).body.data[0].items

/** A list of 9,950 contacts, `known` among them. */
async function makeLongList(known: string[]): Promise<string> {
  const { id } = (await owner.call('POST', '/api/v1/lists', { name: 'Long', kind: 'contacts' })).body
  expect((await add(id, known)).body.items).toBe(known.length)
  await test.app.database.query(sql`
    INSERT INTO contact_list_items (account_id, list_id, contact_id)
    SELECT ${accountId}, ${id}, 'ct_filler_' || number FROM generate_series(1, ${9_950 - known.length}::int) AS number`)
  return id
}

it('G4: a list holds 10,000 contacts, and adding those again does not count', async () => {
  const [known, fresh] = [await test.plantContacts(100), await test.plantContacts(51)]
  const listId = await makeLongList(known)
  expect((await add(listId, known)).body.items).toBe(9_950)
  expect((await add(listId, fresh)).body.error).toMatchObject({ code: 'invalid_request', param: 'ids' })
  expect(await countContacts()).toBe(9_950)
  expect((await add(listId, [...fresh.slice(1), ...known.slice(50)])).body.items).toBe(10_000)
  expect((await add(listId, fresh)).status).toBe(400)
  expect((await add(listId, known)).body.items).toBe(10_000)
})

it('G4: parallel calls fill a list to its bound and not beyond, each with all of its contacts or none', async () => {
  const fresh = await test.plantContacts(96)
  const listId = await makeLongList(await test.plantContacts(1))
  const calls = Array.from({ length: 12 }, (_, at) => () => add(listId, fresh.slice(at * 8, at * 8 + 8)))
  expect(await race(test.store, 'contact_list_items', calls)).toEqual({ 200: 6, 400: 6 })
  expect(await countContacts()).toBe(9_950 + 6 * 8)
})

it('G4: parallel calls make 500 lists and not one more', async () => {
  await test.app.database.query(sql`
    INSERT INTO contact_lists (account_id, list_id, name, shared, created_by)
    SELECT ${accountId}, 'lst_' || lpad(number::text, 20, 'x'), 'Filler', true, 'usr_nobody' FROM generate_series(1, 495) AS number`)
  const make = () => owner.call('POST', '/api/v1/lists', { name: 'One more', kind: 'stores' })
  expect(await race(test.store, 'contact_lists', Array(12).fill(make))).toEqual({ 201: 5, 400: 7 })
  expect((await owner.call('GET', '/api/v1/lists')).body.total).toBe(500)
})

it('G4: parallel calls save 200 searches and not one more', async () => {
  await test.app.database.query(sql`
    INSERT INTO saved_searches (account_id, saved_search_id, name, searches, query, created_by)
    SELECT ${accountId}, 'sea_' || lpad(number::text, 20, 'x'), 'Filler', 'contacts', '{}', 'usr_nobody'
    FROM generate_series(1, 195) AS number`)
  const draft = { name: 'One more', kind: 'stores', query: {} }
  const save = () => owner.call('POST', '/api/v1/saved-searches', draft)
  expect(await race(test.store, 'saved_searches', Array(12).fill(save))).toEqual({ 201: 5, 400: 7 })
  expect((await owner.call('GET', '/api/v1/saved-searches')).body.total).toBe(200)
})
