import type { DomainTable } from '../columns/lookup-tables.ts'
import type { PostingLists } from '../columns/posting-lists.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import type { TextColumn, Texts } from '../columns/texts.ts'
import type { TimeColumn } from '../columns/times.ts'
import type { FurtherContactSort, FurtherStoreSort } from '../schema/sorts.ts'
import type { Changes } from './changes.ts'
import type { Emails } from './emails.ts'
import type { Field } from './field.ts'

/**
 * Some stores with all their contacts, as plain data on shared buffers: it passes from the thread that built it to those
 * that search it without a copy, and nothing in it ever changes. Documents are numbered in result order.
 */
export type Segment = {
  /** Whether it is the catalogue of test mode, whose ids have prefixes of their own. */
  isTest?: boolean
  storeIds: Uint32Array
  storeSlots: Uint32Array
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
  /** The store fields that are listed in the taxonomy or are flags, once more as postings of contacts, by path. */
  spreads: Record<string, PostingLists>
  /** The contacts that a reveal could return something for. */
  findable: Uint32Array
  /** How many findable contacts carry each term, by path, for the person fields that the taxonomy lists. */
  findableCounts: Record<string, Uint32Array>
  /** Stores with at least one findable contact that fits a filter of the contacts block, by path. */
  storesWith: Record<string, Uint32Array>
  times: Times
  emails: Emails
  changes: Changes
  /** The further orders that results come in. */
  sorts: SortOrders
  previews: Previews
  /**
   * The ids of the stores that segments before this one may hold in an older state: those that are in this one, and those
   * that have left the catalogue. None for a segment of the whole catalogue.
   */
  replaces: Uint32Array
}

/** An order of documents next to the one they are numbered in: the highest code first, zero (unknown) last, ties as numbered. */
export type SortOrder = { codes: Codes; order: Uint32Array }

export type SortOrders = {
  stores: Record<FurtherStoreSort, SortOrder>
  contacts: Record<FurtherContactSort, SortOrder>
}

/** Stores: first seen, updated, observed. Contacts: added, updated. */
export type Times = {
  firstSeen: TimeColumn
  storeUpdated: TimeColumn
  observed: TimeColumn
  added: TimeColumn
  contactUpdated: TimeColumn
}

/** What replies show in addition to the fields. There is no channel here, and no last name but the masked one. */
type Previews = {
  storeNames: Texts
  themeNames: TextColumn
  firstNames: TextColumn
  maskedLastNames: TextColumn
  titles: TextColumn
}
