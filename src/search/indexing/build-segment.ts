import { hasBit, uniteAll, wordsFor } from '../columns/bitset.ts'
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
import { bitsetOf, type PostingLists } from '../columns/posting-lists.ts'
import { sharedFloat64, sharedUint32 } from '../columns/shared-arrays.ts'
import { textOf } from '../columns/term-dictionary.ts'
import { stageOwnTexts, stageTextColumn } from '../columns/texts.ts'
import type { Feed, Rows } from '../schema/feed.ts'
import { allFilters, type Block, type Filter, type PersonFilter, pathOf, type StoreFilter } from '../schema/filters.ts'
import type { Field } from '../segments/field.ts'
import { noScore, orderContacts, orderStores } from '../segments/result-order.ts'
import type { Segment } from '../segments/segment.ts'
import { pairedFields, storesWithContacts } from '../segments/store-contacts.ts'
import { stageField } from './fields.ts'
import { spread } from './spread.ts'

/** `replaces` are the packed ids of the stores that an older segment may hold as well. */
export async function buildSegment(feed: Feed, replaces: Uint32Array = sharedUint32(0)): Promise<Segment> {
  try {
    const stores = stageStores(feed.stores.columns)
    for await (const rows of feed.stores.batches) stores.add(rows)
    const contacts = stageContacts(feed.contacts.columns, stores.ids())
    for await (const rows of feed.contacts.batches) contacts.add(rows)
    return finish(stores.finish(), contacts, replaces)
  } finally {
    await feed.close?.()
  }
}

const isIndexed = (filter: Filter): filter is StoreFilter | PersonFilter =>
  ['any_of', 'any_all_none', 'flag', 'words', 'text'].includes(filter.kind)

type StagedFields = { add(rows: Rows): void; finish(order: Uint32Array): [path: string, field: Field][] }

function stageFields(block: Block, columns: readonly string[]): StagedFields {
  const layout = { placeOf: (column: string) => placeOf(column, columns), columns: columns.length }
  const staged = allFilters.filter(isIndexed).flatMap((filter) => {
    if (filter.block !== block) return []
    return [{ path: pathOf(filter), field: stageField(filter, layout) }]
  })
  return {
    add(rows) {
      for (const { field } of staged) field.add(rows)
    },
    finish: (order) => staged.map(({ path, field }) => [path, field.finish(order)]),
  }
}

function placeOf(column: string, columns: readonly string[]): number {
  const place = columns.indexOf(column)
  if (place === -1) throw new Error(`the feed lacks the column ${column}`)
  return place
}

function stageStores(columns: readonly string[]) {
  const id = placeOf('id', columns)
  const domain = placeOf('domain', columns)
  const name = placeOf('name', columns)
  const themeName = placeOf('themeName', columns)
  const names = stageOwnTexts()
  const themeNames = stageTextColumn()
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
      names.add(rows, name, columns.length)
      themeNames.add(rows, themeName, columns.length)
      fields.add(rows)
    },
    finish() {
      push(domainOffsets, domainBytes.length)
      const order = orderStores(viewOf(scores), viewOf(ids))
      return {
        order,
        fields: fields.finish(order),
        storeNames: names.finish(order),
        themeNames: themeNames.finish(order),
        storeIds: reorderIds(viewOf(ids), order),
        scores: reorder(viewOf(scores), order),
        domains: tabulateDomains(viewOf(domainBytes), viewOf(domainOffsets), order),
      }
    },
  }
}

/** In this order they are finished. */
const shownTexts = ['firstName', 'maskedLastName', 'title'] as const

function stageContacts(columns: readonly string[], storeIds: Uint32Array) {
  const id = placeOf('id', columns)
  const storeId = placeOf('storeId', columns)
  const shown = shownTexts.map((column) => ({ place: placeOf(column, columns), texts: stageTextColumn() }))
  const storeSlots = tabulateIds(storeIds)
  const fields = stageFields('person', columns)
  const ids = growableUint32()
  const storeRows = growableUint32()
  const wanted = growableUint32()

  /** Contacts whose store has left the catalogue are left out. */
  function keepPlaced(rows: Rows): void {
    wanted.length = 0
    addIds(wanted, rows, storeId, columns.length, storeIdPrefix)
    const values = reserve(storeRows, rows.count)
    let kept = 0
    for (let row = 0; row < rows.count; row++) {
      const storeRow = findId(storeSlots, storeIds, wanted.values, row)
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
      keepPlaced(rows)
      addIds(ids, rows, id, columns.length, contactIdPrefix)
      for (const { place, texts } of shown) texts.add(rows, place, columns.length)
      fields.add(rows)
    },
    fields,
    finishTexts: (order: Uint32Array) => shown.map(({ texts }) => texts.finish(order)),
  }
}

