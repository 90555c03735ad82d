import { lowerBound } from './binary-search.ts'
import { hasBit, setBits, setRange, uniteAll, wordsFor } from './bitset.ts'
import { sharedUint32 } from './shared-arrays.ts'

/**
 * For every term of a field, the documents that carry it. A term that at least every 32nd document carries is a
 * bitset, a rarer one an ascending list: each in the form that takes less memory, told apart only by its count.
 */
export type PostingLists = {
  documents: number
  /** How many documents carry each term. */
  counts: Uint32Array
  /** Where in the pool each term's bitset or list begins, and where the last ends. */
  offsets: Uint32Array
  pool: Uint32Array
  /**
   * An entry of a list is a run of documents: its first one, and in this many low bits the number that follow it. Zero: a list of
   * documents.
   */
  lengthBits: number
}

/** Any of these terms, listed or, like all words that begin alike, one after the other: the terms `[from, to)`. */
export type Terms = { terms: readonly number[]; range?: { from: number; to: number } | undefined }

/** The words `[from, to)` of a bitset that an evaluation works on. */
export type Window = { from: number; to: number }

export const isDense = (postings: PostingLists, term: number): boolean =>
  postings.counts[term]! * 32 > postings.documents

export function posting(postings: PostingLists, term: number): Uint32Array {
  return postings.pool.subarray(postings.offsets[term]!, postings.offsets[term + 1]!)
}

/** Lists are of documents or of runs; `counts` says how many each term has. */
export function layOutPostings(
  documents: number,
  counts: Uint32Array,
  runs: { counts: Uint32Array; lengthBits: number } = { counts, lengthBits: 0 },
): PostingLists {
  const offsets = sharedUint32(counts.length + 1)
  const denseLength = wordsFor(documents)
  let length = 0
  for (let term = 0; term < counts.length; term++) {
    length += counts[term]! * 32 > documents ? denseLength : runs.counts[term]!
    offsets[term + 1] = length
  }
  return { documents, counts, offsets, pool: sharedUint32(length), lengthBits: runs.lengthBits }
}

/** In place of where the next document of a term goes: its documents are a bitset. */
const inSet = 0xffffffff

/** Adds documents to laid out postings without runs; must be called with ascending documents, each pair once. */
export function postingWriter(postings: PostingLists): (term: number, document: number) => void {
  const { offsets, pool } = postings
  const places = offsets.slice(0, -1)
  for (let term = 0; term < places.length; term++) if (isDense(postings, term)) places[term] = inSet
  return (term, document) => {
    const place = places[term]!
    if (place !== inSet) {
      pool[place] = document
      places[term] = place + 1
    } else pool[offsets[term]! + (document >>> 5)]! |= 1 << (document & 31)
  }
}

/** The part of an ascending list that falls into the window: places `[from, to)`. */
export const placesIn = (documents: Uint32Array, window: Window): Window => ({
  from: lowerBound(documents, window.from * 32),
  to: lowerBound(documents, window.to * 32),
})

/** The documents of the window that carry any of the terms; in a set of `newUnion`'s unless there is one that says it. */
export function unionOf(
  postings: PostingLists,
  { terms, range }: Terms,
  window: Window,
  newUnion: () => Uint32Array,
): Uint32Array {
  if (range === undefined && terms.length === 1 && isDense(postings, terms[0]!)) return posting(postings, terms[0]!)
  const union = newUnion()
  const sets: Uint32Array[] = []
  for (const term of terms) {
    const documents = posting(postings, term)
    if (isDense(postings, term)) {
      sets.push(documents)
      continue
    }
    if (postings.lengthBits > 0) setRuns(union, documents, postings.lengthBits, window)
    else setWithin(union, documents, window)
  }
  if (range !== undefined) setListed(union, postings, range, (dense) => sets.push(posting(postings, dense)))
  uniteAll(union, sets, window.from, window.to)
  return union
}

function setWithin(union: Uint32Array, documents: Uint32Array, window: Window): void {
  const { from, to } = placesIn(documents, window)
  setBits(union, documents, from, to)
}

/** Only runs that begin in the window: the caller knows that no run reaches into it from before. */
function setRuns(union: Uint32Array, runs: Uint32Array, lengthBits: number, window: Window): void {
  const more = (1 << lengthBits) - 1
  const end = window.to * 32
  for (let at = lowerBound(runs, window.from * 32 * (more + 1)); at < runs.length; at++) {
    const first = runs[at]! >>> lengthBits
    if (first >= end) return
    setRange(union, first, first + (runs[at]! & more) + 1)
  }
}

/** Lists of terms that follow one another lie one after the other, so only the bitsets between them interrupt the pass. */
function setListed(
  union: Uint32Array,
  postings: PostingLists,
  { from, to }: { from: number; to: number },
  onDense: (term: number) => void,
): void {
  const { offsets, pool } = postings
  let listed = from
  for (let term = from; term < to; term++) {
    if (!isDense(postings, term)) continue
    setBits(union, pool, offsets[listed]!, offsets[term]!)
    onDense(term)
    listed = term + 1
  }
  if (listed < to) setBits(union, pool, offsets[listed]!, offsets[to]!)
}

/** A term's documents as a set, whichever form they are kept in. */
export function bitsetOf(postings: PostingLists, term: number): Uint32Array {
  const documents = posting(postings, term)
  if (isDense(postings, term)) return documents
  const set = new Uint32Array(wordsFor(postings.documents))
  setBits(set, documents, 0, documents.length)
  return set
}

export function carries(postings: PostingLists, term: number, document: number): boolean {
  const documents = posting(postings, term)
  if (isDense(postings, term)) return hasBit(documents, document)
  return documents[lowerBound(documents, document)] === document
}
