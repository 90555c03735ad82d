import { type Growable, growableUint8, growableUint32, push, reserve } from './growable.ts'

/**
 * Texts numbered by first sight and told apart by their bytes, so that no string is made of one that was seen before.
 * Bytes are read through a view, four at a time.
 */
type NumberedTexts = {
  /**
   * Open hashing, two words a slot, so that looking into one costs one access to memory: the hash of a text, and its number plus
   * one, which is zero in an empty slot. At most two of three slots are used.
   */
  slots: Int32Array
  bytes: Growable<Uint8Array>
  /** Over `bytes`. */
  view: DataView
  /** Where each text begins, and where the last ends. */
  offsets: Growable<Uint32Array>
}

export const viewOver = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function numberTexts(): NumberedTexts {
  const offsets = growableUint32()
  push(offsets, 0)
  const bytes = growableUint8()
  return { slots: new Int32Array(512), bytes, view: viewOver(bytes.values), offsets }
}

export const textCount = (texts: NumberedTexts): number => texts.offsets.length - 1

/** The number of the text that lies in `[from, to)`. One that is new gets the number that `textCount` gave before. */
export function numberOf(texts: NumberedTexts, view: DataView, from: number, to: number): number {
  const hash = hashOf(view, from, to)
  const { slots } = texts
  const mask = slots.length - 1
  for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
    const number = slots[slot + 1]! - 1
    if (number === -1) return add(texts, slot, hash, view, from, to)
    if (slots[slot] === hash && isSame(texts, number, view, from, to)) return number
  }
}

/** A text of at most three bytes as one number: its first, middle and last byte, which are all it has. */
const shortWord = (view: DataView, from: number, length: number): number =>
  length === 0
    ? 0
    : view.getUint8(from) | (view.getUint8(from + (length >>> 1)) << 8) | (view.getUint8(from + length - 1) << 16)

/** Whole words, then the last four bytes, which may lie in the last whole word already. */
function hashOf(view: DataView, from: number, to: number): number {
  const length = to - from
  let hash = length
  if (length < 4) hash = mix(hash, shortWord(view, from, length))
  else {
    for (let at = from; at < to - 4; at += 4) hash = mix(hash, view.getInt32(at, true))
    hash = mix(hash, view.getInt32(to - 4, true))
  }
  return hash ^ (hash >>> 15)
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1)
  return mixed ^ (mixed >>> 16)
}

function isSame(texts: NumberedTexts, number: number, view: DataView, from: number, to: number): boolean {
  const known = texts.view
  const begin = texts.offsets.values[number]!
  const length = to - from
  if (texts.offsets.values[number + 1]! - begin !== length) return false
  if (length < 4) return shortWord(view, from, length) === shortWord(known, begin, length)
  for (let at = 0; at < length - 4; at += 4) {
    if (view.getInt32(from + at, true) !== known.getInt32(begin + at, true)) return false
  }
  return view.getInt32(to - 4, true) === known.getInt32(begin + length - 4, true)
}

function add(texts: NumberedTexts, slot: number, hash: number, view: DataView, from: number, to: number): number {
  const number = textCount(texts)
  const known = reserve(texts.bytes, to - from)
  if (known.buffer !== texts.view.buffer) texts.view = viewOver(known)
  for (let at = from; at < to; at++) known[texts.bytes.length++] = view.getUint8(at)
  push(texts.offsets, texts.bytes.length)
  texts.slots[slot] = hash
  texts.slots[slot + 1] = number + 1
  if ((number + 1) * 3 > texts.slots.length) texts.slots = withMoreSlots(texts.slots)
  return number
}

function withMoreSlots(slots: Int32Array): Int32Array {
  const more = new Int32Array(slots.length * 2)
  const mask = more.length - 1
  for (let slot = 0; slot < slots.length; slot += 2) {
    if (slots[slot + 1] === 0) continue
    let free = (slots[slot]! << 1) & mask
    while (more[free + 1] !== 0) free = (free + 2) & mask
    more[free] = slots[slot]!
    more[free + 1] = slots[slot + 1]!
  }
  return more
}
