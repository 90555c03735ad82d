import { lowestBit } from '../columns/bitset.ts'
import { isDense, layOutPostings, type Postings, posting } from '../columns/postings.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'

/** The contacts of the stores that carry each term. */
export function spread(ofStores: Postings, contactsFrom: Uint32Array): Postings {
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
