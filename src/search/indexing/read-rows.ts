/** Columns of the feed that are read in ways of their own, and rows put into the order of documents. */
import { type Growable, push, reserve } from '../columns/growable.ts'
import { packIdInto, prefixWords, wordsPerId } from '../columns/opaque-ids.ts'
import { sharedFloat64, sharedUint32 } from '../columns/shared-arrays.ts'
import { textOf } from '../columns/term-dictionary.ts'
import type { Rows } from '../schema/feed.ts'
import { noScore } from '../segments/result-order.ts'

export function placeOf(column: string, columns: readonly string[]): number {
  const place = columns.indexOf(column)
  if (place === -1) throw new Error(`the feed lacks the column ${column}`)
  return place
}

export function addIds(ids: Growable<Uint32Array>, rows: Rows, column: number, columns: number, prefix: string): void {
  const { bytes, count, spans } = rows
  const words = reserve(ids, count * wordsPerId)
  const prefixed = prefixWords(prefix)
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    if (!packIdInto(words, ids.length + row * wordsPerId, bytes, spans[at]!, spans[at + 1]!, prefixed)) {
      throw new Error(`the feed holds an id that is not an id: ${textOf(bytes, spans[at]!, spans[at + 1]!)}`)
    }
  }
  ids.length += count * wordsPerId
}

export function addScores(scores: Growable<Float64Array>, rows: Rows, column: number, columns: number): void {
  const { bytes, count, spans } = rows
  const values = reserve(scores, count)
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    const score = spans[at] === -1 ? noScore : bytes.getFloat64(spans[at]!)
    if (spans[at] !== -1 && !(score >= 0)) throw new Error(`the feed holds a score that is not a score: ${score}`)
    values[scores.length + row] = score
  }
  scores.length += count
}

/** Domains are ASCII: an international one is written in punycode. */
export function addDomains(
  domains: Growable<Uint8Array>,
  offsets: Growable<Uint32Array>,
  rows: Rows,
  column: number,
  columns: number,
): void {
  const { bytes, count, spans } = rows
  for (let row = 0; row < count; row++) {
    const at = (row * columns + column) * 2
    push(offsets, domains.length)
    const values = reserve(domains, spans[at + 1]! - spans[at]!)
    for (let from = spans[at]!; from < spans[at + 1]!; from++) {
      const byte = bytes.getUint8(from)
      values[domains.length++] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    }
  }
}

export function reorderIds(idsByRow: Uint32Array, order: Uint32Array): Uint32Array {
  const ids = sharedUint32(order.length * 3)
  for (let document = 0; document < order.length; document++) {
    const row = order[document]! * 3
    ids[document * 3] = idsByRow[row]!
    ids[document * 3 + 1] = idsByRow[row + 1]!
    ids[document * 3 + 2] = idsByRow[row + 2]!
  }
  return ids
}

export function reorder(byRow: Float64Array, order: Uint32Array): Float64Array {
  const ordered = sharedFloat64(order.length)
  for (let document = 0; document < order.length; document++) ordered[document] = byRow[order[document]!]!
  return ordered
}
