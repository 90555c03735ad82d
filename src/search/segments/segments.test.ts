/** Many segments answer like one catalogue: the brute-force reading judges every step of a random history. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases, seed } from '../../../test/support/seed.ts'
import { buildSegment } from '../indexing/build-segment.ts'
import { feedOf, type StoreWithContacts } from '../indexing/row-feed.ts'
import { countByFacet } from '../query/facet-oracle-fixture.ts'
import { contactQueries, findContacts, findStores, randomCatalogue, storeQueries } from '../query/oracle-fixture.ts'
import { moments, today } from '../query/timed-oracle-fixture.ts'
import { contactFacets, storeFacets } from '../schema/filters.ts'
import { contactSorts, storeSorts } from '../schema/sorts.ts'
import { packIds, type TestIndex, withSuppressions } from '../serve/index-fixture.ts'
import type { ContactPosition, StorePosition } from './positions.ts'
import { type NumberedSegment, nextSegments, nextSegmentsInSteps, type SegmentSet } from './segment-set.ts'

const everything = 1_000_000
const nobody: ReadonlySet<string> = new Set()

type Step = { kind: 'change' | 'add' | 'retire' | 'suppress' | 'restore' | 'merge'; at: number; count: number }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind'][]>('change', 'change', 'add', 'retire', 'suppress', 'restore', 'merge'),
    at: fc.nat(1_000),
    count: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 1, maxLength: 10 },
)

/** A catalogue that changes, and the segments that a node would have of it. */
function startHistory() {
  const stores = new Map(randomCatalogue(seed, 40).map((row) => [row.store.id, row]))
  /** Every state a store may take on: the same store with what another one has. */
  const others = randomCatalogue(seed + 1, 60)
  const suppressed = new Set<string>()
  let list: NumberedSegment[] = []
  let segments: SegmentSet = []
  let number = 0
  let added = 0

  const present = (rows: Iterable<StoreWithContacts>): StoreWithContacts[] =>
    Array.from(rows, (row) => ({ ...row, contacts: row.contacts.filter(({ id }) => !suppressed.has(id)) }))

  function install(next: NumberedSegment[]): void {
    list = next
    segments = nextSegments(segments, list)
    // A thread applies every suppression since the oldest of its new segments; all of them is more than that.
    const everybody = [...stores.values()].flatMap(({ contacts }) => contacts.map(({ id }) => id))
    const index = withSuppressions(segments)
    index.suppress(everybody.filter((id) => suppressed.has(id)))
    index.unsuppress(everybody.filter((id) => !suppressed.has(id)))
  }

  async function publishChanged(ids: string[]): Promise<void> {
    const rows = present(ids.flatMap((id) => stores.get(id) ?? []))
    install([...list, { number: ++number, segment: await buildSegment(feedOf([rows]), packIds(ids)) }])
  }

  async function mergeAll(): Promise<void> {
    install([{ number: ++number, segment: await buildSegment(feedOf([present(stores.values())])) }])
  }

  const some = <T>(values: Iterable<T>, { at, count }: Step): T[] => {
    const all = [...values]
    return Array.from({ length: Math.min(count, all.length) }, (_, place) => all[(at + place * 7) % all.length]!)
  }

  async function take(step: Step): Promise<void> {
    const ids = [...new Set(some(stores.keys(), step))]
    if (step.kind === 'merge') return mergeAll()
    if (step.kind === 'suppress' || step.kind === 'restore') {
      const contacts = some(
        [...stores.values()].flatMap((row) => row.contacts),
        step,
      ).map(({ id }) => id)
      for (const id of contacts) step.kind === 'suppress' ? suppressed.add(id) : suppressed.delete(id)
      if (step.kind === 'suppress') return install(list)
      // A segment is built without suppressed contacts, so a store whose contact comes back counts as changed.
      const owners = [...stores.values()].filter((row) => row.contacts.some(({ id }) => contacts.includes(id)))
      return publishChanged(owners.map(({ store }) => store.id))
    }
    for (const [place, id] of ids.entries()) {
      const other = others[(step.at + place) % others.length]!
      if (step.kind === 'retire') stores.delete(id)
      if (step.kind === 'change') {
        const before = stores.get(id)!
        const contacts = before.contacts.slice(1).map((contact) => ({ ...contact, role: 'ceo', hasEmail: true }))
        stores.set(id, { ...other, store: { ...other.store, id, domain: before.store.domain }, contacts })
      }
    }
    if (step.kind !== 'add') return publishChanged(ids)
    const fresh = randomCatalogue(seed + 100 + added++, step.count)
    for (const row of fresh) {
      const store = { ...row.store, domain: `added-${added}-${row.store.domain}` }
      stores.set(store.id, { ...row, store })
    }
    return publishChanged(fresh.map(({ store }) => store.id))
  }

  return {
    begin: mergeAll,
    take,
    rows: () => [...stores.values()],
    suppressed,
    index: (): TestIndex => withSuppressions(segments),
  }
}

const counted = (values: { value: string; count: number }[]) =>
  new Map(values.filter(({ count }) => count > 0).map(({ value, count }) => [value.toLowerCase(), count]))

