import { lowestBit } from '../columns/bitset.ts'
import { growableUint32, push, viewOf } from '../columns/growable.ts'
import { findId } from '../columns/lookup-tables.ts'
import { storeIdPrefix } from '../columns/opaque-ids.ts'
import { descending, numbersUpTo, radixOrder } from '../columns/radix-order.ts'
import { sharedCodes, sharedUint32 } from '../columns/shared-arrays.ts'
import { stageTermDictionary } from '../columns/term-dictionary.ts'
import { stageTimes, type TimeColumn } from '../columns/times.ts'
import type { Rows } from '../schema/feed.ts'
import { type Changes, type ChangeWeeks, weekOf, weeksInMask } from '../segments/changes.ts'
import { addIds, placeOf } from './read-rows.ts'

/** The stores of the segment by row. */
export type StoreRows = { ids: Uint32Array; slots: Uint32Array }

/** Changes as rows come in. Those whose store has left the catalogue are left out. */
export function stageChanges(columns: readonly string[], stores: StoreRows) {
  const storeId = placeOf('storeId', columns)
  const change = placeOf('change', columns)
  const observedAt = placeOf('observedAt', columns)
  const wanted = growableUint32()
  const staged = stageTermDictionary()
  const storeRows = growableUint32()
  const terms = growableUint32()
  const times = stageTimes()
  return {
    add(rows: Rows): void {
      wanted.length = 0
      addIds(wanted, rows, storeId, columns.length, storeIdPrefix)
      const { bytes, spans } = rows
      for (let row = 0; row < rows.count; row++) {
        const store = findId(stores.slots, stores.ids, wanted.values, row)
        if (store === -1) continue
        push(storeRows, store)
        const at = (row * columns.length + change) * 2
        push(terms, staged.codeOf(bytes, spans[at]!, spans[at + 1]!))
        times.addAt(bytes, spans[(row * columns.length + observedAt) * 2]!)
      }
    },
    finish(storeOrder: Uint32Array, contactsFrom: Uint32Array): Changes {
      const documents = documentsOf(viewOf(storeRows), storeOrder)
      const entries = { documents, terms: viewOf(terms), times: times.finish(numbersUpTo(documents.length)) }
      const dictionary = staged.finish()
      const latest = latestOfEach(entries, storeOrder.length)
      const offsets = sharedUint32(staged.size() + 1)
      const stores = sharedUint32(latest.length)
      for (let at = 0; at < latest.length; at++) {
        stores[at] = documents[latest[at]!]!
        offsets[entries.terms[latest[at]!]! + 1]!++
      }
      for (let term = 0; term < staged.size(); term++) offsets[term + 1]! += offsets[term]!
      const last = lastOfStores(entries, latest, storeOrder.length, ranksOf(dictionary.sorted))
      return {
        dictionary,
        offsets,
        stores,
        times: times.finish(latest),
        last: { terms: last.terms, times: times.finish(last.entries) },
        weeks: weeksOf(entries, contactsFrom),
      }
    },
  }
}

type Entries = { documents: Uint32Array; terms: Uint32Array; times: TimeColumn }

function documentsOf(storeRows: Uint32Array, storeOrder: Uint32Array): Uint32Array {
  const documentOf = new Uint32Array(storeOrder.length)
  for (let document = 0; document < storeOrder.length; document++) documentOf[storeOrder[document]!] = document
  const documents = new Uint32Array(storeRows.length)
  for (let entry = 0; entry < documents.length; entry++) documents[entry] = documentOf[storeRows[entry]!]!
  return documents
}

/** By term, then the latest first; of the changes that a store has under one term only the latest. */
function latestOfEach({ documents, terms, times }: Entries, stores: number): Uint32Array {
  const order = radixOrder([documents, descending(times.codes), terms])
  /** By store: the last term that it was seen under plus one. */
  const seenUnder = new Uint32Array(stores)
  let count = 0
  for (let at = 0; at < order.length; at++) {
    const entry = order[at]!
    const store = documents[entry]!
    if (seenUnder[store] === terms[entry]! + 1) continue
    seenUnder[store] = terms[entry]! + 1
    order[count++] = entry
  }
  return order.subarray(0, count)
}

/** By term its place in alphabetical order. */
function ranksOf(sorted: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(sorted.length)
  for (const [rank, term] of sorted.entries()) ranks[term] = rank
  return ranks
}

/** By store its latest change: of several at one time the first in alphabetical order. */
function lastOfStores({ documents, terms, times }: Entries, latest: Uint32Array, stores: number, ranks: Uint32Array) {
  const entries = new Int32Array(stores).fill(-1)
  for (let at = 0; at < latest.length; at++) {
    const entry = latest[at]!
    const store = documents[entry]!
    const known = entries[store]!
    const later = known === -1 ? 1 : times.codes[entry]! - times.codes[known]!
    if (later > 0 || (later === 0 && ranks[terms[entry]!]! < ranks[terms[known]!]!)) entries[store] = entry
  }
  const codes = sharedCodes(stores, ranks.length)
  for (let store = 0; store < stores; store++) codes[store] = entries[store] === -1 ? 0 : terms[entries[store]!]! + 1
  return { entries, terms: codes }
}

function weeksOf({ documents, times }: Entries, contactsFrom: Uint32Array): ChangeWeeks {
  const weekOfMoment = Array.from(times.moments, weekOf)
  const latest = weekOfMoment.at(-1) ?? 0
  const masks = sharedUint32(contactsFrom.length - 1)
  for (let entry = 0; entry < documents.length; entry++) {
    const age = latest - weekOfMoment[times.codes[entry]! - 1]!
    if (age < weeksInMask) masks[documents[entry]!]! |= 1 << age
  }
  const counts = { stores: sharedUint32(weeksInMask), contacts: sharedUint32(weeksInMask) }
  for (let store = 0; store < masks.length; store++) {
    for (let bits = masks[store]!; bits !== 0; bits &= bits - 1) {
      const age = lowestBit(bits)
      counts.stores[age]!++
      counts.contacts[age]! += contactsFrom[store + 1]! - contactsFrom[store]!
    }
  }
  return { latest, masks, counts }
}
