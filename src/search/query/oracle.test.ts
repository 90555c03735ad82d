import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cases, seed } from '../../../test/support/seed.ts'
import type { StoreWithContacts } from '../indexing/row-feed.ts'
import { contactFacets, storeFacets } from '../schema/filters.ts'
import { type ContactSort, contactSorts, type StoreSort, storeSorts } from '../schema/sorts.ts'
import type { ContactPosition, StorePosition } from '../segments/positions.ts'
import { indexOf, type TestIndex } from '../serve/index-fixture.ts'
import { countByFacet } from './facet-oracle-fixture.ts'
import { contactQueries, findContacts, findStores, randomCatalogue, storeQueries } from './oracle-fixture.ts'
import type { FacetValue } from './result-copy.ts'
import { comparisonBy, moments } from './timed-oracle-fixture.ts'

const everything = 1_000_000
const nobody: ReadonlySet<string> = new Set()

function sameCounts(actual: FacetValue[] | undefined, expected: Map<string, number>): void {
  expect(new Map(actual!.map(({ value, count }) => [value.toLowerCase(), count]))).toEqual(expected)
}

/** Descending scores, those without one last. */
function isInScoreOrder(scores: (number | null)[]): boolean {
  const keys = scores.map((score) => score ?? -1)
  return keys.every((key, at) => at === 0 || keys[at - 1]! >= key)
}

type StoreResult = ReturnType<typeof findStores>[number]

/**
 * Every result must be a part of the one order of the whole catalogue, or in the order of the sort and, among equals, in that
 * one; but what matches by a typo comes last.
 */
function inOrderOf(whole: Map<string, number>, found: StoreResult[], sort: StoreSort | ContactSort): string[] {
  const compare = comparisonBy(sort)
  return found
    .toSorted(
      (left, right) =>
        Number(left.byTypo) - Number(right.byTypo) ||
        compare(left, right) ||
        whole.get(left.id)! - whole.get(right.id)!,
    )
    .map(({ id }) => id)
}

