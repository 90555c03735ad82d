import { growableUint8, growableUint32, push, reserve, viewOf } from '../columns/growable.ts'
import type { TextBytes } from '../columns/text-order.ts'
import { readText, type Texts } from '../columns/texts.ts'
import { nameSortKey } from '../segments/sort-orders.ts'

/** The sort keys of names, as bytes whose order is that of the strings. Plain ASCII, which most names are, never becomes one. */
export function nameKeys(names: Texts): TextBytes {
  const keys = growableUint8()
  const offsets = growableUint32()
  push(offsets, 0)
  for (let name = 0; name + 1 < names.offsets.length; name++) {
    if (!addPlain(names, name)) addOther(nameSortKey(readText(names, name)))
    push(offsets, keys.length)
  }
  return { bytes: viewOf(keys), offsets: viewOf(offsets) }

  /** Without its quotes, in lower case. False, and nothing is added, where letters beyond ASCII or escapes need `nameSortKey`. */
  function addPlain({ bytes, offsets }: Texts, name: number): boolean {
    const from = offsets[name]! + 1
    const to = offsets[name + 1]! - 1
    const values = reserve(keys, to - from)
    let length = keys.length
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!
      if (byte > 0x7f || byte === backslash) return false
      values[length++] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    }
    keys.length = length
    return true
  }

  function addOther(key: string): void {
    const bytes = Buffer.from(key, 'utf8')
    const values = reserve(keys, bytes.length)
    for (const byte of bytes) values[keys.length++] = inOrderOfUnits[byte]!
  }
}

const backslash = 0x5c

/**
 * Strings are compared by their units of 16 bits, in which characters beyond U+FFFF come before U+E000, not last. So do they
 * with their first bytes put in place of others.
 */
const inOrderOfUnits = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xf0 && byte <= 0xf4) return byte - 2
  return byte === 0xee || byte === 0xef ? byte + 5 : byte
})
