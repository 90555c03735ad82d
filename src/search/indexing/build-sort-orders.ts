import { descending, radixOrder } from '../columns/radix-order.ts'
import { type Codes, sharedCodes, sharedUint32 } from '../columns/shared-arrays.ts'
import { areSameTexts, orderOfTexts } from '../columns/text-order.ts'
import type { Texts } from '../columns/texts.ts'
import type { Changes } from '../segments/changes.ts'
import type { Field } from '../segments/field.ts'
import type { SortOrder, SortOrders, Times } from '../segments/segment.ts'
import { nameKeys } from './name-keys.ts'

type SortSources = {
  fields: Record<string, Field>
  times: Times
  changes: Changes
  storesByName: SortOrder
  contactsFrom: Uint32Array
}

export function buildSortOrders({ fields, times, changes, storesByName, contactsFrom }: SortSources): SortOrders {
  return {
    stores: {
      name: storesByName,
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
  order.set(radixOrder([descending(codes)]))
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

/** From A to Z, so the first name has the highest code. */
export function orderByName(names: Texts): SortOrder {
  const keys = nameKeys(names)
  const count = names.offsets.length - 1
  const order = sharedUint32(count)
  order.set(orderOfTexts(keys, 'beginning'))
  const codes = sharedCodes(count, count)
  let code = count
  for (let at = 0; at < count; at++) {
    if (at > 0 && !areSameTexts(keys, order[at]!, order[at - 1]!)) code--
    codes[order[at]!] = code
  }
  return { codes, order }
}
