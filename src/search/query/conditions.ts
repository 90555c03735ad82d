import { setBits } from '../columns/bitset.ts'
import { type PostingLists, placesIn, type Terms, unionOf, type Window } from '../columns/posting-lists.ts'
import type { Field } from '../segments/field.ts'

/** What a document must fulfil, or must not: to be in a set, to be listed, or to carry any of some terms. */
export type Condition = { wanted: boolean } & (
  | { kind: 'in_set'; set: Uint32Array }
  /** Ascending. */
  | { kind: 'listed'; documents: Uint32Array }
  | Carries
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

/** The documents of the window that are in the set, listed or carriers; in a set of `newUnion`'s unless there is one that says it. */
export function setFor(condition: Condition, window: Window, newUnion: () => Uint32Array): Uint32Array {
  switch (condition.kind) {
    case 'in_set':
      return condition.set
    case 'listed': {
      const set = newUnion()
      const places = placesIn(condition.documents, window)
      setBits(set, condition.documents, places.from, places.to)
      return set
    }
    case 'carries':
      return unionOf(condition.postings, condition.terms, window, newUnion)
  }
}
