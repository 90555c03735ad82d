/** A cursor is sealed, bound to the account and the query, and survives an index refresh. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportedStore } from '../../src/catalog/import-record.ts'
import type { Answer } from '../support/app.ts'
import { allPages, domainsIn, namesIn, type SearchApp, startSearchApp, until } from '../support/search-catalogue.ts'

/** Twenty stores with three people each. Scores repeat, so that the order within a score matters too. */
const shop = (at: number, prefix = 'shop'): ImportedStore => ({
  domain: `${prefix}-${at}.example`,
  country: at % 2 === 0 ? 'US' : 'GB',
  lead_fit_score: at % 4 === 3 ? null : (at % 5) * 20,
  contacts: ['a', 'b', 'c'].map((letter) => ({
    source_id: letter,
    first_name: `${prefix}-${at}-${letter}`,
    role: letter === 'a' ? 'founder' : 'buyer',
    phones: [{ phone: `+1 202 555 ${String(at).padStart(4, '0')}` }],
  })),
})
const shops = Array.from({ length: 20 }, (_, at) => shop(at))
const everybody = shops.flatMap((one) => one.contacts!.map((contact) => contact.first_name!))

let test: SearchApp
let cursor: string
const query = { person: { roles_any: ['founder', 'buyer'] }, store: { countries: ['US'] } }

beforeAll(async () => {
  test = await startSearchApp(shops)
  cursor = (await test.searchContacts({ ...query, limit: 5 })).body.next_cursor
})
afterAll(() => test.stop())

function expectInvalid({ status, body }: Answer): void {
  expect([status, body.error.type, body.error.code, body.error.param]).toEqual([
    400,
    'invalid_request_error',
    'invalid_cursor',
    'cursor',
  ])
}

describe('CURSOR-3, K7: paging through a stable catalogue returns every match once', () => {
  it.each([1, 7, 25, 60, 100])('of contacts, %i at a time', async (limit) => {
    const pages = await allPages(test.searchContacts, { limit })
    expect(pages.flatMap(namesIn)).toHaveLength(everybody.length)
    expect(new Set(pages.flatMap(namesIn))).toEqual(new Set(everybody))
    expect(pages.map(({ body }) => body.total)).toEqual(pages.map(() => everybody.length))
    expect(pages.map(({ body }) => [body.has_more, body.next_cursor !== null])).toEqual(
      pages.map((_, at) => (at < pages.length - 1 ? [true, true] : [false, false])),
    )
  })

  it.each([1, 3, 20])('of stores, %i at a time', async (limit) => {
    const pages = await allPages(test.searchStores, { limit })
    const whole = domainsIn(await test.searchStores({ limit: 100 }))
    expect(pages.flatMap(domainsIn)).toEqual(whole)
    expect(new Set(whole).size).toBe(shops.length)
  })

  it('in one order, whatever the size of the pages', async () => {
    const whole = namesIn(await test.searchContacts({ ...query, limit: 100 }))
    const bySeven = (await allPages(test.searchContacts, { ...query, limit: 7 })).flatMap(namesIn)
    expect(bySeven).toEqual(whole)
  })
})

describe('CURSOR-2, K6: a cursor belongs to the query it was issued for', () => {
  it('limit and facets may change', async () => {
    const next = await test.searchContacts({ ...query, cursor, limit: 3, facets: ['role'] })
    expect([next.status, next.body.data.length]).toEqual([200, 3])
    expect(namesIn(next)).toEqual(namesIn(await test.searchContacts({ ...query, limit: 8 })).slice(5))
  })

  it('the same question in other words is the same query', async () => {
    const reworded = { store: { countries: ['us', 'US'] }, person: { roles_any: ['Buyer', 'FOUNDER'] } }
    expect((await test.searchContacts({ ...reworded, cursor })).status).toBe(200)
    const domains = ['shop-0.example', 'shop-2.example']
    const first = await test.searchContacts({ store: { domains }, limit: 1 })
    const pasted = domains.map((domain) => `https://www.${domain}/`)
    const next = await test.searchContacts({ store: { domains: pasted }, cursor: first.body.next_cursor })
    expect([next.status, next.body.data.length]).toEqual([200, 5])
  })

  it.each<[string, object]>([
    ['a filter more', { ...query, person: { ...query.person, has_phone: true } }],
    ['a filter less', { person: query.person }],
    ['another value', { ...query, store: { countries: ['GB'] } }],
    ['a value less', { ...query, person: { roles_any: ['founder'] } }],
    ['no filter', {}],
  ])('%s is another query', async (_, changed) => {
    expectInvalid(await test.searchContacts({ ...changed, cursor }))
  })

  it('a cursor of contacts is none of stores, nor the other way round', async () => {
    const store = { countries: ['US'] }
    const ofContacts = (await test.searchContacts({ store, limit: 1 })).body.next_cursor
    const ofStores = (await test.searchStores({ store, limit: 1 })).body.next_cursor
    expectInvalid(await test.searchStores({ store, cursor: ofContacts }))
    expectInvalid(await test.searchContacts({ store, cursor: ofStores }))
  })
})

