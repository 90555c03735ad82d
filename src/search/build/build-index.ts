import { lowestBit, setRange, wordsFor } from '../columns/bitset.ts'
import {
  type Growable,
  growableFloat64,
  growableUint8,
  growableUint32,
  push,
  reserve,
  viewOf,
} from '../columns/growable.ts'
import { findId, tabulateDomains, tabulateIds } from '../columns/lookup-tables.ts'
import { contactIdPrefix, packIdInto, prefixWords, storeIdPrefix, wordsPerId } from '../columns/opaque-ids.ts'
import { isDense, layOutPostings, type Postings, posting } from '../columns/postings.ts'
import { sharedFloat64, sharedUint32 } from '../columns/shared-arrays.ts'
import { textOf } from '../columns/vocabulary.ts'
import { allFilters, type Block, type Filter, type PersonFilter, pathOf, type StoreFilter } from '../filters.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import { noScore, orderContacts, orderStores } from '../segments/result-order.ts'
import type { ContactColumn, Feed, Rows, StoreColumn } from './feed.ts'
import { type Field, stageField } from './fields.ts'
import { pairedFields, storesWithContacts } from './store-contacts.ts'

export async function buildIndex(feed: Feed): Promise<IndexBuffers> {
  try {
    const stores = stageStores(feed.stores.columns)
    for await (const rows of feed.stores.batches) stores.add(rows)
    const contacts = stageContacts(feed.contacts.columns, stores.ids())
    for await (const rows of feed.contacts.batches) contacts.add(rows)
    return finish(stores.finish(), contacts)
  } finally {
    await feed.close?.()
  }
}

const isIndexed = (filter: Filter): filter is StoreFilter | PersonFilter =>
  ['any_of', 'any_all_none', 'flag', 'words'].includes(filter.kind)

type StagedFields = { add(rows: Rows): void; finish(order: Uint32Array): [path: string, field: Field][] }

function stageFields(block: Block, columns: readonly string[]): StagedFields {
  const staged = allFilters.filter(isIndexed).flatMap((filter) => {
    if (filter.block !== block) return []
    return [{ path: pathOf(filter), column: placeOf(filter.column, columns), field: stageField(filter) }]
  })
  return {
    add(rows) {
      for (const { field, column } of staged) field.add(rows, column, columns.length)
    },
    finish: (order) => staged.map(({ path, field }) => [path, field.finish(order)]),
  }
}

function placeOf(column: StoreColumn | ContactColumn, columns: readonly string[]): number {
  const place = columns.indexOf(column)
  if (place === -1) throw new Error(`the feed lacks the column ${column}`)
  return place
}

function stageStores(columns: readonly string[]) {
  const id = placeOf('id', columns)
  const domain = placeOf('domain', columns)
  const score = placeOf('leadFitScore', columns)
  const fields = stageFields('store', columns)
  const ids = growableUint32()
  const scores = growableFloat64()
  const domainBytes = growableUint8()
  const domainOffsets = growableUint32()
  return {
    ids: () => viewOf(ids),
    add(rows: Rows): void {
      addIds(ids, rows, id, columns.length, storeIdPrefix)
      addScores(scores, rows, score, columns.length)
      addDomains(domainBytes, domainOffsets, rows, domain, columns.length)
      fields.add(rows)
    },
    finish() {
      push(domainOffsets, domainBytes.length)
      const order = orderStores(viewOf(scores), viewOf(ids))
      return {
        order,
        fields: fields.finish(order),
        storeIds: reorderIds(viewOf(ids), order),
        scores: reorder(viewOf(scores), order),
        domains: tabulateDomains(viewOf(domainBytes), viewOf(domainOffsets), order),
      }
    },
  }
}

function stageContacts(columns: readonly string[], storeIds: Uint32Array) {
  const id = placeOf('id', columns)
  const storeId = placeOf('storeId', columns)
  const email = placeOf('hasEmail', columns)
  const phone = placeOf('hasPhone', columns)
  const linkedin = placeOf('hasLinkedin', columns)
  const has = ({ bytes, spans }: Rows, row: number, column: number): boolean =>
    bytes.getUint8(spans[(row * columns.length + column) * 2]!) === 1
  const storeSlots = tabulateIds(storeIds)
  const fields = stageFields('person', columns)
  const ids = growableUint32()
  const storeRows = growableUint32()
  const wanted = growableUint32()

  /** Whose reveal could return nothing, or whose store has left the catalogue, is in no search. */
  function keepFindable(rows: Rows): void {
    wanted.length = 0
    addIds(wanted, rows, storeId, columns.length, storeIdPrefix)
    const values = reserve(storeRows, rows.count)
    let kept = 0
    for (let row = 0; row < rows.count; row++) {
      const hasChannel = has(rows, row, email) || has(rows, row, phone) || has(rows, row, linkedin)
      const storeRow = hasChannel ? findId(storeSlots, storeIds, wanted.values, row) : -1
      if (storeRow === -1) continue
      values[storeRows.length + kept] = storeRow
      if (kept < row) {
        const from = row * columns.length * 2
        rows.spans.copyWithin(kept * columns.length * 2, from, from + columns.length * 2)
      }
      kept++
    }
    storeRows.length += kept
    rows.count = kept
  }

  return {
    ids: () => viewOf(ids),
    storeRows: () => viewOf(storeRows),
    add(rows: Rows): void {
      keepFindable(rows)
      addIds(ids, rows, id, columns.length, contactIdPrefix)
      fields.add(rows)
    },
    fields,
  }
}

