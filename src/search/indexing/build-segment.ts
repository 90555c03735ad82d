import { hasBit, uniteAll, wordsFor } from '../columns/bitset.ts'
import { growableFloat64, growableUint8, growableUint32, push, reserve, viewOf } from '../columns/growable.ts'
import { findId, tabulateDomains, tabulateIds } from '../columns/lookup-tables.ts'
import { contactIdPrefix, storeIdPrefix } from '../columns/opaque-ids.ts'
import { bitsetOf } from '../columns/posting-lists.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import { stageTimes, type TimeColumn } from '../columns/times.ts'
import type { Feed, Rows } from '../schema/feed.ts'
import { allFilters, pathOf } from '../schema/filters.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Field } from '../segments/field.ts'
import { orderContacts, orderStores } from '../segments/result-order.ts'
import type { Segment } from '../segments/segment.ts'
import { pairedFields, storesWithContacts } from '../segments/store-contacts.ts'
import { buildSortOrders } from './build-sort-orders.ts'
import { addDomains, addIds, addScores, placeOf, reorder, reorderIds } from './read-rows.ts'
import { type StoreRows, stageChanges } from './stage-changes.ts'
import { type ColumnNames, type StagedColumns, stageColumns } from './stage-columns.ts'
import { stageEmails } from './stage-emails.ts'

/** `replaces` are the packed ids of the stores that an older segment may hold as well. */
export async function buildSegment(
  feed: Feed,
  replaces: Uint32Array = sharedUint32(0),
  stage: (names: ColumnNames) => StagedColumns = stageColumns,
): Promise<Segment> {
  const columns = stage({ stores: feed.stores.columns, contacts: feed.contacts.columns })
  try {
    const stores = stageStores(feed.stores.columns)
    for await (const rows of feed.stores.batches) {
      stores.add(rows)
      await columns.add('stores', rows)
    }
    const ofStores = { ids: stores.ids(), slots: tabulateIds(stores.ids()) }
    const contacts = stageContacts(feed.contacts.columns, ofStores)
    for await (const rows of feed.contacts.batches) {
      contacts.add(rows)
      await columns.add('contacts', rows)
    }
    const changes = stageChanges(feed.changes.columns, ofStores)
    for await (const rows of feed.changes.batches) changes.add(rows)
    return await finish(stores, contacts, changes, columns, replaces)
  } finally {
    await columns.stop?.()
    await feed.close?.()
  }
}

function stageStores(columns: readonly string[]) {
  const id = placeOf('id', columns)
  const domain = placeOf('domain', columns)
  const score = placeOf('leadFitScore', columns)
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
      times.add(rows)
    },
    order: () => orderStores(viewOf(scores), viewOf(ids)),
    finish(order: Uint32Array) {
      push(domainOffsets, domainBytes.length)
      const storeIds = reorderIds(viewOf(ids), order)
      return {
        storeIds,
        storeSlots: tabulateIds(storeIds),
        scores: reorder(viewOf(scores), order),
        domains: tabulateDomains(viewOf(domainBytes), viewOf(domainOffsets), order),
        times: times.finish(order),
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

function stageContacts(columns: readonly string[], stores: StoreRows) {
  const id = placeOf('id', columns)
  const storeId = placeOf('storeId', columns)
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
      times.add(rows)
      emails.add(rows)
    },
    times,
    emails,
  }
}

async function finish(
  stores: ReturnType<typeof stageStores>,
  contacts: ReturnType<typeof stageContacts>,
  stagedChanges: ReturnType<typeof stageChanges>,
  columns: StagedColumns,
  replaces: Uint32Array,
): Promise<Segment> {
  const storeOrder = stores.order()
  const { order, contactsFrom, storeOf } = orderContacts(storeOrder, contacts.storeRows(), contacts.ids())
  const finishing = columns.finish({ stores: storeOrder, contacts: order, contactsFrom })
  const spans = { contactsFrom, storeOf }
  const { times: storeTimes, ...ofStores } = stores.finish(storeOrder)
  const contactIds = reorderIds(contacts.ids(), order)
  const contactSlots = tabulateIds(contactIds)
  const { emails, field: ofEmails } = contacts.emails.finish(order)
  const times = { ...storeTimes, ...contacts.times.finish(order) }
  const changes = stagedChanges.finish(storeOrder, contactsFrom)
  const { fields: staged, spreads, previews, storesByName } = await finishing
  const rowFields = Object.fromEntries([...staged.stores, ...staged.contacts, [emailsPath, ofEmails]])
  const findable = findableContacts(rowFields, order.length)
  const fields = Object.fromEntries([...Object.entries(rowFields), ...pairedFields(rowFields, spans, findable)])
  return {
    ...ofStores,
    ...spans,
    contactIds,
    contactSlots,
    fields,
    spreads,
    findable,
    findableCounts: countFindable(rowFields, findable),
    storesWith: storesWithContacts(fields, spans, findable),
    times,
    emails,
    changes,
    sorts: buildSortOrders({ fields, times, changes, storesByName, contactsFrom }),
    previews,
    replaces,
  }
}

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
