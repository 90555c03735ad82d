import type { Rows } from '../schema/feed.ts'
import { lowerBound } from './binary-search.ts'
import { growableFloat64, reserve, viewOf } from './growable.ts'
import { type Codes, sharedCodes, sharedFloat64 } from './shared-arrays.ts'

/**
 * Times of documents, exact to the millisecond. An import stamps many rows alike, so a column holds every different moment
 * once, ascending, and for each document the place of its moment plus one: codes ascend with time, and zero is unknown.
 */
export type TimeColumn = { codes: Codes; moments: Float64Array }

/** PostgreSQL counts microseconds from here. */
export const zeroTime = Date.UTC(2000, 0, 1)

/** Unknown times while rows come in. */
const unknown = Number.NEGATIVE_INFINITY

type StagedTimes = {
  add(rows: Rows, column: number, columns: number): void
  /** The items of a list of times. */
  addAt(bytes: DataView, at: number): void
  addUnknown(): void
  /** By document the row, or -1 for none. */
  finish(order: ArrayLike<number>): TimeColumn
}

export function stageTimes(): StagedTimes {
  const times = growableFloat64()
  let moments: Float64Array | undefined
  const push = (time: number): void => {
    reserve(times, 1)[times.length++] = time
  }
  return {
    add({ bytes, count, spans }, column, columns) {
      for (let row = 0; row < count; row++) {
        const at = spans[(row * columns + column) * 2]!
        push(at === -1 ? unknown : readTime(bytes, at))
      }
    },
    addAt: (bytes, at) => push(readTime(bytes, at)),
    addUnknown: () => push(unknown),
    finish(order) {
      moments ??= differentMoments(viewOf(times))
      return { codes: codesOf(viewOf(times), moments, order), moments }
    },
  }
}

/** In milliseconds since 1970. */
function readTime(bytes: DataView, at: number): number {
  const microseconds = bytes.getInt32(at) * 0x100000000 + bytes.getUint32(at + 4)
  return Math.floor(microseconds / 1_000) + zeroTime
}

function codesOf(byRow: Float64Array, moments: Float64Array, order: ArrayLike<number>): Codes {
  const codes = sharedCodes(order.length, moments.length)
  for (let document = 0; document < order.length; document++) {
    const time = order[document] === -1 ? unknown : byRow[order[document]!]!
    codes[document] = time === unknown ? 0 : lowerBound(moments, time) + 1
  }
  return codes
}

function differentMoments(byRow: Float64Array): Float64Array {
  const sorted = Float64Array.from(byRow).sort()
  let count = 0
  for (let at = 0; at < sorted.length; at++) {
    if (sorted[at] !== unknown && (at === 0 || sorted[at] !== sorted[at - 1])) sorted[count++] = sorted[at]!
  }
  const moments = sharedFloat64(count)
  moments.set(sorted.subarray(0, count))
  return moments
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