function finish(
  stores: ReturnType<ReturnType<typeof stageStores>['finish']>,
  contacts: ReturnType<typeof stageContacts>,
): IndexBuffers {
  const { order: storeOrder, fields: ofStores, storeIds, scores, domains } = stores
  const { order, contactsFrom, storeOf } = orderContacts(storeOrder, contacts.storeRows(), contacts.ids())
  const spans = { contactsFrom, storeOf }
  const contactIds = reorderIds(contacts.ids(), order)
  const rowFields = Object.fromEntries([...ofStores, ...contacts.fields.finish(order)])
  const fields = Object.fromEntries([...Object.entries(rowFields), ...pairedFields(rowFields, spans)])
  const live = sharedUint32(wordsFor(order.length))
  setRange(live, 0, order.length)
  return {
    storeIds,
    scores,
    domains,
    ...spans,
    contactIds,
    contactSlots: tabulateIds(contactIds),
    fields,
    spreads: Object.fromEntries(ofStores.map(([path, field]) => [path, spread(field.postings, contactsFrom)])),
    live,
    storesWith: storesWithContacts(fields, spans),
  }
}

function addIds(ids: Growable<Uint32Array>, rows: Rows, column: number, columns: number, prefix: string): void {
  const { bytes, count, spans } = rows
  const words = reserve(ids, count * wordsPerId)
  const prefixed = prefixWords(prefix)
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    if (!packIdInto(words, ids.length + row * wordsPerId, bytes, spans[at]!, spans[at + 1]!, prefixed)) {
      throw new Error(`the feed holds an id that is no id: ${textOf(bytes, spans[at]!, spans[at + 1]!)}`)
    }
  }
  ids.length += count * wordsPerId
}

function addScores(scores: Growable<Float64Array>, rows: Rows, column: number, columns: number): void {
  const { bytes, count, spans } = rows
  const values = reserve(scores, count)
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    const score = spans[at] === -1 ? noScore : bytes.getFloat64(spans[at]!)
    if (spans[at] !== -1 && !(score >= 0)) throw new Error(`the feed holds a score that is no score: ${score}`)
    values[scores.length + row] = score
  }
  scores.length += count
}

/** Domains are ASCII: an international one is written in punycode. */
function addDomains(
  domains: Growable<Uint8Array>,
  offsets: Growable<Uint32Array>,
  rows: Rows,
  column: number,
  columns: number,
): void {
  const { bytes, count, spans } = rows
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    push(offsets, domains.length)
    const values = reserve(domains, spans[at + 1]! - spans[at]!)
    for (let from = spans[at]!; from < spans[at + 1]!; from++) {
      const byte = bytes.getUint8(from)
      values[domains.length++] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    }
  }
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

/** The contacts of the stores that carry each term. */
function spread(ofStores: Postings, contactsFrom: Uint32Array): Postings {
  const counts = sharedUint32(ofStores.counts.length)
  for (let term = 0; term < counts.length; term++) {
    const stores = storesOf(ofStores, term)
    let count = 0
    for (let at = 0; at < stores.length; at++) count += contactsFrom[stores[at]! + 1]! - contactsFrom[stores[at]!]!
    counts[term] = count
  }
  const postings = layOutPostings(contactsFrom[ofStores.documents]!, counts)
  for (let term = 0; term < counts.length; term++) {
    const stores = storesOf(ofStores, term)
    if (isDense(postings, term)) fillSet(posting(postings, term), stores, contactsFrom)
    else fillList(posting(postings, term), stores, contactsFrom)
  }
  return postings
}

/** A term's stores as an ascending list, whichever form they are kept in. */
function storesOf(postings: Postings, term: number): Uint32Array {
  const stores = posting(postings, term)
  if (!isDense(postings, term)) return stores
  const list = new Uint32Array(postings.counts[term]!)
  let length = 0
  for (let word = 0; word < stores.length; word++) {
    for (let bits = stores[word]!; bits !== 0; bits &= bits - 1) list[length++] = (word << 5) + lowestBit(bits)
  }
  return list
}

/** A store has a handful of contacts, so bit by bit. */
function fillSet(set: Uint32Array, stores: Uint32Array, contactsFrom: Uint32Array): void {
  for (let at = 0; at < stores.length; at++) {
    const to = contactsFrom[stores[at]! + 1]!
    for (let contact = contactsFrom[stores[at]!]!; contact < to; contact++) set[contact >>> 5]! |= 1 << (contact & 31)
  }
}

function fillList(list: Uint32Array, stores: Uint32Array, contactsFrom: Uint32Array): void {
  let length = 0
  for (let at = 0; at < stores.length; at++) {
    const to = contactsFrom[stores[at]! + 1]!
    for (let contact = contactsFrom[stores[at]!]!; contact < to; contact++) list[length++] = contact
  }
}
