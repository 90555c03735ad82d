import { setBits } from '../columns/bitset.ts'
import { type PostingLists, placesIn, type Terms, unionOf, type Window } from '../columns/posting-lists.ts'
import type { Field } from '../segments/field.ts'

/** A set of no documents that stays valid for the evaluation. */
export type NewUnion = () => Uint32Array

/** What a document must fulfil, or must not: to be in a set, to be listed, to carry any of some terms, or to be late enough. */
export type Condition = { wanted: boolean } & (
  | { kind: 'in_set'; set: Uint32Array }
  /** Ascending. */
  | { kind: 'listed'; documents: Uint32Array }
  | Carries
  | TimedCondition
)

export type Carries = {
  kind: 'carries'
  terms: Terms
  /** Of the documents that are searched. */
  postings: PostingLists
  /** What each document carries, or each store, for contacts whose store must carry it. */
  field: Field
  storeOf: Uint32Array | null
}

/** Said of few candidates one by one, or of all documents as a set: which of them is cheaper, the evaluation knows. */
type TimedCondition = {
  kind: 'timed'
  /** Keeps those of the first `count` candidates that fulfil it, and says how many they are. */
  keep(candidates: Uint32Array, count: number, newUnion: NewUnion): number
  toSet(newUnion: NewUnion): Uint32Array
}

/** The documents of the window that are in the set, listed or carriers; in a set of `newUnion`'s unless there is one that says it. */
export function setFor(condition: Condition, window: Window, newUnion: NewUnion): Uint32Array {
  switch (condition.kind) {
    case 'in_set':
      return condition.set
    case 'listed': {
      const set = newUnion()
      const places = placesIn(condition.documents, window)
      setBits(set, condition.documents, places.from, places.to)
      return set
    }
    case 'timed':
      return condition.toSet(newUnion)
    case 'carries':
      return unionOf(condition.postings, condition.terms, window, newUnion)
  }
}
