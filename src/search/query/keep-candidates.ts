import { isDense, type PostingLists, posting, type Terms, type Window } from '../columns/posting-lists.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import type { Field } from '../segments/field.ts'
import { type Carries, type Condition, type NewUnion, setFor } from './conditions.ts'

/** The documents `[from, to)`, and the words of a set that hold them. */
export type Span = { from: number; to: number; window: Window }

/** Memory that a walk works in; `set` takes the result. */
export type WalkMemory = { candidates: Uint32Array; set: Uint32Array; newUnion: NewUnion }

/** Sets to look into for each candidate; for more terms than these, the document's own terms are read. */
const setsMax = 4

/** Keeps those of the first `count` candidates that fulfil the condition, and says how many they are. */
export function keepCandidates(
  count: number,
  condition: Condition,
  { window }: Span,
  { candidates, newUnion }: WalkMemory,
): number {
  if (condition.kind === 'timed') return condition.keep(candidates, count, newUnion)
  const unwanted = condition.wanted ? 0 : 1
  if (condition.kind === 'carries') {
    const sets = setsOf(condition)
    if (sets !== null) return keepInAny(candidates, count, sets, unwanted)
    const { field, storeOf, terms, postings } = condition
    if (count * costByDocument(condition) < costOfSet(condition, window)) {
      const mask = maskOf(terms, postings)
      if (field.docValues !== undefined)
        return keepByColumn(candidates, count, field.docValues, mask, storeOf, unwanted)
      if (field.lists !== undefined) return keepByLists(candidates, count, field.lists, mask, storeOf, unwanted)
    }
  }
  return keepInSet(candidates, count, setFor(condition, window, newUnion), unwanted)
}

/**
 * The cost of looking a document up, which is mostly waiting for memory, and of making a set of all carriers first: in the
 * time that a pass takes for a word, roughly, as measured on two x64 cores. A field without column and lists can only be had as
 * a set.
 */
function costByDocument({ field, storeOf }: Carries): number {
  if (field.lists !== undefined) return 60
  if (field.docValues !== undefined) return storeOf === null ? 8 : 25
  return Number.POSITIVE_INFINITY
}

function costOfSet({ postings, terms: { terms } }: Carries, { from, to }: Window): number {
  let cost = (to - from) / 8
  for (const term of terms) cost += isDense(postings, term) ? (to - from) / 2 : postings.counts[term]! * 2
  return cost
}

/** A set for each of the terms, if they are few and frequent; else null. */
export function setsOf({ postings, terms: { terms, range } }: Carries): Uint32Array[] | null {
  const areSets = range === undefined && terms.length <= setsMax && terms.every((term) => isDense(postings, term))
  return areSets ? terms.map((term) => posting(postings, term)) : null
}

/** By code, which is a term plus one, or zero: one for the terms that are asked for. */
function maskOf({ terms }: Terms, { counts }: PostingLists): Uint8Array {
  const mask = new Uint8Array(counts.length + 1)
  for (const term of terms) mask[term + 1] = 1
  return mask
}

/** Whether the next candidate stays can't be predicted, so these loops have no branch on it. */
export function keepInSet(candidates: Uint32Array, count: number, set: Uint32Array, unwanted: number): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = candidates[at]!
    candidates[kept] = document
    kept += ((set[document >>> 5]! >>> (document & 31)) & 1) ^ unwanted
  }
  return kept
}

function keepInAny(candidates: Uint32Array, count: number, sets: readonly Uint32Array[], unwanted: number): number {
  if (sets.length === 1) return keepInSet(candidates, count, sets[0]!, unwanted)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = candidates[at]!
    let word = 0
    for (let number = 0; number < sets.length; number++) word |= sets[number]![document >>> 5]!
    candidates[kept] = document
    kept += ((word >>> (document & 31)) & 1) ^ unwanted
  }
  return kept
}

function keepByColumn(
  candidates: Uint32Array,
  count: number,
  column: Codes,
  mask: Uint8Array,
  storeOf: Uint32Array | null,
  unwanted: number,
): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = candidates[at]!
    candidates[kept] = document
    kept += mask[column[storeOf === null ? document : storeOf[document]!]!]! ^ unwanted
  }
  return kept
}

function keepByLists(
  candidates: Uint32Array,
  count: number,
  { offsets, terms }: NonNullable<Field['lists']>,
  mask: Uint8Array,
  storeOf: Uint32Array | null,
  unwanted: number,
): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = candidates[at]!
    const carrier = storeOf === null ? document : storeOf[document]!
    let carries = 0
    for (let place = offsets[carrier]!; place < offsets[carrier + 1]!; place++) carries |= mask[terms[place]! + 1]!
    candidates[kept] = document
    kept += carries ^ unwanted
  }
  return kept
}
