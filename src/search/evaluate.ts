import {
  clearRange,
  countBits,
  countRange,
  intersect,
  lowestBit,
  setBits,
  setRange,
  subtract,
  uniteAll,
  wordsFor,
} from './bitset.ts'
import { type IndexBuffers, notSpread } from './build-index.ts'
import type { Clause, CompiledQuery } from './compile-query.ts'
import { keepAny, lowerBound, placesIn, posting, removeAny, type Window } from './postings.ts'
import { hasFittingContact } from './store-contacts.ts'

/** The documents that fit a query. The set lies in scratch memory: it is valid until the next evaluation. */
export type Result = { set: Uint32Array; window: Window; total: number }

/** Room for the sets of one evaluation, reused by all: an evaluation never waits, so no two overlap. */
export type Scratch = { contacts: Uint32Array; moreContacts: Uint32Array; stores: Uint32Array; moreStores: Uint32Array }

export function scratchFor(index: IndexBuffers): Scratch {
  const contactWords = wordsFor(index.storeOf.length)
  const storeWords = wordsFor(index.scores.length)
  return {
    contacts: new Uint32Array(contactWords),
    moreContacts: new Uint32Array(contactWords),
    stores: new Uint32Array(storeWords),
    moreStores: new Uint32Array(storeWords),
  }
}

/** The words that hold the documents `[from, to)`. */
const windowOf = (from: number, to: number): Window => ({ from: from >>> 5, to: from < to ? wordsFor(to) : from >>> 5 })

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
  const { contacts: set, moreContacts: spare } = scratch
  set.set(index.live.subarray(window.from, window.to), window.from)
  clearRange(set, window.from * 32, from)
  clearRange(set, to, window.to * 32)
  for (const { path, keep, terms } of query.contactClauses) {
    const { postings } = index.fields[path]!
    if (keep === 'any') keepAny(set, spare, postings, terms, window)
    else removeAny(set, postings, terms, window)
  }
  if (query.revealed !== null) keepListed(set, spare, revealed, query.revealed, window)
  keepContactsByStore(index, scratch, query, window)
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

/** The store filters of a contact search: keeps the contacts of the stores that fit. */
function keepContactsByStore(index: IndexBuffers, scratch: Scratch, query: CompiledQuery, window: Window): void {
  const { contacts: set, moreContacts: spare } = scratch
  const heaviest = Math.max(0, ...query.storeClauses.map((clause) => rareStores(index, clause)))
  if (query.onlyStores !== null || heaviest > index.scores.length * heavyShare) {
    const { set: stores } = evaluateStores(index, scratch, query, [])
    keepContactsOf(index, set, spare, stores, query.stores, window)
    return
  }
  for (const clause of query.storeClauses) {
    if (clause.keep === 'none') removeTerms(index, set, clause, query.stores, window)
    else keepTerms(index, set, spare, clause, query.stores, window)
  }
}

/** How many stores the clause's rare terms list in all. */
function rareStores(index: IndexBuffers, { path, terms }: Clause): number {
  const { counts } = index.fields[path]!.postings
  const { offsets } = index.spreads[path]!
  let stores = 0
  for (const term of terms) if (offsets[term] === notSpread) stores += counts[term]!
  return stores
}

/** The contacts whose stores carry a frequent term, or null for a rare one. */
function spreadOf(index: IndexBuffers, path: string, term: number): Uint32Array | null {
  const { offsets, pool } = index.spreads[path]!
  const offset = offsets[term]!
  return offset === notSpread ? null : pool.subarray(offset, offset + index.live.length)
}

type StoreRange = CompiledQuery['stores']

function keepTerms(
  index: IndexBuffers,
  set: Uint32Array,
  spare: Uint32Array,
  { path, terms }: Clause,
  range: StoreRange,
  window: Window,
): void {
  const only = terms.length === 1 ? spreadOf(index, path, terms[0]!) : null
  if (only !== null) {
    intersect(set, only, window.from, window.to)
    return
  }
  spare.fill(0, window.from, window.to)
  const sets: Uint32Array[] = []
  for (const term of terms) {
    const contacts = spreadOf(index, path, term)
    if (contacts !== null) sets.push(contacts)
    else forRareStores(index, path, term, range, (from, to) => setRange(spare, from, to))
  }
  uniteAll(spare, sets, window.from, window.to)
  intersect(set, spare, window.from, window.to)
}

function removeTerms(
  index: IndexBuffers,
  set: Uint32Array,
  { path, terms }: Clause,
  range: StoreRange,
  window: Window,
): void {
  for (const term of terms) {
    const contacts = spreadOf(index, path, term)
    if (contacts !== null) subtract(set, contacts, window.from, window.to)
    else forRareStores(index, path, term, range, (from, to) => clearRange(set, from, to))
  }
}

/** Visits the contacts `[from, to)` of each store of the range that carries a rare term. */
function forRareStores(
  index: IndexBuffers,
  path: string,
  term: number,
  range: StoreRange,
  visit: (from: number, to: number) => void,
): void {
  const { contactsFrom } = index
  const stores = posting(index.fields[path]!.postings, term)
  const last = lowerBound(stores, range.to)
  for (let at = lowerBound(stores, range.from); at < last; at++) {
    const store = stores[at]!
    visit(contactsFrom[store]!, contactsFrom[store + 1]!)
  }
}

/** Keeps the contacts of the given stores, walking over those stores or over the others, whichever are fewer. */
function keepContactsOf(
  index: IndexBuffers,
  set: Uint32Array,
  spare: Uint32Array,
  stores: Uint32Array,
  range: StoreRange,
  window: Window,
): void {
  const { contactsFrom } = index
  const { from, to } = windowOf(range.from, range.to)
  if (countRange(stores, range.from, range.to) * 2 > range.to - range.from) {
    for (let word = from; word < to; word++) {
      for (let bits = ~stores[word]! & bitsInside(range, word); bits !== 0; bits &= bits - 1) {
        const store = (word << 5) + lowestBit(bits)
        clearRange(set, contactsFrom[store]!, contactsFrom[store + 1]!)
      }
    }
    return
  }
  spare.fill(0, window.from, window.to)
  for (let word = from; word < to; word++) {
    for (let bits = stores[word]!; bits !== 0; bits &= bits - 1) {
      const store = (word << 5) + lowestBit(bits)
      setRange(spare, contactsFrom[store]!, contactsFrom[store + 1]!)
    }
  }
  intersect(set, spare, window.from, window.to)
}

/** The bits of a word that stand for documents of the range; the range reaches into the word. */
function bitsInside({ from, to }: StoreRange, word: number): number {
  const atFrom = word === from >>> 5 ? -1 << (from & 31) : -1
  const atTo = word === (to - 1) >>> 5 ? -1 >>> (31 - ((to - 1) & 31)) : -1
  return atFrom & atTo
}
