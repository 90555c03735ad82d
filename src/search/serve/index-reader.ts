import { hasBit } from '../columns/bitset.ts'
import { findDomain } from '../columns/lookup-tables.ts'
import { correctText } from '../query/near-words.ts'
import { type SimilarStore, similarStores } from '../query/similar.ts'
import { type TaxonomyValue, taxonomyOf } from '../query/taxonomy.ts'
import type { ContactFacet, StoreFacet, TaxonomyList } from '../schema/filters.ts'
import type { ContactPosition, StorePosition } from '../segments/positions.ts'
import type { SegmentSet } from '../segments/segment-set.ts'
import {
  type ContactSearch,
  type Hit,
  type Page,
  prepareToSearch,
  type StoreSearch,
  searchContacts,
  searchStores,
} from './segment-search.ts'

/** Everything that can be asked of the index. */
export type IndexReader = {
  contactCount: number
  storeCount: number
  searchContacts(search: ContactSearch): Page<ContactPosition, ContactFacet>
  searchStores(search: StoreSearch): Page<StorePosition, StoreFacet>
  /** The store with this normalised domain, or null. */
  findStore(domain: string): Hit | null
  /** Null when there is no such store. */
  similarStores(domain: string, limit: number): SimilarStore[] | null
  taxonomy(): Record<TaxonomyList, TaxonomyValue[]>
  /** What was probably meant by a text for one of the search boxes that finds nothing; null when nothing is near. */
  correct(over: 'contacts' | 'stores', text: string): string | null
}

export function readerOf(segments: SegmentSet): IndexReader {
  const searched = segments.map(({ live }) => prepareToSearch(live))
  const lives = segments.map(({ live }) => live)
  const sum = (countOf: (live: (typeof lives)[number]) => number): number =>
    lives.reduce((total, live) => total + countOf(live), 0)

  function findStore(domain: string): Hit | null {
    for (const live of lives) {
      const document = findDomain(live.segment.domains, domain)
      if (document !== -1 && hasBit(live.stores, document)) return { live, document, byTypo: false }
    }
    return null
  }

  return {
    contactCount: sum(({ segment }) => segment.storeOf.length),
    storeCount: sum(({ segment }) => segment.scores.length),
    searchContacts: (search) => searchContacts(searched, search),
    searchStores: (search) => searchStores(searched, search),
    findStore,
    similarStores(domain, limit) {
      const store = findStore(domain)
      return store === null ? null : similarStores(lives, store, limit)
    },
    taxonomy: () => taxonomyOf(lives),
    correct(over, text) {
      const path = over === 'contacts' ? 'person.query' : 'store.query'
      const fields = lives.map(({ segment }) => segment.fields[path]!)
      return correctText(
        fields.map(({ words, postings }) => ({ words: words!, postings })),
        text,
      )
    },
  }
}
