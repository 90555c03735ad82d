import { buildSegment } from '../src/search/indexing/build-segment.ts'
import { feedOf } from '../src/search/indexing/row-feed.ts'
import type { ContactQuery } from '../src/search/schema/filters.ts'
import { nextSegments } from '../src/search/segments/segment-set.ts'
import { type IndexReader, readerOf } from '../src/search/serve/index-reader.ts'
import { median, milliseconds, report, target } from './measure.ts'
import { contactQuery } from './search-queries.ts'
import { randomFrom, syntheticRows } from './search-rows.ts'

const queryCount = 300
const runs = 7
const pairs = 201
/** One call can be shorter than what the clock tells apart. */
const callsPerRun = 10
/** Queries that half the catalogue or more fits. */
const broad: ContactQuery[] = [
  {},
  { person: { has_verified_email: true } },
  { store: { shopify_plus: false } },
  { store: { lead_fit_score: { min: 10 } } },
]

/**
 * The cost of a search in a catalogue ten times as large. Both are drawn from the same distributions, so that the same
 * query fits the same share of the contacts.
 */
export async function searchGrowth(largeContacts: number): Promise<void> {
  const random = randomFrom(1)
  const queries = Array.from({ length: queryCount }, () => contactQuery(random))
  const small = await costIn(largeContacts / 10, queries)
  const large = await costIn(largeContacts, queries)
  const size = (contacts: number) => `${contacts.toLocaleString('en')} contacts`
  report(`${queryCount} searches with exact totals as the catalogue grows, median of each`, [
    [size(largeContacts / 10), milliseconds(small.mixed)],
    [size(largeContacts), milliseconds(large.mixed)],
    ['ratio', target(large.mixed / small.mixed, 10, 'at most')],
  ])
  report('The first page of a broad query behind its total: from the result set to 25 ids', [
    [size(largeContacts / 10), milliseconds(small.page)],
    [size(largeContacts), milliseconds(large.page)],
    ['ratio', target(large.page / small.page, 1.3, 'at most')],
  ])
  report('The same with its exact total, which has to look at every contact', [
    [size(largeContacts / 10), milliseconds(small.broad)],
    [size(largeContacts), milliseconds(large.broad)],
    ['ratio', (large.broad / small.broad).toFixed(2)],
  ])
}

type Cost = { mixed: number; broad: number; page: number }

async function costIn(contacts: number, queries: ContactQuery[]): Promise<Cost> {
  const feed = feedOf({ [Symbol.iterator]: () => syntheticRows({ contacts, seed: 1 }) })
  const index = readerOf(nextSegments([], [{ number: 1, segment: await buildSegment(feed) }]))
  for (const query of queries) index.searchContacts({ query, limit: 25 })
  return {
    mixed: median(queries.map((query) => bestTime(index, query))),
    broad: median(broad.map((query) => bestTime(index, query))),
    page: median(broad.map((query) => pagePrice(index, query))),
  }
}

/** The best of some runs: what other processes took in the others is not the query's. */
const bestTime = (index: IndexReader, query: ContactQuery): number =>
  Math.min(...Array.from({ length: runs }, () => timeOf(index, query, 25)))

/**
 * One row and a hundred share the same total: what is between them is the price of 99 rows. It is small compared with the total,
 * so both are timed in turn, and the median of many differences counts.
 */
function pagePrice(index: IndexReader, query: ContactQuery): number {
  const differences = Array.from({ length: pairs }, () => {
    const one = timeOf(index, query, 1)
    return timeOf(index, query, 100) - one
  })
  return (median(differences) * 25) / 99
}

function timeOf(index: IndexReader, query: ContactQuery, limit: number): number {
  const began = performance.now()
  for (let at = 0; at < callsPerRun; at += 1) index.searchContacts({ query, limit })
  return (performance.now() - began) / callsPerRun
}
