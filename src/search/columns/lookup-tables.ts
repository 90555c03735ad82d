import { compareIds, packId, shuffleKey, shuffleKeyOf } from './opaque-ids.ts'
import { sharedUint8, sharedUint32 } from './shared-arrays.ts'

/** Open hash tables on typed arrays: a slot holds a document number plus one, zero is empty, two of three slots are used. */
const slotsFor = (count: number): Uint32Array => sharedUint32(Math.ceil(count * 1.5) + 1)

/** Spreads a 32-bit hash over the slots without a division. */
const slotOf = (hash: number, slots: Uint32Array): number => Math.floor((hash / 0x100000000) * slots.length)

/** A table of packed ids, each by its place among them. */
export function tabulateIds(ids: Uint32Array): Uint32Array {
  const count = ids.length / 3
  const slots = slotsFor(count)
  for (let at = 0; at < count; at++) {
    const slot = idSlot(slots, ids, ids, at)
    if (slots[slot] !== 0) throw new Error('the feed holds one id twice')
    slots[slot] = at + 1
  }
  return slots
}

/** The place of the id that is `wanted[number]`, or -1 when the table does not hold it. */
export const findId = (slots: Uint32Array, ids: Uint32Array, wanted: Uint32Array, number: number): number =>
  slots[idSlot(slots, ids, wanted, number)]! - 1

/** The document of a contact's or store's id, by the prefix of its kind, or -1 when the index does not hold it. */
export function findDocument(slots: Uint32Array, ids: Uint32Array, id: string, prefix: string): number {
  const packed = packId(id, prefix)
  if (packed === null) return -1
  return findId(slots, ids, packed, 0)
}

/** The slot that holds the wanted id, or the empty one where it would go. */
function idSlot(slots: Uint32Array, ids: Uint32Array, wanted: Uint32Array, number: number): number {
  let slot = slotOf(shuffleKeyOf(wanted, number), slots)
  while (slots[slot] !== 0 && compareIds(ids, slots[slot]! - 1, wanted, number) !== 0) {
    slot = slot + 1 === slots.length ? 0 : slot + 1
  }
  return slot
}

/** The domains of all stores in full, so that a lookup is exact. */
export type DomainTable = { bytes: Uint8Array; offsets: Uint32Array; slots: Uint32Array }

/** Takes domains by row, and the rows in result order. */
export function tabulateDomains(bytesByRow: Uint8Array, offsetsByRow: Uint32Array, order: Uint32Array): DomainTable {
  const bytes = sharedUint8(bytesByRow.length)
  const offsets = sharedUint32(order.length + 1)
  const table = { bytes, offsets, slots: slotsFor(order.length) }
  let length = 0
  for (let store = 0; store < order.length; store++) {
    const row = order[store]!
    for (let at = offsetsByRow[row]!; at < offsetsByRow[row + 1]!; at++) bytes[length++] = bytesByRow[at]!
    offsets[store + 1] = length
    const domain = bytes.subarray(offsets[store]!, length)
    const slot = domainSlot(table, domain)
    if (table.slots[slot] !== 0) throw new Error(`the feed holds the domain ${Buffer.from(domain)} twice`)
    table.slots[slot] = store + 1
  }
  return table
}

/** The document of a store's domain, or -1. */
export const findDomain = (table: DomainTable, domain: string): number =>
  table.slots[domainSlot(table, Buffer.from(domain, 'utf8'))]! - 1

function domainSlot({ bytes, offsets, slots }: DomainTable, domain: Uint8Array): number {
  let slot = slotOf(hashOf(domain), slots)
  while (slots[slot] !== 0) {
    const store = slots[slot]! - 1
    if (sameBytes(bytes, offsets[store]!, offsets[store + 1]!, domain)) return slot
    slot = slot + 1 === slots.length ? 0 : slot + 1
  }
  return slot
}

function sameBytes(bytes: Uint8Array, from: number, to: number, wanted: Uint8Array): boolean {
  if (to - from !== wanted.length) return false
  for (let at = 0; at < wanted.length; at++) if (bytes[from + at] !== wanted[at]) return false
  return true
}

/** FNV-1a, stirred once more because the slot is taken from the high bits. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return shuffleKey(hash, 0, 0)
}
