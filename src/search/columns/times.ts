import type { Rows } from '../schema/feed.ts'
import { lowerBound } from './binary-search.ts'
import { growableUint32, push, reserve } from './growable.ts'
import { type Codes, sharedCodes, sharedFloat64 } from './shared-arrays.ts'

/**
 * Times of documents, exact to the millisecond. An import stamps many rows alike, so a column holds every different moment
 * once, ascending, and for each document the place of its moment plus one: codes ascend with time, and zero is unknown.
 */
export type TimeColumn = { codes: Codes; moments: Float64Array }

/** PostgreSQL counts microseconds from here. */
export const zeroTime = Date.UTC(2000, 0, 1)

type StagedTimes = {
  add(rows: Rows, column: number, columns: number): void
  /** The items of a list of times. */
  addAt(bytes: DataView, at: number): void
  addUnknown(): void
  /** By document the row, or -1 for none. */
  finish(order: Uint32Array | Int32Array): TimeColumn
}

export function stageTimes(): StagedTimes {
  const staged = numberMoments()
  /** The number of its moment plus one, zero for unknown. */
  const byRow = growableUint32()
  let ranked: ReturnType<typeof rankMoments> | undefined
  return {
    add({ bytes, count, spans }, column, columns) {
      const values = reserve(byRow, count)
      const { length } = byRow
      for (let row = 0; row < count; row++) {
        const at = spans[(row * columns + column) * 2]!
        values[length + row] = at === -1 ? 0 : staged.numberAt(bytes, at) + 1
      }
      byRow.length += count
    },
    addAt: (bytes, at) => push(byRow, staged.numberAt(bytes, at) + 1),
    addUnknown: () => push(byRow, 0),
    finish(order) {
      ranked ??= rankMoments(staged.times())
      const { codeOf, moments } = ranked
      const codes = sharedCodes(order.length, moments.length)
      const numbers = byRow.values
      for (let document = 0; document < order.length; document++) {
        const row = order[document]!
        if (row !== -1) codes[document] = codeOf[numbers[row]!]!
      }
      return { codes, moments }
    },
  }
}

/** Moments numbered by first sight, in a hash table over their eight bytes: a slot holds a number plus one, zero is empty. */
function numberMoments() {
  let slots = new Uint32Array(1024)
  /** Both halves of each, the higher one first. */
  const halves = growableUint32()
  let count = 0

  function slotOf(high: number, low: number): number {
    const mask = slots.length - 1
    const hash = Math.imul(Math.imul(high, 0x9e3779b1) ^ low, 0x85ebca6b)
    let slot = (hash ^ (hash >>> 15)) & mask
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = slots[slot]! * 2 - 2
      if (halves.values[known + 1] === low && halves.values[known] === high) break
    }
    return slot
  }

  function grow(): void {
    slots = new Uint32Array(slots.length * 2)
    const { values } = halves
    for (let number = 0; number < count; number++) {
      slots[slotOf(values[number * 2]!, values[number * 2 + 1]!)] = number + 1
    }
  }

  return {
    numberAt(bytes: DataView, at: number): number {
      const high = bytes.getUint32(at)
      const low = bytes.getUint32(at + 4)
      const slot = slotOf(high, low)
      if (slots[slot] !== 0) return slots[slot]! - 1
      push(halves, high)
      push(halves, low)
      slots[slot] = ++count
      if (count * 2 > slots.length) grow()
      return count - 1
    },
    /** In milliseconds since 1970, by number. */
    times(): Float64Array {
      const { values } = halves
      return new Float64Array(count).map((_, number) => {
        const microseconds = (values[number * 2]! | 0) * 0x100000000 + values[number * 2 + 1]!
        return Math.floor(microseconds / 1_000) + zeroTime
      })
    },
  }
}

/** By number plus one the code of each, where several microseconds of one millisecond are one moment. */
function rankMoments(times: Float64Array): { codeOf: Uint32Array; moments: Float64Array } {
  const sorted = times.slice().sort()
  let count = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at]!
  }
  const moments = sharedFloat64(count)
  moments.set(sorted.subarray(0, count))
  const codeOf = new Uint32Array(times.length + 1)
  for (let number = 0; number < times.length; number++) codeOf[number + 1] = lowerBound(moments, times[number]!) + 1
  return { codeOf, moments }
}

/** In milliseconds, or null when it is unknown. */
export function timeOf({ codes, moments }: TimeColumn, document: number): number | null {
  const code = codes[document]!
  return code === 0 ? null : moments[code - 1]!
}

/** The lowest code of a moment that is later than this one. */
export function codeAfter({ moments }: TimeColumn, time: number): number {
  const place = lowerBound(moments, time)
  return moments[place] === time ? place + 2 : place + 1
}
