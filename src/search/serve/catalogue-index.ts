import { recountStore } from '../build/store-contacts.ts'
import { clearBit, nextBits, setBit } from '../columns/bitset.ts'
import { findContact } from '../columns/lookup-tables.ts'
import { contactIdPrefix, storeIdPrefix, unpackId } from '../columns/opaque-ids.ts'
import type { ContactFacet, ContactQuery, StoreFacet, StoreQuery, TaxonomyList } from '../filters.ts'
import { compileQuery } from '../query/compile-query.ts'
import { evaluateContacts, evaluateStores, type Result, scratchFor } from '../query/evaluate.ts'
import { countFacets, type FacetValue } from '../query/facets.ts'
import { type TaxonomyValue, taxonomyOf } from '../query/taxonomy.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import {
  type ContactPosition,
  contactAfter,
  positionOfContact,
  positionOfStore,
  type StorePosition,
  storeAfter,
} from '../segments/positions.ts'

type ContactSearch = {
  query: ContactQuery
  limit: number
  /** Where the page before ended. */
  after?: ContactPosition | null
  facets?: readonly ContactFacet[]
  /** The contacts that this account has revealed; needed when the query asks for `person.revealed`. */
  revealedIds?: Iterable<string>
}

type StoreSearch = {
  query: StoreQuery
  limit: number
  after?: StorePosition | null
  facets?: readonly StoreFacet[]
}

type Page<Position, Facet extends string> = {
  /** Exact, over all pages. */
  total: number
  ids: string[]
  /** Where this page ends, or null when nothing comes after it. */
  next: Position | null
  /** Counted over all pages, as of the search, a few milliseconds at a time. */
  facets: Promise<Partial<Record<Facet, FacetValue[]>>>
}

/** The stores are those of the contacts, each once. */
type ContactPage = Page<ContactPosition, ContactFacet> & { storeIds: string[] }

export type CatalogueIndex = {
  contactCount: number
  storeCount: number
  searchContacts(search: ContactSearch): ContactPage
  searchStores(search: StoreSearch): Page<StorePosition, StoreFacet>
  /**
   * Takes contacts out of every later answer: pages, totals, facets, taxonomy and what stores say about their
   * contacts. Ids that the index does not hold are passed over: they are in no answer anyway.
   */
  suppress(contactIds: Iterable<string>): void
  /** Puts contacts back that `suppress` took out. Those that this index was built without only a rebuild brings back. */
  unsuppress(contactIds: Iterable<string>): void
  taxonomy(): Record<TaxonomyList, TaxonomyValue[]>
}

/** Takes an index over from its builder. Nothing is copied or decoded here: the cost does not grow with the catalogue. */
export function attachIndex(buffers: IndexBuffers): CatalogueIndex {
  const scratch = scratchFor(buffers)
  const suppressed = new Set<number>()
  const touchedStores = new Set<number>()
  const contactOf = (id: string): number => findContact(buffers.contactSlots, buffers.contactIds, id)

  const storeIdOf = (store: number): string => unpackId(storeIdPrefix, buffers.storeIds, store)

  function setLive(contact: number, isLive: boolean): void {
    if (isLive) {
      suppressed.delete(contact)
      setBit(buffers.live, contact)
    } else {
      suppressed.add(contact)
      clearBit(buffers.live, contact)
    }
    const store = buffers.storeOf[contact]!
    touchedStores.add(store)
    recountStore(buffers, store)
  }

  return {
    contactCount: buffers.storeOf.length,
    storeCount: buffers.scores.length,
    searchContacts({ query, limit, after = null, facets = [], revealedIds = [] }) {
      const compiled = compileQuery(buffers, query)
      const revealed =
        compiled.revealed === null ? [] : [...revealedIds].map(contactOf).filter((contact) => contact !== -1)
      const result = evaluateContacts(buffers, scratch, compiled, Uint32Array.from(revealed).sort())
      const { documents, isLast } = page(result, after === null ? 0 : contactAfter(buffers, after), limit)
      return {
        total: result.total,
        ids: documents.map((contact) => unpackId(contactIdPrefix, buffers.contactIds, contact)),
        storeIds: [...new Set(documents.map((contact) => buffers.storeOf[contact]!))].map(storeIdOf),
        next: isLast ? null : positionOfContact(buffers, documents.at(-1)!),
        facets: countFacets(buffers, result, 'contacts', facets),
      }
    },
    searchStores({ query, limit, after = null, facets = [] }) {
      const result = evaluateStores(buffers, scratch, compileQuery(buffers, query), touchedStores)
      const { documents, isLast } = page(result, after === null ? 0 : storeAfter(buffers, after), limit)
      return {
        total: result.total,
        ids: documents.map(storeIdOf),
        next: isLast ? null : positionOfStore(buffers, documents.at(-1)!),
        facets: countFacets(buffers, result, 'stores', facets),
      }
    },
    suppress(contactIds) {
      for (const id of contactIds) {
        const contact = contactOf(id)
        if (contact !== -1) setLive(contact, false)
      }
    },
    unsuppress(contactIds) {
      for (const id of contactIds) {
        const contact = contactOf(id)
        if (contact !== -1) setLive(contact, true)
      }
    },
    taxonomy: () => taxonomyOf(buffers, suppressed),
  }
}

/** The next `limit` documents of a result from `start` on. */
function page({ set, window }: Result, start: number, limit: number): { documents: number[]; isLast: boolean } {
  const documents = nextBits(set, Math.max(start, window.from * 32), window.to, limit + 1)
  return { documents: documents.slice(0, limit), isLast: documents.length <= limit }
}
