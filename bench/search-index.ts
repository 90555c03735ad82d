import { setImmediate } from 'node:timers/promises'
import { buildSegment } from '../src/search/indexing/build-segment.ts'
import { feedOf } from '../src/search/indexing/row-feed.ts'
import type { Feed, Rows, Table } from '../src/search/schema/feed.ts'
import { type ContactQuery, contactFacets } from '../src/search/schema/filters.ts'
import type { Segment } from '../src/search/segments/segment.ts'
import { nextSegments } from '../src/search/segments/segment-set.ts'
import { type IndexReader, readerOf } from '../src/search/serve/index-reader.ts'
import { contactQuery, storeQuery } from './search-queries.ts'
import { appName, madeAt, randomFrom, type SyntheticCatalogue, syntheticRows } from './search-rows.ts'

/** The index alone, without HTTP and database: what it costs to build, to hold and to ask. */
type Quantiles = { p50: number; p99: number; worst: number }

type SearchIndexReport = {
  contacts: number
  stores: number
  buildSeconds: number
  buildProcessorSeconds: number
  contactsPerSecond: number
  bytesPerContact: number
  attachMs: number
  /** Milliseconds a query. */
  queries: Record<string, Quantiles>
}

const halfOfAll: ContactQuery = { store: { lead_fit_score: { min: 52 } } }

export async function benchSearchIndex(
  catalogue: SyntheticCatalogue,
  queryCount = 2000,
  report: (line: string) => void = console.log,
): Promise<SearchIndexReport> {
  const rows = clocked(feedOf({ [Symbol.iterator]: () => syntheticRows(catalogue) }))
  const before = { clock: performance.now(), processor: processorMs() }
  const segment = await buildSegment(rows.feed)
  const buildSeconds = (performance.now() - before.clock - rows.clockMs()) / 1000
  const buildProcessorSeconds = (processorMs() - before.processor - rows.processorMs()) / 1000
  const attachBegan = performance.now()
  const index = readerOf(nextSegments([], [{ number: 1, segment }]))
  const attachMs = performance.now() - attachBegan
  const contactsPerSecond = index.contactCount / buildSeconds
  const bytesPerContact = bytesOf(segment) / index.contactCount
  report(`${index.contactCount} contacts of ${index.storeCount} stores`)
  report(
    `build ${buildSeconds.toFixed(1)} s (${buildProcessorSeconds.toFixed(1)} s of processor), ${Math.round(contactsPerSecond)} contacts/s`,
  )
  report(`memory ${bytesPerContact.toFixed(1)} bytes a contact, attached in ${attachMs.toFixed(2)} ms`)

  const queries: Record<string, Quantiles> = {}
  for (const [name, ask] of Object.entries(askers(index))) {
    queries[name] = await measure(ask, queryCount, catalogue.seed)
    const { p50, p99, worst } = queries[name]
    report(
      `${name.padEnd(34)} p50 ${p50.toFixed(3)}  p99 ${p99.toFixed(3)}  worst ${worst.toFixed(3)} ms  worst/p50 ${(worst / p50).toFixed(1)}`,
    )
  }
  report(`all ten facets hold the event loop for at most ${(await longestHold(index)).toFixed(1)} ms at a time`)
  const { contactCount: contacts, storeCount: stores } = index
  return {
    contacts,
    stores,
    buildSeconds,
    buildProcessorSeconds,
    contactsPerSecond,
    bytesPerContact,
    attachMs,
    queries,
  }
}

/** Takes a source of chance and gives back a query that is ready to run. */
type Asker = (random: () => number) => () => unknown

function askers(index: IndexReader): Record<string, Asker> {
  const next = index.searchContacts({ query: { person: { has_verified_email: true } }, limit: 100 }).nextAfter(100)
  return {
    'contacts, total and page 1': (random) => {
      const query = contactQuery(random)
      return () => index.searchContacts({ query, limit: 25 })
    },
    'contacts, total and a later page': (random) => {
      const query = contactQuery(random)
      return () => index.searchContacts({ query, limit: 25, after: next })
    },
    'stores, total and page 1': (random) => {
      const query = storeQuery(random)
      return () => index.searchStores({ query, limit: 25 })
    },
    'contacts with one facet': (random) => {
      const query = contactQuery(random)
      const facets = [contactFacets[Math.floor(random() * contactFacets.length)]!]
      return () => index.searchContacts({ query, limit: 25, facets }).facets
    },
    'contacts with all ten facets': (random) => {
      const query = contactQuery(random)
      return () => index.searchContacts({ query, limit: 25, facets: contactFacets }).facets
    },
    ...sortedAskers(index),
    ...timedAskers(index),
  }
}

/** The queries of page 1, in another order. */
function sortedAskers(index: IndexReader): Record<string, Asker> {
  const ofContacts = (['newest', 'updated'] as const).map((sort): [string, Asker] => [
    `contacts by ${sort}`,
    (random) => {
      const query = contactQuery(random)
      return () => index.searchContacts({ query, sort, limit: 25 })
    },
  ])
  const ofStores = (['name', 'visits', 'contacts', 'last_change'] as const).map((sort): [string, Asker] => [
    `stores by ${sort}`,
    (random) => {
      const query = storeQuery(random)
      return () => index.searchStores({ query, sort, limit: 25 })
    },
  ])
  return Object.fromEntries([...ofContacts, ...ofStores])
}

