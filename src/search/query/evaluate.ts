import {
  clearRange,
  countBits,
  countRange,
  intersect,
  intersectAll,
  lowestBit,
  setBits,
  setRange,
  subtract,
  wordsFor,
} from '../columns/bitset.ts'
import { isDense, keepAny, placesIn, removeAny, type Terms, unionOf, type Window } from '../columns/postings.ts'
import { hasFittingContact, type LiveSegment } from '../segments/live-segment.ts'
import type { Segment } from '../segments/segment.ts'
import type { Clause, CompiledQuery } from './compile-query.ts'

/** The documents that fit a query. The set lies in scratch memory: it is valid until the next evaluation. */
export type Result = { set: Uint32Array; window: Window; total: number }

/** Memory for the sets of one evaluation, reused by all: an evaluation never waits, so no two overlap. */
export type Scratch = {
  /** Contacts that match, and those of them that match without a typo. */
  contacts: Uint32Array
  exactContacts: Uint32Array
  /** One for every clause that has to unite something; as many as a query ever needed. */
  unions: Uint32Array[]
  stores: Uint32Array
  exactStores: Uint32Array
  moreStores: Uint32Array
}

export function scratchFor({ contacts, stores }: LiveSegment): Scratch {
  return {
    contacts: new Uint32Array(contacts.length),
    exactContacts: new Uint32Array(contacts.length),
    unions: [],
    stores: new Uint32Array(stores.length),
    exactStores: new Uint32Array(stores.length),
    moreStores: new Uint32Array(stores.length),
  }
}

/** The words that hold the documents `[from, to)`. */
const windowOf = (from: number, to: number): Window => ({ from: from >>> 5, to: from < to ? wordsFor(to) : from >>> 5 })

/** Sets of contacts that a result lies within, and sets that it avoids: combined in one pass when all are known. */
type Bounds = { within: Uint32Array[]; without: Uint32Array[]; newUnion: () => Uint32Array }

function startBounds({ contacts }: LiveSegment, scratch: Scratch, window: Window): Bounds {
  let used = 0
  const newUnion = (): Uint32Array => {
    scratch.unions[used] ??= new Uint32Array(contacts.length)
    return scratch.unions[used++]!.fill(0, window.from, window.to)
  }
  return { within: [contacts], without: [], newUnion }
}

/** Whether to count matches by a typo in. */
export type Matches = 'all' | 'exact'

const termsFor = (clause: Clause, matches: Matches): Terms =>
  matches === 'all' && clause.typos !== undefined && clause.typos.length > 0
    ? { terms: [...clause.terms, ...clause.typos], range: clause.range }
    : clause

export const hasTypos = (query: CompiledQuery): boolean =>
  [...query.contactClauses, ...query.storeClauses].some(({ typos }) => typos !== undefined && typos.length > 0)

/** `revealed` holds the contacts that this account has revealed, if the query asks about them. */
export function evaluateContacts(
  live: LiveSegment,
  scratch: Scratch,
  query: CompiledQuery,
  revealed: Uint32Array,
  matches: Matches,
): Result {
  const { contactsFrom, fields } = live.segment
  const from = contactsFrom[query.stores.from]!
  const to = contactsFrom[query.stores.to]!
  const window = windowOf(from, to)
  const bounds = startBounds(live, scratch, window)
  for (const clause of query.contactClauses) {
    const set = unionOf(fields[clause.path]!.postings, termsFor(clause, matches), window, bounds.newUnion)
    if (clause.keep === 'any') bounds.within.push(set)
    else bounds.without.push(set)
  }
  if (query.revealed !== null) {
    const set = bounds.newUnion()
    const places = placesIn(revealed, window)
    setBits(set, revealed, places.from, places.to)
    if (query.revealed) bounds.within.push(set)
    else bounds.without.push(set)
  }
  boundByStores(live, scratch, query, window, bounds, matches)
  const set = matches === 'all' ? scratch.contacts : scratch.exactContacts
  intersectAll(set, bounds.within, window.from, window.to)
  for (const other of bounds.without) subtract(set, other, window.from, window.to)
  clearRange(set, window.from * 32, from)
  clearRange(set, to, window.to * 32)
  return { set, window, total: countBits(set, window.from, window.to) }
}

