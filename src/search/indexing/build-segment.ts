import { hasBit, uniteAll, wordsFor } from '../columns/bitset.ts'
import { growableFloat64, growableUint8, growableUint32, push, reserve, viewOf } from '../columns/growable.ts'
import { findId, tabulateDomains, tabulateIds } from '../columns/lookup-tables.ts'
import { contactIdPrefix, storeIdPrefix } from '../columns/opaque-ids.ts'
import { bitsetOf, type PostingLists } from '../columns/posting-lists.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import { stageOwnTexts, stageTextColumn } from '../columns/texts.ts'
import { stageTimes, type TimeColumn } from '../columns/times.ts'
import type { Feed, Rows } from '../schema/feed.ts'
import { allFilters, type Block, type Filter, type PersonFilter, pathOf, type StoreFilter } from '../schema/filters.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Field } from '../segments/field.ts'
import { orderContacts, orderStores } from '../segments/result-order.ts'
import type { Segment } from '../segments/segment.ts'
import { pairedFields, storesWithContacts } from '../segments/store-contacts.ts'
import { buildSortOrders } from './build-sort-orders.ts'
import { stageField } from './fields.ts'
import { addDomains, addIds, addScores, placeOf, reorder, reorderIds } from './read-rows.ts'
import { spread } from './spread.ts'
import { type StoreRows, stageChanges } from './stage-changes.ts'
import { stageEmails } from './stage-emails.ts'

/** `replaces` are the packed ids of the stores that an older segment may hold as well. */
export async function buildSegment(feed: Feed, replaces: Uint32Array = sharedUint32(0)): Promise<Segment> {
  try {
    const stores = stageStores(feed.stores.columns)
    for await (const rows of feed.stores.batches) stores.add(rows)
    const ofStores = { ids: stores.ids(), slots: tabulateIds(stores.ids()) }
    const contacts = stageContacts(feed.contacts.columns, ofStores)
    for await (const rows of feed.contacts.batches) contacts.add(rows)
    const changes = stageChanges(feed.changes.columns, ofStores)
    for await (const rows of feed.changes.batches) changes.add(rows)
    return finish(stores.finish(), contacts, changes, replaces)
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
  const times = stageTimeColumns(
    { firstSeen: 'firstSeenAt', storeUpdated: 'updatedAt', observed: 'observedAt' },
    columns,
  )
  return {
    ids: () => viewOf(ids),
    add(rows: Rows): void {
      addIds(ids, rows, id, columns.length, storeIdPrefix)
      addScores(scores, rows, score, columns.length)
      addDomains(domainBytes, domainOffsets, rows, domain, columns.length)
      names.add(rows, name, columns.length)
      themeNames.add(rows, themeName, columns.length)
      times.add(rows)
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
        times: times.finish(order),
        domains: tabulateDomains(viewOf(domainBytes), viewOf(domainOffsets), order),
      }
    },
  }
}

/** Some columns of times, by the names that a segment has for them. */
function stageTimeColumns<Name extends string>(columnsByName: Record<Name, string>, columns: readonly string[]) {
  const staged = Object.entries<string>(columnsByName).map(([name, column]) => {
    return { name, place: placeOf(column, columns), times: stageTimes() }
  })
  return {
    add(rows: Rows): void {
      for (const { place, times } of staged) times.add(rows, place, columns.length)
    },
    finish: (order: Uint32Array) =>
      Object.fromEntries(staged.map(({ name, times }) => [name, times.finish(order)])) as Record<Name, TimeColumn>,
  }
}

/** In this order they are finished. */
const shownTexts = ['firstName', 'maskedLastName', 'title'] as const

function stageContacts(columns: readonly string[], stores: StoreRows) {
  const id = placeOf('id', columns)
  const storeId = placeOf('storeId', columns)
  const shown = shownTexts.map((column) => ({ place: placeOf(column, columns), texts: stageTextColumn() }))
  const fields = stageFields('person', columns)
  const times = stageTimeColumns({ added: 'addedAt', contactUpdated: 'updatedAt' }, columns)
  const emails = stageEmails(placeOf('emailKinds', columns), placeOf('emailsVerifiedAt', columns), columns.length)
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
      const storeRow = findId(stores.slots, stores.ids, wanted.values, row)
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
      times.add(rows)
      emails.add(rows)
      fields.add(rows)
    },
    fields,
    times,
    emails,
    finishTexts: (order: Uint32Array) => shown.map(({ texts }) => texts.finish(order)),
  }
}

function finish(
  stores: ReturnType<ReturnType<typeof stageStores>['finish']>,
  contacts: ReturnType<typeof stageContacts>,
  stagedChanges: ReturnType<typeof stageChanges>,
  replaces: Uint32Array,
): Segment {
  const { order: storeOrder, fields: ofStores, storeNames, themeNames, storeIds, scores, domains } = stores
  const { order, contactsFrom, storeOf } = orderContacts(storeOrder, contacts.storeRows(), contacts.ids())
  const spans = { contactsFrom, storeOf }
  const contactIds = reorderIds(contacts.ids(), order)
  const [firstNames, maskedLastNames, titles] = contacts.finishTexts(order)
  const { emails, field: ofEmails } = contacts.emails.finish(order)
  const rowFields = Object.fromEntries([...ofStores, ...contacts.fields.finish(order), [emailsPath, ofEmails]])
  const times = { ...stores.times, ...contacts.times.finish(order) }
  const changes = stagedChanges.finish(storeOrder, contactsFrom)
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
    times,
    emails,
    changes,
    sorts: buildSortOrders({ fields, times, changes, storeNames, contactsFrom }),
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