test('S1, S13: after any history of changes, retirements, suppressions and merges every answer equals a reading of all rows', async () => {
  await fc.assert(
    fc.asyncProperty(steps, contactQueries, storeQueries, moments, async (history, contactQuery, storeQuery, asOf) => {
      const catalogue = startHistory()
      await catalogue.begin()
      for (const step of history) await catalogue.take(step)
      const { suppressed } = catalogue
      const rows = catalogue.rows()
      const index = catalogue.index()

      const contacts = findContacts(rows, contactQuery, suppressed, nobody, asOf)
      const found = index.searchContacts({ query: contactQuery, asOf, limit: everything, facets: contactFacets })
      expect(found.total).toBe(contacts.length)
      expect(found.ids.toSorted()).toEqual(contacts.map(({ id }) => id).toSorted())
      const facets = await found.facets
      for (const facet of contactFacets) {
        expect(counted(facets[facet]!)).toEqual(countByFacet(contacts, facet, asOf))
      }

      const stores = findStores(rows, storeQuery, suppressed, asOf)
      const foundStores = index.searchStores({ query: storeQuery, asOf, limit: everything, facets: storeFacets })
      expect(foundStores.ids.toSorted()).toEqual(stores.map(({ id }) => id).toSorted())
      const storeCounts = await foundStores.facets
      for (const facet of storeFacets) {
        expect(counted(storeCounts[facet]!)).toEqual(countByFacet(stores, facet, asOf))
      }

      const everyContact = findContacts(rows, {}, suppressed, nobody)
      expect(counted(index.taxonomy().roles)).toEqual(countByFacet(everyContact, 'role'))
      expect(counted(index.taxonomy().apps)).toEqual(countByFacet(findStores(rows, {}, suppressed), 'app'))
    }),
    { numRuns: cases(10) },
  )
})

test('S4, S13: in every sort the order and the pages across segments are those of one segment with everything', async () => {
  const limits = fc.integer({ min: 1, max: 20 })
  const sorts = fc.record({ contacts: fc.constantFrom(...contactSorts), stores: fc.constantFrom(...storeSorts) })
  await fc.assert(
    fc.asyncProperty(
      steps,
      contactQueries,
      storeQueries,
      limits,
      sorts,
      async (history, query, ofStores, limit, sort) => {
        const catalogue = startHistory()
        await catalogue.begin()
        for (const step of history) await catalogue.take(step)
        const asOf = today
        const askContacts = { query, asOf, sort: sort.contacts }
        const askStores = { query: ofStores, asOf, sort: sort.stores }
        const index = catalogue.index()
        const contacts = allPages<ContactPosition>((after) => index.searchContacts({ ...askContacts, limit, after }))
        const stores = allPages<StorePosition>((after) => index.searchStores({ ...askStores, limit, after }))
        await catalogue.take({ kind: 'merge', at: 0, count: 1 })
        const merged = catalogue.index()
        expect(contacts).toEqual(merged.searchContacts({ ...askContacts, limit: everything }).ids)
        expect(stores).toEqual(merged.searchStores({ ...askStores, limit: everything }).ids)
      },
    ),
    { numRuns: cases(8) },
  )
})

function allPages<Position>(
  find: (after: Position | null) => { ids: string[]; nextAfter(rows: number): Position | null },
): string[] {
  const ids: string[] = []
  let after: Position | null = null
  do {
    const page = find(after)
    ids.push(...page.ids)
    after = page.nextAfter(page.ids.length)
  } while (after !== null)
  return ids
}

test('S17: while a change is taken over in steps, searches see the catalogue before it, whole', async () => {
  const rows = randomCatalogue(seed, 40)
  const base = { number: 1, segment: await buildSegment(feedOf([rows])) }
  const before = nextSegments([], [base])
  const answersOf = async (segments: SegmentSet) => {
    const reader = withSuppressions(segments)
    const { total, ids, facets } = reader.searchContacts({ query: {}, limit: everything, facets: contactFacets })
    const stores = reader.searchStores({ query: { contacts: { verified_email: true } }, limit: everything })
    return { total, ids, facets: await facets, stores: stores.ids, taxonomy: reader.taxonomy() }
  }
  const untouched = await answersOf(before)
  const changed = rows.slice(0, 15).map(({ store }) => ({ store, contacts: [] }))
  const replaces = packIds(changed.map(({ store }) => store.id))
  const change = { number: 2, segment: await buildSegment(feedOf([changed]), replaces) }
  const taking = nextSegmentsInSteps(before, [base, change])
  let step = taking.next()
  let steps = 0
  for (; !step.done; step = taking.next()) {
    steps += 1
    expect(await answersOf(before)).toEqual(untouched)
  }
  expect(steps).toBeGreaterThan(changed.length)
  expect(await answersOf(before)).toEqual(untouched)
  const left = findContacts(rows.slice(15), {}, nobody, nobody)
  expect((await answersOf(step.value)).ids.toSorted()).toEqual(left.map(({ id }) => id).toSorted())
})
