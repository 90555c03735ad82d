import { setRange, wordsFor } from './bitset.ts'
import type { ContactRow, Feed, StoreRow, StoreWithContacts } from './feed.ts'
import { type Field, type StagedField, stageField } from './fields.ts'
import { allFilters, type Block, type Filter, pathOf, type RowFilter } from './filters.ts'
import { growableFloat64, growableText, growableUint32 } from './growable.ts'
import { type DomainTable, tabulateContacts, tabulateDomains } from './lookup-tables.ts'
import { contactIdPrefix, packIdInto, storeIdPrefix, wordsPerId } from './opaque-ids.ts'
import { forDocuments, isDense, type Postings } from './postings.ts'
import { noScore, orderContacts, orderStores } from './result-order.ts'
import { sharedFloat64, sharedUint32 } from './shared-arrays.ts'
import { pairedFields, storesWithContacts } from './store-contacts.ts'

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
  /** What the store fields say about contacts, by path; the frequent terms once more as sets of contacts. */
  spreads: Record<string, Spread>
  /** The contacts that are not suppressed. This and the next are the only parts that change after the build. */
  live: Uint32Array
  /** Stores with at least one live contact that fits a filter of the contacts block, by path. */
  storesWith: Record<string, Uint32Array>
}

export type Spread = {
  /** How many contacts work at stores that carry each term. */
  counts: Uint32Array
  /** Where in the pool the set of those contacts begins; `notSpread` for rare terms. */
  offsets: Uint32Array
  pool: Uint32Array
}
export const notSpread = 0xffffffff

export async function buildIndex(feed: Feed): Promise<IndexBuffers> {
  const staged = stageCatalogue()
  for await (const batch of feed) for (const entry of batch) staged.add(entry)
  return staged.finish()
}

const isIndexed = (filter: Filter): boolean => ['any_of', 'any_all_none', 'flag', 'words'].includes(filter.kind)

function stageFields<Row>(block: Block): { path: string; field: StagedField<Row> }[] {
  const ofBlock = allFilters.filter((filter) => filter.block === block && isIndexed(filter))
  return ofBlock.map((filter) => ({ path: pathOf(filter), field: stageField(filter as RowFilter<Block, Row>) }))
}

function stageCatalogue(): { add(entry: StoreWithContacts): void; finish(): IndexBuffers } {
  const storeFields = stageFields<StoreRow>('store')
  const contactFields = stageFields<ContactRow>('person')
  const storeIds = growableUint32()
  const scores = growableFloat64()
  const domainBytes = growableText()
  const domainOffsets = growableUint32()
  const contactsFrom = growableUint32()
  const contactIds = growableUint32()

  function addStore(store: StoreRow): void {
    pushId(storeIds, store.id, storeIdPrefix)
    const score = store.leadFitScore
    if (score !== null && !(score >= 0)) throw new Error(`the feed holds a score that is no score: ${score}`)
    scores.push(score ?? noScore)
    domainOffsets.push(domainBytes.length())
    domainBytes.push(store.domain.toLowerCase())
    contactsFrom.push(contactIds.length() / 3)
    for (const { field } of storeFields) field.add(store)
  }

  function addContact(contact: ContactRow, store: StoreRow): void {
    if (contact.storeId !== store.id) throw new Error(`the feed lists contact ${contact.id} under another store`)
    // A reveal could return nothing, so no search may list it.
    if (!contact.hasEmail && !contact.hasPhone && !contact.hasLinkedin) return
    pushId(contactIds, contact.id, contactIdPrefix)
    for (const { field } of contactFields) field.add(contact)
  }

  return {
    add({ store, contacts }) {
      addStore(store)
      for (const contact of contacts) addContact(contact, store)
    },
    finish() {
      domainOffsets.push(domainBytes.length())
      contactsFrom.push(contactIds.length() / 3)
      const storeOrder = orderStores(scores.view(), storeIds.view())
      const contactOrder = orderContacts(storeOrder, contactsFrom.view(), contactIds.view())
      const spans = spanContacts(storeOrder, contactsFrom.view())
      const orderedContactIds = reorderIds(contactIds.view(), contactOrder)
      const ofStores = storeFields.map(({ path, field }) => [path, field.finish(storeOrder)] as const)
      const ofContacts = contactFields.map(({ path, field }) => [path, field.finish(contactOrder)] as const)
      const rowFields = Object.fromEntries([...ofStores, ...ofContacts])
      const fields = Object.fromEntries([...Object.entries(rowFields), ...pairedFields(rowFields, spans)])
      const live = sharedUint32(wordsFor(contactOrder.length))
      setRange(live, 0, contactOrder.length)
      return {
        storeIds: reorderIds(storeIds.view(), storeOrder),
        scores: reorder(scores.view(), storeOrder),
        domains: tabulateDomains(domainBytes.view(), domainOffsets.view(), storeOrder),
        ...spans,
        contactIds: orderedContactIds,
        contactSlots: tabulateContacts(orderedContactIds),
        fields,
        spreads: Object.fromEntries(
          ofStores.map(([path, field]) => [path, spread(field.postings, spans.contactsFrom)]),
        ),
        live,
        storesWith: storesWithContacts(fields, spans),
      }
    },
  }
}