export function evaluateStores(live: LiveSegment, scratch: Scratch, query: CompiledQuery, matches: Matches): Result {
  const { fields } = live.segment
  const { from, to } = query.stores
  const window = windowOf(from, to)
  const set = matches === 'all' ? scratch.stores : scratch.exactStores
  const spare = scratch.moreStores
  set.fill(0, window.from, window.to)
  setRange(set, from, to)
  intersect(set, live.stores, window.from, window.to)
  if (query.onlyStores !== null) keepListed(set, spare, query.onlyStores, true, window)
  for (const clause of query.storeClauses) {
    const { postings } = fields[clause.path]!
    if (clause.keep === 'any') keepAny(set, spare, postings, termsFor(clause, matches), window)
    else removeAny(set, postings, clause.terms, window)
  }
  for (const { path, wanted } of query.storesWith) {
    if (wanted) intersect(set, live.storesWith[path]!, window.from, window.to)
    else subtract(set, live.storesWith[path]!, window.from, window.to)
  }
  for (const wish of query.oneContact) {
    for (const store of live.touched) if (!hasFittingContact(live, store, wish)) clearRange(set, store, store + 1)
  }
  return { set, window, total: countBits(set, window.from, window.to) }
}

function keepListed(
  set: Uint32Array,
  spare: Uint32Array,
  documents: Uint32Array,
  wanted: boolean,
  window: Window,
): void {
  const { from, to } = placesIn(documents, window)
  spare.fill(0, window.from, window.to)
  setBits(spare, documents, from, to)
  if (wanted) intersect(set, spare, window.from, window.to)
  else subtract(set, spare, window.from, window.to)
}

/**
 * Above this share of all stores, the stores that a clause's rare terms list are united as stores and carried over
 * to the contacts once; below it, each is carried over directly. Carrying one over costs several times what
 * setting its bit costs.
 */
const heavyShare = 1 / 8

/** The store filters of a contact search: only contacts of the stores that fit. */
function boundByStores(
  live: LiveSegment,
  scratch: Scratch,
  query: CompiledQuery,
  window: Window,
  bounds: Bounds,
  matches: Matches,
): void {
  const { segment } = live
  const { spreads } = segment
  const isSpread = query.storeClauses.every(({ path }) => spreads[path] !== undefined)
  if (!isSpread || query.onlyStores !== null || heaviest(segment, query) > segment.scores.length * heavyShare) {
    const { set: stores } = evaluateStores(live, scratch, query, matches)
    boundByStoreSet(segment, stores, query.stores, bounds)
    return
  }
  for (const clause of query.storeClauses) {
    const set = unionOf(spreads[clause.path]!, clause, window, bounds.newUnion)
    if (clause.keep === 'any') bounds.within.push(set)
    else bounds.without.push(set)
  }
}

/** How many stores the rare terms of a clause list in all, at most. */
function heaviest({ fields, spreads }: Segment, query: CompiledQuery): number {
  let most = 0
  for (const { path, terms } of query.storeClauses) {
    const { counts } = fields[path]!.postings
    let stores = 0
    for (const term of terms) if (!isDense(spreads[path]!, term)) stores += counts[term]!
    most = Math.max(most, stores)
  }
  return most
}

type StoreRange = CompiledQuery['stores']

/** Bounds a result by the given stores, walking over those stores or over the others, whichever are fewer. */
function boundByStoreSet(segment: Segment, stores: Uint32Array, range: StoreRange, bounds: Bounds): void {
  const { contactsFrom } = segment
  const { from, to } = windowOf(range.from, range.to)
  const isMost = countRange(stores, range.from, range.to) * 2 > range.to - range.from
  const set = bounds.newUnion()
  for (let word = from; word < to; word++) {
    const walked = isMost ? ~stores[word]! & bitsInside(range, word) : stores[word]!
    for (let bits = walked; bits !== 0; bits &= bits - 1) {
      const store = (word << 5) + lowestBit(bits)
      setRange(set, contactsFrom[store]!, contactsFrom[store + 1]!)
    }
  }
  if (isMost) bounds.without.push(set)
  else bounds.within.push(set)
}

/** The bits of a word that stand for documents of the range; the range reaches into the word. */
function bitsInside({ from, to }: StoreRange, word: number): number {
  const atFrom = word === from >>> 5 ? -1 << (from & 31) : -1
  const atTo = word === (to - 1) >>> 5 ? -1 >>> (31 - ((to - 1) & 31)) : -1
  return atFrom & atTo
}
