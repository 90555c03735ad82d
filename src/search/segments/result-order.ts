import { compareIds, shuffleKeyOf } from '../columns/opaque-ids.ts'
import { radixOrder } from '../columns/radix-order.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'

/**
 * The one order of results: lead fit score, highest first, stores without a score last; among equals the fixed
 * shuffle of the store ids, then of the contact ids. Contacts of one store therefore lie side by side.
 */

/** Stands for "no score" in columns and positions: below every score, so it sorts last. */
export const noScore = -1

/** The stores' rows in result order. */
export function orderStores(scores: Float64Array, ids: Uint32Array): Uint32Array {
  const count = scores.length
  const shuffle = new Uint32Array(count)
  const scoreHigh = new Uint32Array(count)
  const scoreLow = new Uint32Array(count)
  const bits = new DataView(new ArrayBuffer(8))
  for (let row = 0; row < count; row++) {
    shuffle[row] = shuffleKeyOf(ids, row)
    // The bits of positive doubles ascend with their values. One more in the high word leaves zero for "no score",
    // and the complement turns ascending into descending.
    bits.setFloat64(0, Math.max(scores[row]!, 0))
    const scored = scores[row]! !== noScore
    scoreHigh[row] = ~(scored ? bits.getUint32(0) + 1 : 0)
    scoreLow[row] = ~(scored ? bits.getUint32(4) : 0)
  }
  const order = radixOrder([shuffle, scoreLow, scoreHigh])
  const sameKeys = (left: number, right: number) =>
    shuffle[left] === shuffle[right] && scores[left] === scores[right] && compareIds(ids, left, ids, right) > 0
  for (let at = 1; at < count; at++) {
    for (let place = at; place > 0 && sameKeys(order[place - 1]!, order[place]!); place--) swap(order, place - 1, place)
  }
  return order
}

type ContactOrder = {
  /** The contacts' rows in result order. */
  order: Uint32Array
  /** The contacts of store `s` are the documents `[contactsFrom[s], contactsFrom[s + 1])`. */
  contactsFrom: Uint32Array
  storeOf: Uint32Array
}

/** Contacts in the order of their stores, given each one's store by row and the stores' rows in result order. */
export function orderContacts(storeOrder: Uint32Array, storeRows: Uint32Array, ids: Uint32Array): ContactOrder {
  const count = storeRows.length
  const counts = new Uint32Array(storeOrder.length)
  for (let row = 0; row < count; row++) counts[storeRows[row]!]!++
  const contactsFrom = sharedUint32(storeOrder.length + 1)
  const storeOf = sharedUint32(count)
  /** By the store's row: the place of its next contact. */
  const places = new Uint32Array(storeOrder.length)
  for (let store = 0; store < storeOrder.length; store++) {
    const from = contactsFrom[store]!
    const to = from + counts[storeOrder[store]!]!
    places[storeOrder[store]!] = from
    contactsFrom[store + 1] = to
    for (let contact = from; contact < to; contact++) storeOf[contact] = store
  }
  const order = new Uint32Array(count)
  for (let row = 0; row < count; row++) order[places[storeRows[row]!]!++] = row
  sortWithinStores(order, contactsFrom, ids)
  return { order, contactsFrom, storeOf }
}

function sortWithinStores(order: Uint32Array, contactsFrom: Uint32Array, ids: Uint32Array): void {
  const shuffle = new Uint32Array(order.length)
  for (let row = 0; row < order.length; row++) shuffle[row] = shuffleKeyOf(ids, row)
  const compare = (left: number, right: number) => shuffle[left]! - shuffle[right]! || compareIds(ids, left, ids, right)
  for (let store = 0; store + 1 < contactsFrom.length; store++) {
    const from = contactsFrom[store]!
    const to = contactsFrom[store + 1]!
    if (to - from > 16) {
      order.subarray(from, to).sort(compare)
      continue
    }
    for (let next = from + 1; next < to; next++) {
      for (let place = next; place > from && compare(order[place - 1]!, order[place]!) > 0; place--) {
        swap(order, place - 1, place)
      }
    }
  }
}

function swap(order: Uint32Array, left: number, right: number): void {
  const moved = order[left]!
  order[left] = order[right]!
  order[right] = moved
}
