import { nextBits } from '../columns/bitset.ts'
import { findDocument } from '../columns/lookup-tables.ts'
import { prefixesOf, unpackId } from '../columns/opaque-ids.ts'
import { type CompiledQuery, compileQuery } from '../query/compile-query.ts'
import { contactsOf } from '../query/contacts-of-stores.ts'
import {
  type EvaluationOptions,
  evaluateContacts,
  evaluateStores,
  hasTypos,
  type Result,
  type Scratch,
  scratchFor,
} from '../query/evaluate.ts'
import { countFacets } from '../query/facets.ts'
import { type OwnEmails, ownDocuments } from '../query/own-emails.ts'
import { copyResult, type FacetValue, type ResultCopy } from '../query/result-copy.ts'
import { collectWarnings, type SearchWarning } from '../query/warnings.ts'
import type { ContactFacet, ContactQuery, StoreFacet, StoreQuery } from '../schema/filters.ts'
import type { ContactSort, StoreSort } from '../schema/sorts.ts'
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
import { compareKeys, contactSortings, type SegmentSort, storeSortings } from '../segments/sort-orders.ts'
import { documentsIn, type ListCondition } from './id-lists.ts'
import { sortedDocuments } from './sorted-documents.ts'

export type ContactSearch = {
  query: ContactQuery
  sort?: ContactSort | undefined
  /** The time of the request, or of the first page of a run; unset: now. */
  asOf?: number
  limit: number
  /** Where the page before ended. */
  after?: ContactPosition | null
  facets?: readonly ContactFacet[]
  /** The contacts that this account has revealed; needed when the query asks for `person.revealed`. */
  revealedIds?: Iterable<string>
  overlays?: readonly Overlay[]
  /** The same as lists that are kept, and searched often. */
  listed?: readonly ListCondition[]
  /** What is left of emails for this account, where it reported some as bounced. */
  ownEmails?: OwnEmails
}

/** What the account itself knows of contacts or stores, by id: only these fit, or all but these. */
export type Overlay = {
  ids: readonly string[]
  wanted: boolean
  /** The ids are of stores, also where contacts are searched: those who work there. */
  ofStores?: boolean
}

