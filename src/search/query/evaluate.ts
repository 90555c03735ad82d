import { hasFittingContact } from '../build/store-contacts.ts'
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
import { isDense, keepAny, placesIn, removeAny, unionOf, type Window } from '../columns/postings.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import type { Clause, CompiledQuery } from './compile-query.ts'

/** The documents that fit a query. The set lies in scratch memory: it is valid until the next evaluation. */
export type Result = { set: Uint32Array; window: Window; total: number }

/** Room for the sets of one evaluation, reused by all: an evaluation never waits, so no two overlap. */
type Scratch = {
  contacts: Uint32Array
  /** One for every clause that has to unite something; as many as a query ever needed. */
  unions: Uint32Array[]
  stores: Uint32Array
  moreStores: Uint32Array
}

export function scratchFor(index: IndexBuffers): Scratch {
  const storeWords = wordsFor(index.scores.length)
  return {
    contacts: new Uint32Array(index.live.length),
    unions: [],
    stores: new Uint32Array(storeWords),
    moreStores: new Uint32Array(storeWords),
  }
}

/** The words that hold the documents `[from, to)`. */
const windowOf = (from: number, to: number): Window => ({ from: from >>> 5, to: from < to ? wordsFor(to) : from >>> 5 })

/** Sets of contacts that a result lies within, and sets that it avoids: combined in one pass when all are known. */
type Bounds = { within: Uint32Array[]; without: Uint32Array[]; newUnion: () => Uint32Array }

function startBounds(index: IndexBuffers, scratch: Scratch, window: Window): Bounds {
  let used = 0
  const newUnion = (): Uint32Array => {
    scratch.unions[used] ??= new Uint32Array(index.live.length)
    return scratch.unions[used++]!.fill(0, window.from, window.to)
  }
  return { within: [index.live], without: [], newUnion }
}

/** `revealed` holds the contacts that this account has revealed, if the query asks about them. */
export function evaluateContacts(
  index: IndexBuffers,
  scratch: Scratch,
  query: CompiledQuery,
  revealed: Uint32Array,
): Result {
  const from = index.contactsFrom[query.stores.from]!
  const to = index.contactsFrom[query.stores.to]!
  const window = windowOf(from, to)
  const bounds = startBounds(index, scratch, window)
  for (const { path, keep, terms } of query.contactClauses) {
    const set = unionOf(index.fields[path]!.postings, terms, window, bounds.newUnion)
    if (keep === 'any') bounds.within.push(set)
    else bounds.without.push(set)
  }
  if (query.revealed !== null) {
    const set = bounds.newUnion()
    const places = placesIn(revealed, window)
    setBits(set, revealed, places.from, places.to)
    if (query.revealed) bounds.within.push(set)
    else bounds.without.push(set)
  }
  boundByStores(index, scratch, query, window, bounds)
  const { contacts: set } = scratch
  intersectAll(set, bounds.within, window.from, window.to)
  for (const other of bounds.without) subtract(set, other, window.from, window.to)
  clearRange(set, window.from * 32, from)
  clearRange(set, to, window.to * 32)
  return { set, window, total: countBits(set, window.from, window.to) }
}

/** `touched` are the stores that have lost contacts to suppression since the build. */
export function evaluateStores(
  index: IndexBuffers,
  scratch: Scratch,
  query: CompiledQuery,
  touched: Iterable<number>,
): Result {
  const { from, to } = query.stores
  const window = windowOf(from, to)
  const { stores: set, moreStores: spare } = scratch
  set.fill(0, window.from, window.to)
  setRange(set, from, to)
  if (query.onlyStores !== null) keepListed(set, spare, query.onlyStores, true, window)
  for (const { path, keep, terms } of query.storeClauses) {
    const { postings } = index.fields[path]!
    if (keep === 'any') keepAny(set, spare, postings, terms, window)
    else removeAny(set, postings, terms, window)
  }
  for (const { path, wanted } of query.storesWith) {
    if (wanted) intersect(set, index.storesWith[path]!, window.from, window.to)
    else subtract(set, index.storesWith[path]!, window.from, window.to)
  }
  for (const wish of query.oneContact) {
    for (const store of touched) if (!hasFittingContact(index, store, wish)) clearRange(set, store, store + 1)
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
  index: IndexBuffers,
  scratch: Scratch,
  query: CompiledQuery,
  window: Window,
  bounds: Bounds,
): void {
  const heaviest = Math.max(0, ...query.storeClauses.map((clause) => rareStores(index, clause)))
  if (query.onlyStores !== null || heaviest > index.scores.length * heavyShare) {
    const { set: stores } = evaluateStores(index, scratch, query, [])
    boundByStoreSet(index, stores, query.stores, bounds)
    return
  }
  for (const { path, keep, terms } of query.storeClauses) {
    const set = unionOf(index.spreads[path]!, terms, window, bounds.newUnion)
    if (keep === 'any') bounds.within.push(set)
    else bounds.without.push(set)
  }
}

/** How many stores the clause's rare terms list in all. */
function rareStores(index: IndexBuffers, { path, terms }: Clause): number {
  const { counts } = index.fields[path]!.postings
  const spread = index.spreads[path]!
  let stores = 0
  for (const term of terms) if (!isDense(spread, term)) stores += counts[term]!
  return stores
}

type StoreRange = CompiledQuery['stores']

/** Bounds a result by the given stores, walking over those stores or over the others, whichever are fewer. */
function boundByStoreSet(index: IndexBuffers, stores: Uint32Array, range: StoreRange, bounds: Bounds): void {
  const { contactsFrom } = index
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
