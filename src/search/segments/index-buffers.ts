import type { Field } from '../build/fields.ts'
import type { DomainTable } from '../columns/lookup-tables.ts'
import type { Postings } from '../columns/postings.ts'

/** A finished index as plain data on shared buffers: it passes from a worker to the main thread without a copy. */
export type IndexBuffers = {
  storeIds: Uint32Array
  /** In result order, so descending; `noScore` at the end. */
  scores: Float64Array
  domains: DomainTable
  /** The contacts of store `s` are the documents `[contactsFrom[s], contactsFrom[s + 1])`. */
  contactsFrom: Uint32Array
  contactIds: Uint32Array
  contactSlots: Uint32Array
  storeOf: Uint32Array
  /** By path, for example `store.apps`. */
  fields: Record<string, Field>
  /** The store fields once more as postings of contacts, by path: a contact carries what its store carries. */
  spreads: Record<string, Postings>
  /** The contacts that are not suppressed. This and the next are the only parts that change after the build. */
  live: Uint32Array
  /** Stores with at least one live contact that fits a filter of the contacts block, by path. */
  storesWith: Record<string, Uint32Array>
}