describe.each([
  { name: 'as built', nth: 1, stores: 400, suppress: 0, restore: 0 },
  { name: 'after suppressions', nth: 2, stores: 400, suppress: 200, restore: 0 },
  { name: 'after suppressions, some taken back', nth: 3, stores: 150, suppress: 200, restore: 100 },
  { name: 'of three stores', nth: 4, stores: 3, suppress: 1, restore: 0 },
])('an index $name', ({ nth, stores, suppress, restore }) => {
  const rows: StoreWithContacts[] = randomCatalogue(seed + nth, stores)
  const contactIds = rows.flatMap(({ contacts }) => contacts.map(({ id }) => id))
  const suppressed = new Set(contactIds.slice(restore, suppress))
  const revealed = new Set(contactIds.filter((_, at) => at % 5 === 0))
  let index: TestIndex
  let contactOrder: Map<string, number>
  let storeOrder: Map<string, number>

  beforeAll(async () => {
    index = await indexOf([rows.slice(0, 100), rows.slice(100)])
    index.suppress(contactIds.slice(0, suppress))
    index.unsuppress(contactIds.slice(0, restore))
    const contacts = index.searchContacts({ query: {}, limit: everything }).ids
    contactOrder = new Map(contacts.map((id, at) => [id, at]))
    storeOrder = new Map(index.searchStores({ query: {}, limit: everything }).ids.map((id, at) => [id, at]))
  })

  const runs = { numRuns: cases(60) }
  const askable = fc.subarray([...contactFacets])
  const askableOfStores = fc.subarray([...storeFacets])
  const contactOrders = fc.constantFrom(...contactSorts)
  const storeOrders = fc.constantFrom(...storeSorts)

  test('SEARCH-3, SEARCH-8, SEARCH-10, S1, S18: contacts, totals, facets and order equal a reading of every row', async () => {
    await fc.assert(
      fc.asyncProperty(contactQueries, askable, contactOrders, moments, async (query, facets, sort, asOf) => {
        const expected = findContacts(rows, query, suppressed, revealed, asOf)
        const found = index.searchContacts({ query, sort, asOf, limit: everything, facets, revealedIds: revealed })
        expect(found.total).toBe(expected.length)
        expect(found.ids).toEqual(inOrderOf(contactOrder, expected, sort))
        expect(found.nextAfter(everything)).toBeNull()
        const scores = new Map(expected.filter(({ byTypo }) => !byTypo).map(({ id, score }) => [id, score]))
        const inOrder = found.ids.flatMap((id) => (scores.has(id) ? [scores.get(id)!] : []))
        if (sort === 'score') expect(isInScoreOrder(inOrder)).toBe(true)
        const counted = await found.facets
        expect(Object.keys(counted)).toEqual(facets)
        for (const facet of facets) sameCounts(counted[facet], countByFacet(expected, facet, asOf))
      }),
      runs,
    )
  })

  test('SEARCH-3, SEARCH-8, SEARCH-10, S1, S18: stores, totals, facets and order equal a reading of every row', async () => {
    await fc.assert(
      fc.asyncProperty(storeQueries, askableOfStores, storeOrders, moments, async (query, facets, sort, asOf) => {
        const expected = findStores(rows, query, suppressed, asOf)
        const found = index.searchStores({ query, sort, asOf, limit: everything, facets })
        expect(found.total).toBe(expected.length)
        expect(found.ids).toEqual(inOrderOf(storeOrder, expected, sort))
        const scores = new Map(expected.filter(({ byTypo }) => !byTypo).map(({ id, score }) => [id, score]))
        const inOrder = found.ids.flatMap((id) => (scores.has(id) ? [scores.get(id)!] : []))
        if (sort === 'score') expect(isInScoreOrder(inOrder)).toBe(true)
        const counted = await found.facets
        for (const facet of facets) sameCounts(counted[facet], countByFacet(expected, facet, asOf))
      }),
      runs,
    )
  })

  test('CURSOR-3, S4: paging returns every match once, in order, with the same total on every page', () => {
    fc.assert(
      fc.property(
        contactQueries,
        fc.integer({ min: 1, max: 40 }),
        contactOrders,
        moments,
        (query, limit, sort, asOf) => {
          const whole = index.searchContacts({ query, sort, asOf, limit: everything, revealedIds: revealed })
          const ids: string[] = []
          let after: ContactPosition | null = null
          do {
            const page: ReturnType<typeof index.searchContacts> = index.searchContacts({
              query,
              sort,
              asOf,
              limit,
              after,
              revealedIds: revealed,
            })
            expect(page.total).toBe(whole.total)
            expect(page.ids.length).toBe(Math.min(limit, whole.total - ids.length))
            ids.push(...page.ids)
            after = page.nextAfter(limit)
          } while (after !== null)
          expect(ids).toEqual(whole.ids)
        },
      ),
      { numRuns: cases(15) },
    )
  })

  test('S4: paging through stores returns every match once', () => {
    fc.assert(
      fc.property(storeQueries, fc.integer({ min: 1, max: 40 }), storeOrders, moments, (query, limit, sort, asOf) => {
        const whole = index.searchStores({ query, sort, asOf, limit: everything })
        const ids: string[] = []
        let after: StorePosition | null = null
        do {
          const page: ReturnType<typeof index.searchStores> = index.searchStores({ query, sort, asOf, limit, after })
          ids.push(...page.ids)
          after = page.nextAfter(limit)
        } while (after !== null)
        expect(ids).toEqual(whole.ids)
      }),
      { numRuns: cases(15) },
    )
  })

  test('S8: the taxonomy counts stores for store fields and live contacts for person fields', () => {
    const taxonomy = index.taxonomy()
    const positive = (values: FacetValue[]) => values.filter(({ count }) => count > 0)
    const contacts = findContacts(rows, {}, suppressed, nobody)
    const allStores = findStores(rows, {}, suppressed)
    sameCounts(positive(taxonomy.roles), countByFacet(contacts, 'role'))
    sameCounts(positive(taxonomy.seniorities), countByFacet(contacts, 'seniority'))
    sameCounts(positive(taxonomy.apps), countByFacet(allStores, 'app'))
    sameCounts(positive(taxonomy.pixels), countByFacet(allStores, 'pixel'))
    sameCounts(positive(taxonomy.countries), countByFacet(allStores, 'country'))
    sameCounts(positive(taxonomy.traffic_tiers), countByFacet(allStores, 'traffic_tier'))
  })
})
