import { lowestBit } from '../columns/bitset.ts'
import { isDense, layOutPostings, type PostingLists, posting } from '../columns/posting-lists.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'

/**
 * The contacts of the stores that carry each term, store by store: the contacts of one lie side by side, so a store is one
 * run, which takes a third of the memory that they would take one by one.
 */
export function spread(ofStores: PostingLists, contactsFrom: Uint32Array): PostingLists {
  const contacts = contactsFrom[ofStores.documents]!
  const lengthBits = lengthBitsFor(contacts)
  const counts = sharedUint32(ofStores.counts.length)
  const runCounts = new Uint32Array(counts.length)
  for (let term = 0; term < counts.length; term++) {
    const stores = storesOf(ofStores, term)
    for (let at = 0; at < stores.length; at++) {
      const count = contactsFrom[stores[at]! + 1]! - contactsFrom[stores[at]!]!
      counts[term]! += count
      runCounts[term]! += Math.ceil(count / 2 ** lengthBits)
    }
  }
  const postings = layOutPostings(contacts, counts, { counts: runCounts, lengthBits })
  for (let term = 0; term < counts.length; term++) {
    const stores = storesOf(ofStores, term)
    if (isDense(postings, term)) fillSet(posting(postings, term), stores, contactsFrom)
    else fillRuns(posting(postings, term), stores, contactsFrom, lengthBits)
  }
  return postings
}

/** Whatever the number of the last contact leaves free of 32 bits, within reason. */
const lengthBitsFor = (contacts: number): number => Math.min(Math.clz32(contacts), 10)

/** A term's stores as an ascending list, whichever form they are kept in. */
function storesOf(postings: PostingLists, term: number): Uint32Array {
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

function fillRuns(runs: Uint32Array, stores: Uint32Array, contactsFrom: Uint32Array, lengthBits: number): void {
  const most = 2 ** lengthBits
  let length = 0
  for (let at = 0; at < stores.length; at++) {
    const to = contactsFrom[stores[at]! + 1]!
    for (let first = contactsFrom[stores[at]!]!; first < to; first += most) {
      runs[length++] = (first << lengthBits) | (Math.min(to - first, most) - 1)
    }
  }
}
