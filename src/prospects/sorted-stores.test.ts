import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { storeSorts } from '../search/schema/sorts.ts'

let test: TestApp
let key: string
let list: string
/** By domain without its ending, in the order in which they went into the list. */
const shops = ['cedar', 'apple', 'elm', 'birch', 'dill', 'fern'] as const

const person = (name: string) => ({
  full_name: name,
  emails: [{ email: `${name.replace(' ', '.')}@mail.example`, status: 'verified', type: 'work', is_primary: true }],
})
const stores: ImportedStore[] = [
  { domain: 'cedar.example', name: 'Cedar', lead_fit_score: 10, traffic_tier: '1m_5m', revenue_tier: null },
  { domain: 'apple.example', name: 'Äpple', lead_fit_score: 20, traffic_tier: null, revenue_tier: '50k_250k' },
  { domain: 'elm.example', name: 'elm', lead_fit_score: 90, traffic_tier: '10k_50k', revenue_tier: '10k_50k' },
  { domain: 'birch.example', name: 'Birch', lead_fit_score: 40, traffic_tier: '50k_100k', revenue_tier: null },
  { domain: 'dill.example', name: 'Dill', lead_fit_score: 50, traffic_tier: '10k_50k', revenue_tier: '50k_250k' },
  { domain: 'fern.example', name: 'Fern', lead_fit_score: null, traffic_tier: null, revenue_tier: null },
]
const peopleAt: Record<string, string[]> = {
  'birch.example': ['Ann Bee', 'Cid Dee', 'Eve Fay'],
  'fern.example': ['Gus Hay', 'Ida Jay'],
  'cedar.example': ['Kim Lee'],
}

beforeAll(async () => {
  test = await startTestApp()
  const { database, channelKeys } = test.app
  const records = stores.map((store) => ({ ...store, contacts: (peopleAt[store.domain] ?? []).map(person) }))
  // A store of the catalogue that is in no list.
  records.push({ domain: 'aardvark.example', name: 'Aardvark', lead_fit_score: 100, contacts: [] })
  await importCatalogue(database, { channelKeys, source: readRecords(records) })
  await test.app.start()
  ;({ apiKey: key } = await test.createAccount({ requestsPerMinute: 10_000 }))
  list = (await call('POST', '/lists', { name: 'Shops', kind: 'stores' })).body.id
  await call('POST', `/lists/${list}/items`, { ids: shops.map((shop) => `${shop}.example`) })
})
afterAll(() => test.stop())

const call = (method: string, path: string, body?: unknown) =>
  test.call(method, `/api/v1${path}`, { key, ...(body !== undefined && { body }) })

const items = (query: string, of = list) => call('GET', `/lists/${of}/items?${query}`)

/** Page by page, each smaller than the list. */
async function read(query: string): Promise<{ id: string; domain: string }[]> {
  const rows: { id: string; domain: string }[] = []
  let cursor: string | null = null
  do {
    const rest: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await items(`limit=2&${query}${rest}`)
    rows.push(...body.data)
    cursor = body.next_cursor
  } while (cursor !== null)
  return rows
}

const shopsOf = (rows: { domain: string }[]) => rows.map(({ domain }) => domain.replace('.example', ''))

it('LIST-15: a list of stores is sorted over all pages, the highest first, names from A to Z, unknown last', async () => {
  expect(shopsOf(await read('sort=name'))).toEqual(['apple', 'birch', 'cedar', 'dill', 'elm', 'fern'])
  expect(shopsOf(await read('sort=score'))).toEqual(['elm', 'dill', 'birch', 'apple', 'cedar', 'fern'])
  expect(shopsOf(await read('sort=visits'))).toEqual(['cedar', 'birch', 'elm', 'dill', 'apple', 'fern'])
  expect(shopsOf(await read('sort=revenue'))).toEqual(['dill', 'apple', 'elm', 'birch', 'cedar', 'fern'])
  expect(shopsOf(await read('sort=contacts'))).toEqual(['birch', 'fern', 'cedar', 'elm', 'dill', 'apple'])
  expect((await items('sort=name&limit=2')).body).toMatchObject({ total: shops.length, has_more: true })
})

it('LIST-15: the order is that of a search of these stores, and rows are as without a sort', async () => {
  const unsorted = new Map((await read('')).map((store) => [store.id, store]))
  for (const sort of storeSorts) {
    const searched = await call('POST', '/stores/search', { store: { list_id: list }, sort, limit: 100 })
    const sorted = await read(`sort=${sort}`)
    expect(shopsOf(sorted), sort).toEqual(shopsOf(searched.body.data))
    for (const store of sorted) expect(store).toEqual(unsorted.get(store.id))
  }
})

it('LIST-15: a sort goes with a status of work, and its cursors with no other sort', async () => {
  const won = ['elm.example', 'apple.example', 'cedar.example']
  const ids = (await read('')).filter(({ domain }) => won.includes(domain)).map(({ id }) => id)
  await call('PATCH', '/work-items', { kind: 'stores', ids, status: 'won' })
  expect(shopsOf(await read('sort=name&work_status=won'))).toEqual(['apple', 'cedar', 'elm'])
  expect((await items('sort=name&work_status=won')).body.total).toBe(3)
  const { next_cursor: cursor } = (await items('sort=name&limit=1')).body
  for (const other of ['', 'sort=visits&', 'sort=name&work_status=won&']) {
    expect((await items(`${other}limit=1&cursor=${encodeURIComponent(cursor)}`)).body.error.code).toBe('invalid_cursor')
  }
})

it('LIST-15: an order that does not exist, and any for a list of contacts, is refused', async () => {
  expect((await items('sort=beauty')).body.error).toMatchObject({ code: 'invalid_request', param: 'sort' })
  const people = (await call('POST', '/lists', { name: 'People', kind: 'contacts' })).body.id
  expect((await items('sort=name', people)).body.error).toMatchObject({ code: 'invalid_request', param: 'sort' })
})