const periods = [1, 7, 30, 90, 365]
const timedFilters: ((random: () => number, days: number) => ContactQuery)[] = [
  (random, days) => {
    const change = { type: 'app_added', value: appName(Math.floor(random() * 20)), within_days: days }
    return { store: { changes: { any: [change] } } }
  },
  (_, days) => ({ store: { changes: { any: [{ type: 'app_added', within_days: days }] } } }),
  (_, days) => ({ store: { first_seen_within_days: days } }),
  (_, days) => ({ person: { added_within_days: days } }),
  (_, days) => ({ person: { verified_within_days: days } }),
  (_, days) => ({
    person: { verified_within_days: days, email_statuses_any: ['verified'], email_types_any: ['work'] },
  }),
]

/** Queries like the others, with a filter of what happened when in addition; and each other filter in its place. */
function timedAskers(index: IndexReader): Record<string, Asker> {
  const asOf = madeAt
  const withFilter = (query: ContactQuery, { person, store }: ContactQuery): ContactQuery => ({
    person: { ...query.person, ...person },
    store: { ...query.store, ...store },
  })
  return {
    'contacts, one more other filter': (random) => {
      const query = withFilter(contactQuery(random), contactQuery(random))
      return () => index.searchContacts({ query, asOf, limit: 25 })
    },
    'contacts, one more filter of time': (random) => {
      const filter = timedFilters[Math.floor(random() * timedFilters.length)]!
      const query = withFilter(contactQuery(random), filter(random, periods[Math.floor(random() * periods.length)]!))
      return () => index.searchContacts({ query, asOf, limit: 25 })
    },
    'contacts, a filter of time alone': (random) => {
      const filter = timedFilters[Math.floor(random() * timedFilters.length)]!
      const query = filter(random, periods[Math.floor(random() * periods.length)]!)
      return () => index.searchContacts({ query, asOf, limit: 25 })
    },
  }
}

/** Every query counts with the best of three runs, so that a pause of the machine does not pass for a slow query. */
async function measure(ask: Asker, count: number, seed: number): Promise<Quantiles> {
  const random = randomFrom(seed)
  const queries = Array.from({ length: count }, () => ask(random))
  for (const query of queries.slice(0, 200)) await query()
  const times: number[] = []
  for (const query of queries) times.push(Math.min(await timeOf(query), await timeOf(query), await timeOf(query)))
  times.sort((left, right) => left - right)
  return { p50: times[Math.floor(count * 0.5)]!, p99: times[Math.floor(count * 0.99)]!, worst: times.at(-1)! }
}

/** Only what is counted in slices is waited for: a turn of the event loop is not the query's. */
async function timeOf(run: () => unknown): Promise<number> {
  const began = performance.now()
  const answer = run()
  if (answer instanceof Promise) await answer
  return performance.now() - began
}

/** While a query that half of the catalogue fits counts its facets, how long others wait for their turn; the best of five. */
async function longestHold(index: IndexReader): Promise<number> {
  const holds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { facets } = index.searchContacts({ query: halfOfAll, limit: 25, facets: contactFacets })
    let isCounting = true
    const counted = facets.then(() => {
      isCounting = false
    })
    let longest = 0
    while (isCounting) longest = Math.max(longest, await timeOf(() => setImmediate()))
    await counted
    holds.push(longest)
  }
  return Math.min(...holds)
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Making the rows is not part of the build: its time is taken apart. */
function clocked(feed: Feed) {
  let clockMs = 0
  let processor = 0
  const clockedTable = ({ columns, batches }: Table): Table => {
    const rows = (batches as Iterable<Rows>)[Symbol.iterator]()
    function* read(): Generator<Rows> {
      for (;;) {
        const [clockBegan, processorBegan] = [performance.now(), processorMs()]
        const next = rows.next()
        clockMs += performance.now() - clockBegan
        processor += processorMs() - processorBegan
        if (next.done) return
        yield next.value
      }
    }
    return { columns, batches: read() }
  }
  return {
    feed: {
      stores: clockedTable(feed.stores),
      contacts: clockedTable(feed.contacts),
      changes: clockedTable(feed.changes),
    },
    clockMs: () => clockMs,
    processorMs: () => processor,
  }
}

/** Everything the index holds: both indexes, ids, vocabularies and lookup tables. */
function bytesOf(part: Segment | object): number {
  if (ArrayBuffer.isView(part)) return part.byteLength
  return Object.values(part).reduce((sum: number, inner) => sum + (typeof inner === 'object' ? bytesOf(inner) : 0), 0)
}

if (import.meta.main) {
  await benchSearchIndex({ contacts: Number(process.argv[2] ?? 2_500_000), seed: 1 }, Number(process.argv[3] ?? 2000))
}
