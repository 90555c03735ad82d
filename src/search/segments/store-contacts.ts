import { hasBit, setBit, wordsFor } from '../columns/bitset.ts'
import { bitsetOf, layOutPostings, type PostingLists, postingWriter } from '../columns/posting-lists.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import { allFilters, type ContactsFilter, pathOf, personPath } from '../schema/filters.ts'
import type { Field } from './field.ts'
import type { Segment } from './segment.ts'

/**
 * What stores say about their contacts. The postings of lists (roles) hold every store that could fit; the few stores
 * that lost a contact since the build are looked at again by `hasFittingContact`.
 */

type ListFilter = Extract<ContactsFilter, { kind: 'contact_any_of' }>
type Spans = Pick<Segment, 'contactsFrom' | 'storeOf'>
type Fields = Segment['fields']

export const ofContacts = allFilters.filter((filter): filter is ContactsFilter => filter.block === 'contacts')

/** One contact of the store must carry any of the terms and, where `flag` is not null, have it or lack it. */
export type ContactWish = { filter: ListFilter; terms: readonly number[]; flag: boolean | null }

/** A list's term stands twice in the store's postings: for a contact that lacks the paired flag, and for one that has it. */
export const pairedTerm = (term: number, flag: boolean): number => term * 2 + (flag ? 1 : 0)

export const flagOf = (fields: Fields, filter: { person: string }): PostingLists => fields[personPath(filter)]!.postings

/** By path, the stores with at least one contact, or one that carries the flag. */
export function storesWithContacts(fields: Fields, spans: Spans, findable: Uint32Array): Record<string, Uint32Array> {
  const sets: Record<string, Uint32Array> = {}
  for (const filter of ofContacts) {
    if (filter.kind === 'contact_any_of') continue
    const set = sharedUint32(wordsFor(spans.contactsFrom.length - 1))
    const flags = filter.kind === 'contact_flag' ? bitsetOf(flagOf(fields, filter), 0) : findable
    for (let contact = 0; contact < spans.storeOf.length; contact++) {
      if (hasBit(flags, contact)) setBit(set, spans.storeOf[contact]!)
    }
    sets[pathOf(filter)] = set
  }
  return sets
}

/** By path, the stores that carry each paired term. */
export function pairedFields(fields: Fields, spans: Spans, findable: Uint32Array): [path: string, field: Field][] {
  return ofContacts.flatMap((filter): [string, Field][] =>
    filter.kind === 'contact_any_of' ? [[pathOf(filter), pairedField(fields, spans, findable, filter)]] : [],
  )
}

function pairedField(fields: Fields, spans: Spans, findable: Uint32Array, filter: ListFilter): Field {
  const { docValues, postings: listed } = fields[personPath(filter)]!
  const flags = bitsetOf(flagOf(fields, { person: filter.pairedWith }), 0)
  const termCount = listed.counts.length * 2

  /** Visits each pair of term and store once, stores ascending. */
  function forPairs(visit: (term: number, store: number) => void): void {
    const lastStore = new Int32Array(termCount).fill(-1)
    for (let contact = 0; contact < spans.storeOf.length; contact++) {
      if (docValues![contact] === 0 || !hasBit(findable, contact)) continue
      const term = pairedTerm(docValues![contact]! - 1, hasBit(flags, contact))
      const store = spans.storeOf[contact]!
      if (lastStore[term] !== store) visit(term, store)
      lastStore[term] = store
    }
  }

  const counts = sharedUint32(termCount)
  forPairs((term) => counts[term]!++)
  const postings = layOutPostings(spans.contactsFrom.length - 1, counts)
  forPairs(postingWriter(postings))
  return { postings }
}