export type StoreSearch = {
  query: StoreQuery
  sort?: StoreSort | undefined
  asOf?: number
  limit: number
  after?: StorePosition | null
  facets?: readonly StoreFacet[]
  overlays?: readonly Overlay[]
  listed?: readonly ListCondition[]
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
type SearchableSegment = { live: LiveSegment; scratch: Scratch }

/**
 * A segment that stays when others come and go keeps its scratch memory: allocating it again would cost in proportion to
 * the catalogue.
 */
const scratchOf = new WeakMap<Segment, Scratch>()

export function prepareToSearch(live: LiveSegment): SearchableSegment {
  const scratch = scratchOf.get(live.segment) ?? scratchFor(live)
  scratchOf.set(live.segment, scratch)
  return { live, scratch }
}

/** Stores and contacts are searched the same way; this is what differs. */
type Kind<Position> = {
  over: 'contacts' | 'stores'
  /** Null: by score, as the documents are numbered. */
  sorting: SegmentSort | null
  evaluate(searched: SearchableSegment, compiled: CompiledQuery, asking: EvaluationOptions): Result
  /** The first document behind the position. */
  after(live: LiveSegment, position: Position): number
  compare(left: Hit, right: Hit): number
  positionOf(hit: Hit): Position
  idOf(hit: Hit): string
}

export function searchContacts(
  segments: readonly SearchableSegment[],
  asked: ContactSearch,
): Page<ContactPosition, ContactFacet> {
  const { query, sort = 'score', revealedIds = [], overlays = [], ownEmails = noneOwn } = asked
  const revealed = query.person?.revealed === undefined ? [] : [...revealedIds]
  const kind: Kind<ContactPosition> = {
    over: 'contacts',
    sorting: sort === 'score' ? null : contactSortings[sort],
    evaluate: ({ live, scratch }, compiled, asking) =>
      evaluateContacts(live, scratch, compiled, contactsIn(live, revealed), {
        ...asking,
        own: ownEmails.size === 0 ? null : ownDocuments(live.segment, ownEmails, compiled, asking.asOf),
        overlays: [
          ...(asking.overlays ?? []),
          ...overlays.map(({ ids, wanted, ofStores = false }) => ({
            kind: 'listed' as const,
            documents: ofStores ? contactsOf(live.segment, storesIn(live, ids)) : contactsIn(live, ids),
            wanted,
          })),
        ],
      }),
    after: ({ segment }, position) => contactAfter(segment, position),
    compare: (left, right) => compareContacts(left.live.segment, left.document, right.live.segment, right.document),
    positionOf: ({ live, document, byTypo }) => positionOfContact(live.segment, document, byTypo),
    idOf: ({ live, document }) => unpackId(prefixesOf(live.segment).contact, live.segment.contactIds, document),
  }
  return search(segments, query, kind, asked)
}

export function searchStores(
  segments: readonly SearchableSegment[],
  asked: StoreSearch,
): Page<StorePosition, StoreFacet> {
  const { query, sort = 'score', overlays = [] } = asked
  const kind: Kind<StorePosition> = {
    ...storeKind,
    sorting: sort === 'score' ? null : storeSortings[sort],
    evaluate: ({ live, scratch }, compiled, asking) =>
      evaluateStores(live, scratch, compiled, {
        ...asking,
        overlays: [
          ...(asking.overlays ?? []),
          ...overlays.map(({ ids, wanted }) => ({ kind: 'listed' as const, documents: storesIn(live, ids), wanted })),
        ],
      }),
  }
  return search(segments, query, kind, asked)
}

const storeKind: Omit<Kind<StorePosition>, 'sorting' | 'evaluate'> = {
  over: 'stores',
  after: ({ segment }, position) => storeAfter(segment, position),
  compare: (left, right) => compareStores(left.live.segment, left.document, right.live.segment, right.document),
  positionOf: ({ live, document, byTypo }) => positionOfStore(live.segment, document, byTypo),
  idOf: ({ live, document }) => unpackId(prefixesOf(live.segment).store, live.segment.storeIds, document),
}

const noneOwn: OwnEmails = new Map()

const contactsIn = ({ segment }: LiveSegment, ids: readonly string[]): Uint32Array =>
  ascending(ids.map((id) => findDocument(segment.contactSlots, segment.contactIds, id, prefixesOf(segment).contact)))

const storesIn = ({ segment }: LiveSegment, ids: readonly string[]): Uint32Array =>
  ascending(ids.map((id) => findDocument(segment.storeSlots, segment.storeIds, id, prefixesOf(segment).store)))

const ascending = (documents: number[]): Uint32Array =>
  documents.length === 0 ? noDocuments : Uint32Array.from(documents.filter((document) => document !== -1)).sort()
const noDocuments = new Uint32Array(0)

type Part<Position, Facet extends string> = {
  limit: number
  listed?: readonly ListCondition[]
  asOf?: number
  after?: Position | null
  facets?: readonly Facet[]
}

/** Every segment holds other stores, so totals add up, and pages are merged in result order. */
function search<Position extends StorePosition, Facet extends string>(
  segments: readonly SearchableSegment[],
  query: ContactQuery & StoreQuery,
  kind: Kind<Position>,
  { limit, asOf = Date.now(), after = null, facets = [], listed = [] }: Part<Position, Facet>,
): Page<Position, Facet> {
  const warnings = collectWarnings(segments.map(({ live }) => live.segment))
  const kept: ResultCopy[] = []
  const exact: Hit[] = []
  const byTypo: Hit[] = []
  let total = 0
  for (const searched of segments) {
    const { live } = searched
    const compiled = compileQuery(live.segment, query, warnings.onUnknown)
    const overlays = listed.map(({ list, wanted }) => ({
      kind: 'listed' as const,
      documents: documentsIn(live.segment, kind.over, list),
      wanted,
    }))
    const all = kind.evaluate(searched, compiled, { matches: 'all', asOf, overlays })
    total += all.total
    if (facets.length > 0) kept.push(copyResult(live.segment, all))
    const withTypos = hasTypos(compiled)
    const plain = withTypos ? kind.evaluate(searched, compiled, { matches: 'exact', asOf, overlays }) : all
    if (!isPastExactMatches(after)) exact.push(...hitsIn(searched, plain, kind, after, limit + 1, false))
    if (withTypos) {
      removeFrom(all, plain)
      const start = isPastExactMatches(after) ? after : null
      byTypo.push(...hitsIn(searched, all, kind, start, limit + 1, true))
    }
  }
  if (segments.length > 1) {
    const compare = comparison(kind)
    exact.sort(compare)
    byTypo.sort(compare)
  }
  const found = [...exact, ...byTypo].slice(0, limit + 1)
  const hits = found.slice(0, limit)
  return {
    total,
    hits,
    ids: hits.map(kind.idOf),
    nextAfter: (rows) => endOfPage(found, rows, (hit) => sortedPosition(kind, hit)),
    facets: countFacets(kept, kind.over, facets, asOf) as Promise<Partial<Record<Facet, FacetValue[]>>>,
    warnings: warnings.list(),
  }
}

function comparison<Position>({ sorting, compare }: Kind<Position>): (left: Hit, right: Hit) => number {
  if (sorting === null) return compare
  const keyOf = ({ live, document }: Hit) => sorting.keyOf(live, document)
  return (left, right) => compareKeys(keyOf(left), keyOf(right)) || compare(left, right)
}

function sortedPosition<Position>({ sorting, positionOf }: Kind<Position>, hit: Hit): Position {
  return sorting === null ? positionOf(hit) : { ...positionOf(hit), key: sorting.keyOf(hit.live, hit.document) }
}

function hitsIn<Position extends StorePosition>(
  { live }: SearchableSegment,
  result: Result,
  kind: Kind<Position>,
  after: Position | null,
  limit: number,
  byTypo: boolean,
): Hit[] {
  const start = after === null ? 0 : kind.after(live, after)
  const { set, window } = result
  const documents =
    kind.sorting === null
      ? nextBits(set, Math.max(start, window.from * 32), window.to, limit)
      : sortedDocuments(live, result, kind.sorting, after && { key: after.key ?? null, document: start }, limit)
  return documents.map((document) => ({ live, document, byTypo }))
}

/** Leaves only what matches by a typo. */
function removeFrom(all: Result, exact: Result): void {
  for (let word = all.window.from; word < all.window.to; word++) all.set[word]! &= ~exact.set[word]!
}