const packed = new Uint32Array(wordsPerId)

function pushId(ids: { push(word: number): void }, id: string, prefix: string): void {
  if (!packIdInto(packed, id, prefix)) throw new Error(`the feed holds an id that is no id: ${id}`)
  ids.push(packed[0]!)
  ids.push(packed[1]!)
  ids.push(packed[2]!)
}

function reorderIds(idsByRow: Uint32Array, order: Uint32Array): Uint32Array {
  const ids = sharedUint32(order.length * 3)
  for (let document = 0; document < order.length; document++) {
    const row = order[document]! * 3
    ids[document * 3] = idsByRow[row]!
    ids[document * 3 + 1] = idsByRow[row + 1]!
    ids[document * 3 + 2] = idsByRow[row + 2]!
  }
  return ids
}

function reorder(byRow: Float64Array, order: Uint32Array): Float64Array {
  const ordered = sharedFloat64(order.length)
  for (let document = 0; document < order.length; document++) ordered[document] = byRow[order[document]!]!
  return ordered
}

/** Which contacts belong to which store, both by document. */
function spanContacts(order: Uint32Array, fromByRow: Uint32Array): { contactsFrom: Uint32Array; storeOf: Uint32Array } {
  const contactsFrom = sharedUint32(order.length + 1)
  const storeOf = sharedUint32(fromByRow[order.length]!)
  for (let store = 0; store < order.length; store++) {
    const row = order[store]!
    const from = contactsFrom[store]!
    const to = from + fromByRow[row + 1]! - fromByRow[row]!
    storeOf.fill(store, from, to)
    contactsFrom[store + 1] = to
  }
  return { contactsFrom, storeOf }
}

function spread(postings: Postings, contactsFrom: Uint32Array): Spread {
  const terms = postings.counts.length
  const words = wordsFor(contactsFrom[postings.documents]!)
  const counts = sharedUint32(terms)
  const offsets = sharedUint32(terms).fill(notSpread)
  let length = 0
  for (let term = 0; term < terms; term++) {
    if (!isDense(postings, term)) continue
    offsets[term] = length
    length += words
  }
  const pool = sharedUint32(length)
  for (let term = 0; term < terms; term++) {
    const contacts = isDense(postings, term) ? pool.subarray(offsets[term]!, offsets[term]! + words) : null
    forDocuments(postings, term, (store) => {
      counts[term]! += contactsFrom[store + 1]! - contactsFrom[store]!
      if (contacts !== null) setRange(contacts, contactsFrom[store]!, contactsFrom[store + 1]!)
    })
  }
  return { counts, offsets, pool }
}
