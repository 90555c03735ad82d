import { radixOrder } from '../columns/radix-order.ts'
import { type Codes, sharedCodes, sharedUint32 } from '../columns/shared-arrays.ts'
import { readText, type Texts } from '../columns/texts.ts'
import type { Changes } from '../segments/changes.ts'
import type { Field } from '../segments/field.ts'
import type { SortOrder, SortOrders, Times } from '../segments/segment.ts'
import { nameSortKey } from '../segments/sort-orders.ts'

type SortSources = {
  fields: Record<string, Field>
  times: Times
  changes: Changes
  storeNames: Texts
  contactsFrom: Uint32Array
}

export function buildSortOrders({ fields, times, changes, storeNames, contactsFrom }: SortSources): SortOrders {
  return {
    stores: {
      name: byNames(storeNames),
      visits: byCodes(fields['store.traffic_tiers']!.docValues!),
      revenue: byCodes(fields['store.revenue_tiers']!.docValues!),
      contacts: byCodes(countsOf(contactsFrom)),
      newest: byCodes(times.firstSeen.codes),
      last_change: byCodes(changes.last.times.codes),
    },
    contacts: { newest: byCodes(times.added.codes), updated: byCodes(times.contactUpdated.codes) },
  }
}

/** Documents by descending code, equal ones in ascending order. */
function byCodes(codes: Codes): SortOrder {
  const order = sharedUint32(codes.length)
  order.set(radixOrder([Uint32Array.from(codes, (code) => ~code)]))
  return { codes, order }
}

function countsOf(contactsFrom: Uint32Array): Codes {
  const stores = contactsFrom.length - 1
  let most = 0
  for (let store = 0; store < stores; store++) most = Math.max(most, contactsFrom[store + 1]! - contactsFrom[store]!)
  const counts = sharedCodes(stores, most)
  for (let store = 0; store < stores; store++) counts[store] = contactsFrom[store + 1]! - contactsFrom[store]!
  return counts
}

/** The first letters of a name nearly always decide; the others are compared only where these are the same. */
const prefixUnits = 4

/** From A to Z, so the first name has the highest code. */
function byNames(names: Texts): SortOrder {
  const count = names.offsets.length - 1
  const keys = Array.from({ length: count }, (_, store) => nameSortKey(readText(names, store)))
  const prefix = (from: number): Uint32Array =>
    Uint32Array.from(keys, (key) => ((key.charCodeAt(from) || 0) << 16) | (key.charCodeAt(from + 1) || 0))
  const prefixes = Array.from({ length: prefixUnits / 2 }, (_, pair) => prefix(pair * 2))
  const order = sharedUint32(count)
  order.set(radixOrder(prefixes.toReversed()))
  const isSamePrefix = (left: number, right: number) => prefixes.every((units) => units[left] === units[right])
  for (let from = 0; from < count; ) {
    let to = from + 1
    while (to < count && isSamePrefix(order[from]!, order[to]!)) to++
    if (to - from > 1) {
      order.subarray(from, to).sort((left, right) => {
        if (keys[left] === keys[right]) return left - right
        return keys[left]! < keys[right]! ? -1 : 1
      })
    }
    from = to
  }
  const codes = sharedCodes(count, count)
  let code = count
  for (let at = 0; at < count; at++) {
    if (at > 0 && keys[order[at]!] !== keys[order[at - 1]!]) code--
    codes[order[at]!] = code
  }
  return { codes, order }
}
