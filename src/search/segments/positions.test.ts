import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases, seed } from '../../../test/support/seed.ts'
import type { StoreWithContacts } from '../indexing/row-feed.ts'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import { indexOf as indexOfBatches } from '../serve/index-fixture.ts'
import type { IndexReader } from '../serve/index-reader.ts'
import { type ContactPosition, decodeContactPosition, decodeStorePosition, encodePosition } from './positions.ts'

const indexOf = (rows: StoreWithContacts[]) => indexOfBatches([rows])
const reversed = <T>(values: readonly T[]): T[] => values.toReversed()

test('S4: a position survives its way through text, and what is not a position is an invalid cursor', async () => {
  const index = await indexOf(randomCatalogue(seed, 50))
  const contact = index.searchContacts({ query: {}, limit: 7 }).nextAfter(7)
  const store = index.searchStores({ query: {}, limit: 49 }).nextAfter(49)
  const byTypo = { ...store!, byTypo: true }
  expect(decodeStorePosition(encodePosition(byTypo))).toEqual(byTypo)
  for (const key of ['a|b "é"', 1.5, null]) {
    expect(decodeStorePosition(encodePosition({ ...store!, key }))).toEqual({ ...store, key })
    expect(decodeContactPosition(encodePosition({ ...contact!, key }))).toEqual({ ...contact, key })
  }
  expect(decodeContactPosition(encodePosition(contact!))).toEqual(contact)
  expect(decodeStorePosition(encodePosition(store!))).toEqual(store)
  const invalid = expect.objectContaining({ code: 'invalid_cursor' })
  expect(() => decodeContactPosition(encodePosition(store!))).toThrow(invalid)
  expect(() => decodeStorePosition(encodePosition(contact!))).toThrow(invalid)
  expect(() => decodeStorePosition(`${encodePosition(store!)}|no key`)).toThrow(invalid)
  expect(() => decodeContactPosition(Buffer.alloc(32, 255).toString('base64'))).toThrow(invalid)
})

test('SEARCH-4, S4: the order does not depend on the order of the feed', async () => {
  const rows = randomCatalogue(seed, 200)
  const turned = rows.toReversed().map(({ store, contacts }) => ({ store, contacts: contacts.toReversed() }))
  const everything = { query: {}, limit: 10_000 }
  const [index, other] = [await indexOf(rows), await indexOf(turned)]
  expect(other.searchContacts(everything).ids).toEqual(index.searchContacts(everything).ids)
  expect(other.searchStores(everything).ids).toEqual(index.searchStores(everything).ids)
})

test('SEARCH-4, S4: the order among equal scores is not the order of the ids', async () => {
  const rows = randomCatalogue(seed, 200).map(({ store, contacts }) => ({
    store: { ...store, leadFitScore: 50 },
    contacts,
  }))
  const { ids } = (await indexOf(rows)).searchStores({ query: {}, limit: 1000 })
  expect(ids).not.toEqual(ids.toSorted())
  expect(ids).not.toEqual(rows.map(({ store }) => store.id))
})

/** Pages through an index that is rebuilt between any two pages. */
async function pageThrough(limit: number, catalogues: StoreWithContacts[][]): Promise<string[]> {
  const indexes = await Promise.all(catalogues.map(indexOf))
  const ids: string[] = []
  let after: ContactPosition | null = null
  for (let page = 0; page === 0 || after !== null; page++) {
    const index: IndexReader = indexes[page % indexes.length]!
    const found = index.searchContacts({ query: {}, limit, after })
    ids.push(...found.ids)
    after = found.nextAfter(limit)
  }
  return ids
}

test('S4: paging while stores and contacts come and go repeats nothing and skips nothing that was there throughout', async () => {
  const rows = randomCatalogue(seed, 120)
  const lasting = rows.filter((_, at) => at % 3 === 0)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.subarray(rows), { minLength: 2, maxLength: 4 }),
      async (limit, drawn) => {
        const catalogues = drawn.map((some) =>
          reversed([...new Set([...lasting, ...some])]).map(({ store, contacts }) => ({
            store,
            // Contacts of stores that do not last come and go one by one as well.
            contacts: lasting.some((one) => one.store === store)
              ? contacts
              : contacts.filter((_, at) => (at + limit) % 2 === 0),
          })),
        )
        const ids = await pageThrough(limit, catalogues)
        expect(new Set(ids).size).toBe(ids.length)
        const seen = new Set(ids)
        const expected = lasting
          .flatMap(({ contacts }) => contacts)
          .filter((contact) => contact.hasEmail || contact.hasPhone || contact.hasLinkedin)
        expect(expected.filter(({ id }) => !seen.has(id))).toEqual([])
      },
    ),
    { numRuns: cases(15) },
  )
})