function finish(
  stores: ReturnType<ReturnType<typeof stageStores>['finish']>,
  contacts: ReturnType<typeof stageContacts>,
  replaces: Uint32Array,
): Segment {
  const { order: storeOrder, fields: ofStores, storeNames, themeNames, storeIds, scores, domains } = stores
  const { order, contactsFrom, storeOf } = orderContacts(storeOrder, contacts.storeRows(), contacts.ids())
  const spans = { contactsFrom, storeOf }
  const contactIds = reorderIds(contacts.ids(), order)
  const [firstNames, maskedLastNames, titles] = contacts.finishTexts(order)
  const rowFields = Object.fromEntries([...ofStores, ...contacts.fields.finish(order)])
  const findable = findableContacts(rowFields, order.length)
  const fields = Object.fromEntries([...Object.entries(rowFields), ...pairedFields(rowFields, spans, findable)])
  return {
    storeIds,
    storeSlots: tabulateIds(storeIds),
    scores,
    domains,
    ...spans,
    contactIds,
    contactSlots: tabulateIds(contactIds),
    fields,
    spreads: spreadsOf(ofStores, contactsFrom),
    findable,
    findableCounts: countFindable(rowFields, findable),
    storesWith: storesWithContacts(fields, spans, findable),
    previews: {
      storeNames,
      themeNames,
      firstNames: firstNames!,
      maskedLastNames: maskedLastNames!,
      titles: titles!,
    },
    replaces,
  }
}

/** Words are not spread: there are too many of them, and few stores carry each. */
const isSpread = (path: string): boolean =>
  allFilters.some((filter) => pathOf(filter) === path && filter.kind !== 'text')

const spreadsOf = (ofStores: [path: string, field: Field][], contactsFrom: Uint32Array): Record<string, PostingLists> =>
  Object.fromEntries(
    ofStores.flatMap(([path, { postings }]) => (isSpread(path) ? [[path, spread(postings, contactsFrom)]] : [])),
  )

const channelFlags = ['person.has_verified_email', 'person.has_phone', 'person.has_linkedin']

function findableContacts(fields: Record<string, Field>, contacts: number): Uint32Array {
  const findable = sharedUint32(wordsFor(contacts))
  const sets = channelFlags.map((path) => bitsetOf(fields[path]!.postings, 0))
  uniteAll(findable, sets, 0, findable.length)
  return findable
}

function countFindable(fields: Record<string, Field>, findable: Uint32Array): Record<string, Uint32Array> {
  const counts: Record<string, Uint32Array> = {}
  for (const filter of allFilters) {
    if (filter.block !== 'person' || filter.kind !== 'any_of') continue
    const { docValues, postings } = fields[pathOf(filter)]!
    const ofField = sharedUint32(postings.counts.length)
    for (let contact = 0; contact < docValues!.length; contact++) {
      if (docValues![contact] !== 0 && hasBit(findable, contact)) ofField[docValues![contact]! - 1]!++
    }
    counts[pathOf(filter)] = ofField
  }
  return counts
}

function addIds(ids: Growable<Uint32Array>, rows: Rows, column: number, columns: number, prefix: string): void {
  const { bytes, count, spans } = rows
  const words = reserve(ids, count * wordsPerId)
  const prefixed = prefixWords(prefix)
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    if (!packIdInto(words, ids.length + row * wordsPerId, bytes, spans[at]!, spans[at + 1]!, prefixed)) {
      throw new Error(`the feed holds an id that is not an id: ${textOf(bytes, spans[at]!, spans[at + 1]!)}`)
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
    if (spans[at] !== -1 && !(score >= 0)) throw new Error(`the feed holds a score that is not a score: ${score}`)
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
