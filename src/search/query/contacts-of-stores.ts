import { clearRange, countRange, lowestBit, setRange, wordsFor } from '../columns/bitset.ts'
import type { Segment } from '../segments/segment.ts'
import type { CompiledQuery } from './compile-query.ts'

type StoreRange = CompiledQuery['stores']

/** All contacts of these stores, ascending. */
export function contactsOf({ contactsFrom }: Segment, stores: Uint32Array): Uint32Array {
  let count = 0
  for (const store of stores) count += contactsFrom[store + 1]! - contactsFrom[store]!
  const contacts = new Uint32Array(count)
  let length = 0
  for (const store of stores) {
    for (let contact = contactsFrom[store]!; contact < contactsFrom[store + 1]!; contact++) contacts[length++] = contact
  }
  return contacts
}

/** Makes the empty `set` one of the contacts of the given stores, walking over those stores or over the others, whichever are fewer. */
export function contactsOfSet(
  { contactsFrom }: Segment,
  stores: Uint32Array,
  range: StoreRange,
  set: Uint32Array,
): Uint32Array {
  const isMost = countRange(stores, range.from, range.to) * 2 > range.to - range.from
  if (isMost) setRange(set, contactsFrom[range.from]!, contactsFrom[range.to]!)
  const change = isMost ? clearRange : setRange
  const end = range.from < range.to ? wordsFor(range.to) : 0
  for (let word = range.from >>> 5; word < end; word++) {
    const walked = isMost ? ~stores[word]! & bitsInside(range, word) : stores[word]!
    for (let bits = walked; bits !== 0; bits &= bits - 1) {
      const store = (word << 5) + lowestBit(bits)
      change(set, contactsFrom[store]!, contactsFrom[store + 1]!)
    }
  }
  return set
}

/** The bits of a word that stand for documents of the range; the range reaches into the word. */
function bitsInside({ from, to }: StoreRange, word: number): number {
  const atFrom = word === from >>> 5 ? -1 << (from & 31) : -1
  const atTo = word === (to - 1) >>> 5 ? -1 >>> (31 - ((to - 1) & 31)) : -1
  return atFrom & atTo
}