describe('CURSOR-1: a cursor is sealed', () => {
  it('another account can’t use it', async () => {
    const { apiKey } = await test.createAccount()
    expectInvalid(await test.searchContacts({ ...query, cursor }, apiKey))
  })

  it('another key of the same account can', async () => {
    const { makeKey } = await import('../../src/keys/keys.ts')
    const { apiKey } = await makeKey(test.store.database, { accountId: test.accountId, name: 'Second' })
    expect((await test.searchContacts({ ...query, cursor }, apiKey)).status).toBe(200)
  })

  it('forged, cut, extended or edited ones are refused', async () => {
    const flip = (at: number) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    const forged = [
      'x',
      'nonsense',
      'A'.repeat(200),
      Buffer.from(JSON.stringify({ after: 5 })).toString('base64'),
      cursor.slice(0, -1),
      cursor.slice(1),
      cursor.slice(0, 20),
      `${cursor}A`,
      '',
      'A'.repeat(40_000),
      `${cursor}=`,
      ` ${cursor}`,
      ...Array.from({ length: 20 }, (_, at) => flip(Math.floor((at * (cursor.length - 1)) / 20))),
    ]
    for (const wrong of forged) expectInvalid(await test.searchContacts({ ...query, cursor: wrong }))
  })

  it('nothing of a position can be read in it, and the same position never looks the same twice', async () => {
    const { body } = await test.searchContacts({ ...query, limit: 5 })
    expect(body.next_cursor).not.toBe(cursor)
    const opened = Buffer.from(cursor, 'base64url').toString('latin1')
    for (const preview of body.data) {
      expect(opened).not.toContain(preview.id.slice(8))
      expect(opened).not.toContain(preview.store.id.slice(8))
    }
  })

  it.each([5, '', {}])('%j as a cursor is a 400 that names it', async (wrong) => {
    const answer = await test.searchContacts({ cursor: wrong })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'cursor'])
  })

  it('HTTP-7: null is the first page, and empty lists and objects do not change what a cursor belongs to', async () => {
    const { body } = await test.searchContacts({ cursor: null, limit: 2 })
    expect(body.data).toHaveLength(2)
    const nothing = { person: { roles_any: [] }, store: { apps: {}, lead_fit_score: {}, domains: [] }, facets: [] }
    const next = await test.searchContacts({ ...nothing, cursor: body.next_cursor, limit: 2 })
    expect(next.status).toBe(200)
    expect(next.body.facets).toBeUndefined()
  })
})

it('CURSOR-4: a cursor from before an index refresh goes on where it stopped; paging under imports repeats and skips nobody who was there throughout', async () => {
  const guest = (at: number) => shop(at, 'guest')
  let imports = 0
  const serves = async (domain: string) =>
    until(
      () => test.searchStores({ store: { domains: [domain] } }),
      ({ body }) => body.total === 1,
    )
  /** Others come and go before, behind and among those who stay, and the index is a new one each time. */
  const importOthers = async () => {
    imports += 1
    const guests = Array.from({ length: 10 }, (_, at) => guest(imports * 10 + at))
    await test.import([...shops, ...guests], { replace: true })
    await serves(guests[0]!.domain)
  }
  const pages = await allPages(test.searchContacts, { limit: 20 }, importOthers)
  const seen = pages.flatMap(namesIn)
  expect(imports).toBeGreaterThanOrEqual(3)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((name) => name.startsWith('shop-')).sort()).toEqual([...everybody].sort())
  // The cursor of the very first test still opens on the newest index.
  expect((await test.searchContacts({ ...query, cursor })).status).toBe(200)
})

it('CURSOR-4: a cursor whose own contact and store have left the catalogue still goes on behind them', async () => {
  await test.import(shops, { replace: true })
  await until(
    () => test.searchContacts({}),
    ({ body }) => body.total === everybody.length,
  )
  const whole = namesIn(await test.searchContacts({ limit: 100 }))
  const first = await test.searchContacts({ limit: 10 })
  const last = first.body.data.at(-1).store.domain
  await test.import(
    shops.filter(({ domain }) => domain !== last),
    { replace: true },
  )
  await until(
    () => test.searchContacts({}),
    ({ body }) => body.total === everybody.length - 3,
  )
  const rest = await test.searchContacts({ limit: 100, cursor: first.body.next_cursor })
  expect(namesIn(rest)).toEqual(whole.slice(10).filter((name) => !name.startsWith(`${last.split('.')[0]}-`)))
})
