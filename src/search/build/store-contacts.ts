import { clearBit, hasBit, setBit, wordsFor } from '../columns/bitset.ts'
import { bitsetOf, carries, layOutPostings, type Postings, postingWriter } from '../columns/postings.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import { allFilters, type ContactsFilter, pathOf, personPath } from '../filters.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import type { Field } from './fields.ts'

/**
 * What stores say about their contacts. The sets of stores with a contact, or with one that carries a flag, are kept
 * true under suppression. The postings of lists (roles) stay as built: they hold every store that could fit,
 * and the few stores that lost a contact since are looked at again by `hasFittingContact`.
 */

type ListFilter = Extract<ContactsFilter, { kind: 'contact_any_of' }>
type Spans = Pick<IndexBuffers, 'contactsFrom' | 'storeOf'>
type Fields = IndexBuffers['fields']

const ofContacts = allFilters.filter((filter): filter is ContactsFilter => filter.block === 'contacts')

/** One contact of the store must carry any of the terms and, where `flag` is not null, have it or lack it. */
export type ContactWish = { filter: ListFilter; terms: readonly number[]; flag: boolean | null }

/** A list's term stands twice in the store's postings: for a contact that lacks the paired flag, and for one that has it. */
export const pairedTerm = (term: number, flag: boolean): number => term * 2 + (flag ? 1 : 0)

const flagOf = (fields: Fields, filter: { person: string }): Postings => fields[personPath(filter)]!.postings

/** By path, the stores with at least one contact, or one that carries the flag. */
export function storesWithContacts(fields: Fields, spans: Spans): Record<string, Uint32Array> {
  const sets: Record<string, Uint32Array> = {}
  for (const filter of ofContacts) {
    if (filter.kind === 'contact_any_of') continue
    const set = sharedUint32(wordsFor(spans.contactsFrom.length - 1))
    const flags = filter.kind === 'contact_flag' ? bitsetOf(flagOf(fields, filter), 0) : null
    for (let contact = 0; contact < spans.storeOf.length; contact++) {
      if (flags === null || hasBit(flags, contact)) setBit(set, spans.storeOf[contact]!)
    }
    sets[pathOf(filter)] = set
  }
  return sets
}

/** By path, the stores that carry each paired term. */
export function pairedFields(fields: Fields, spans: Spans): [path: string, field: Field][] {
  return ofContacts.flatMap((filter): [string, Field][] =>
    filter.kind === 'contact_any_of' ? [[pathOf(filter), pairedField(fields, spans, filter)]] : [],
  )
}

function pairedField(fields: Fields, spans: Spans, filter: ListFilter): Field {
  const { column, postings: listed } = fields[personPath(filter)]!
  const flags = bitsetOf(flagOf(fields, { person: filter.pairedWith }), 0)
  const termCount = listed.counts.length * 2

  /** Visits each pair of term and store once, stores ascending. */
  function forPairs(visit: (term: number, store: number) => void): void {
    const lastStore = new Int32Array(termCount).fill(-1)
    for (let contact = 0; contact < spans.storeOf.length; contact++) {
      if (column![contact] === 0) continue
      const term = pairedTerm(column![contact]! - 1, hasBit(flags, contact))
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

/** Works out anew, from the contacts that are live, what is kept ready about a store. */
export function recountStore(index: IndexBuffers, store: number): void {
  for (const filter of ofContacts) {
    if (filter.kind === 'contact_any_of') continue
    const set = index.storesWith[pathOf(filter)]!
    clearBit(set, store)
    for (let contact = index.contactsFrom[store]!; contact < index.contactsFrom[store + 1]!; contact++) {
      const fits = filter.kind === 'has_contact' || carries(flagOf(index.fields, filter), 0, contact)
      if (fits && hasBit(index.live, contact)) setBit(set, store)
    }
  }
}

export function hasFittingContact(index: IndexBuffers, store: number, { filter, terms, flag }: ContactWish): boolean {
  const { column } = index.fields[personPath(filter)]!
  const flags = flagOf(index.fields, { person: filter.pairedWith })
  for (let contact = index.contactsFrom[store]!; contact < index.contactsFrom[store + 1]!; contact++) {
    if (!hasBit(index.live, contact) || !terms.includes(column![contact]! - 1)) continue
    if (flag === null || carries(flags, 0, contact) === flag) return true
  }
  return false
}
