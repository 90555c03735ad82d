import { nextBits } from '../columns/bitset.ts'
import { findContact } from '../columns/lookup-tables.ts'
import { contactIdPrefix, storeIdPrefix, unpackId } from '../columns/opaque-ids.ts'
import { type CompiledQuery, compileQuery } from '../query/compile-query.ts'
import {
  evaluateContacts,
  evaluateStores,
  hasTypos,
  type Matches,
  type Result,
  type Scratch,
  scratchFor,
} from '../query/evaluate.ts'
import { countFacets, type FacetValue, type KeptResult, keepResult } from '../query/facets.ts'
import { collectWarnings, type SearchWarning } from '../query/warnings.ts'
import type { ContactFacet, ContactQuery, StoreFacet, StoreQuery } from '../schema/filters.ts'
import type { LiveSegment } from '../segments/live-segment.ts'
import {
  type ContactPosition,
  compareContacts,
  compareStores,
  contactAfter,
  endOfPage,
  isPastExactMatches,
  positionOfContact,
  positionOfStore,
  type StorePosition,
  storeAfter,
} from '../segments/positions.ts'
import type { Segment } from '../segments/segment.ts'

export type ContactSearch = {
  query: ContactQuery
  limit: number
  /** Where the page before ended. */
  after?: ContactPosition | null
  facets?: readonly ContactFacet[]
  /** The contacts that this account has revealed; needed when the query asks for `person.revealed`. */
  revealedIds?: Iterable<string>
}

export type StoreSearch = {
  query: StoreQuery
  limit: number
  after?: StorePosition | null
  facets?: readonly StoreFacet[]
}

/** A document of a page: where it lies, and whether only a typo made it match. */
export type Hit = { live: LiveSegment; document: number; byTypo: boolean }

export type Page<Position, Facet extends string> = {
  /** Exact, over all pages. */
  total: number
  hits: Hit[]
  ids: string[]
  /** Where this page ends after its first `rows` hits, or null when nothing comes after it. */
  nextAfter(rows: number): Position | null
  /** Counted over all pages, as of the search, a few milliseconds at a time. */
  facets: Promise<Partial<Record<Facet, FacetValue[]>>>
  /** Values of the query that no segment holds. */
  warnings: SearchWarning[]
}

/** A live segment with the memory that searches in it need. */
type Searched = { live: LiveSegment; scratch: Scratch }

/** A segment that stays when others come and go keeps its memory: making it anew would cost in proportion to the catalogue. */
const scratchOf = new WeakMap<Segment, Scratch>()

export function prepareToSearch(live: LiveSegment): Searched {
  const scratch = scratchOf.get(live.segment) ?? scratchFor(live)
  scratchOf.set(live.segment, scratch)
  return { live, scratch }
}

/** Stores and contacts are searched the same way; this is what differs. */
type Kind<Position> = {
  over: 'contacts' | 'stores'
  evaluate(searched: Searched, compiled: CompiledQuery, matches: Matches): Result
  /** The first document behind the position. */
  after(live: LiveSegment, position: Position): number
  compare(left: Hit, right: Hit): number
  positionOf(hit: Hit): Position
  idOf(hit: Hit): string
}

export function searchContacts(
  segments: readonly Searched[],
  { query, limit, after = null, facets = [], revealedIds = [] }: ContactSearch,
): Page<ContactPosition, ContactFacet> {
  const revealed = query.person?.revealed === undefined ? [] : [...revealedIds]
  const kind: Kind<ContactPosition> = {
    over: 'contacts',
    evaluate: ({ live, scratch }, compiled, matches) =>
      evaluateContacts(live, scratch, compiled, documentsOf(live, revealed), matches),
    after: ({ segment }, position) => contactAfter(segment, position),
    compare: (left, right) => compareContacts(left.live.segment, left.document, right.live.segment, right.document),
    positionOf: ({ live, document, byTypo }) => positionOfContact(live.segment, document, byTypo),
    idOf: ({ live, document }) => unpackId(contactIdPrefix, live.segment.contactIds, document),
  }
  return search(segments, query, kind, { limit, after, facets })
}

export function searchStores(
  segments: readonly Searched[],
  { query, limit, after = null, facets = [] }: StoreSearch,
): Page<StorePosition, StoreFacet> {
  return search(segments, query, storeKind, { limit, after, facets })
}

const storeKind: Kind<StorePosition> = {
  over: 'stores',
  evaluate: ({ live, scratch }, compiled, matches) => evaluateStores(live, scratch, compiled, matches),
  after: ({ segment }, position) => storeAfter(segment, position),
  compare: (left, right) => compareStores(left.live.segment, left.document, right.live.segment, right.document),
  positionOf: ({ live, document, byTypo }) => positionOfStore(live.segment, document, byTypo),
  idOf: ({ live, document }) => unpackId(storeIdPrefix, live.segment.storeIds, document),
}

function documentsOf({ segment }: LiveSegment, contactIds: readonly string[]): Uint32Array {
  const documents = contactIds.map((id) => findContact(segment.contactSlots, segment.contactIds, id))
  return Uint32Array.from(documents.filter((contact) => contact !== -1)).sort()
}

/** Every segment holds other stores, so totals add up, and pages are merged in result order. */
function search<Position extends StorePosition, Facet extends string>(
  segments: readonly Searched[],
  query: ContactQuery & StoreQuery,
  kind: Kind<Position>,
  { limit, after, facets }: { limit: number; after: Position | null; facets: readonly Facet[] },
): Page<Position, Facet> {
  const warnings = collectWarnings(segments.map(({ live }) => live.segment))
  const kept: KeptResult[] = []
  const exact: Hit[] = []
  const byTypo: Hit[] = []
  let total = 0
  for (const searched of segments) {
    const { live } = searched
    const compiled = compileQuery(live.segment, query, warnings.onUnknown)
    const all = kind.evaluate(searched, compiled, 'all')
    total += all.total
    if (facets.length > 0) kept.push(keepResult(live.segment, all))
    const withTypos = hasTypos(compiled)
    const plain = withTypos ? kind.evaluate(searched, compiled, 'exact') : all
    if (!isPastExactMatches(after)) exact.push(...hitsIn(searched, plain, kind, after, limit + 1, false))
    if (withTypos) {
      removeFrom(all, plain)
      const start = isPastExactMatches(after) ? after : null
      byTypo.push(...hitsIn(searched, all, kind, start, limit + 1, true))
    }
  }
  if (segments.length > 1) {
    exact.sort(kind.compare)
    byTypo.sort(kind.compare)
  }
  const found = [...exact, ...byTypo].slice(0, limit + 1)
  const hits = found.slice(0, limit)
  return {
    total,
    hits,
    ids: hits.map(kind.idOf),
    nextAfter: (rows) => endOfPage(found, rows, kind.positionOf),
    facets: countFacets(kept, kind.over, facets) as Promise<Partial<Record<Facet, FacetValue[]>>>,
    warnings: warnings.list(),
  }
}

function hitsIn<Position>(
  { live }: Searched,
  { set, window }: Result,
  kind: Kind<Position>,
  after: Position | null,
  limit: number,
  byTypo: boolean,
): Hit[] {
  const start = after === null ? 0 : kind.after(live, after)
  return nextBits(set, Math.max(start, window.from * 32), window.to, limit).map((document) => ({
    live,
    document,
    byTypo,
  }))
}

/** Leaves only what matches by a typo. */
function removeFrom(all: Result, exact: Result): void {
  for (let word = all.window.from; word < all.window.to; word++) all.set[word]! &= ~exact.set[word]!
}
