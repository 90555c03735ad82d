import { firstWhere } from '../columns/binary-search.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import { spellingOf, type TermDictionary } from '../columns/term-dictionary.ts'
import { codeAfter, type TimeColumn, timeOf } from '../columns/times.ts'
import { changeSeparator } from '../schema/feed.ts'

/**
 * What changed at stores. A term is a type with its value, and lists the stores that changed so, each by its latest such
 * change, the latest first: "within n days" is the beginning of a list.
 */
export type Changes = {
  dictionary: TermDictionary
  /** The entries of term `t` are `[offsets[t], offsets[t + 1])`. */
  offsets: Uint32Array
  /** By entry. */
  stores: Uint32Array
  times: TimeColumn
  /** By store: the term of its latest change plus one, zero for none, and when that was. */
  last: { terms: Codes; times: TimeColumn }
  weeks: ChangeWeeks
}

/**
 * In which weeks stores changed in any way: bit 0 of a store's mask is the latest week in which any of the segment did, bit 1 the one
 * before. A mask is long enough for every request from six weeks before that on.
 */
export type ChangeWeeks = {
  latest: number
  masks: Uint32Array
  /** By bit, how many stores and how many contacts of such stores have it. */
  counts: { stores: Uint32Array; contacts: Uint32Array }
}

export const weeksInMask = 32
const weekMilliseconds = 7 * 24 * 60 * 60 * 1000
/** Weeks begin on Mondays in UTC, and 1 January 1970 was a Thursday. */
const firstMonday = 4 * 24 * 60 * 60 * 1000

/** The number of the week that a time lies in. */
export const weekOf = (time: number): number => Math.floor((time - firstMonday) / weekMilliseconds)
/** Its Monday, as `2026-11-16`. */
export const mondayOf = (week: number): string =>
  new Date(week * weekMilliseconds + firstMonday).toISOString().slice(0, 10)

type ChangeOf = { type: string; value: string; observedAt: number }

export function lastChangeOf({ dictionary, last }: Changes, store: number): ChangeOf | null {
  const term = last.terms[store]! - 1
  if (term === -1) return null
  const [type, value] = spellingOf(dictionary, term).split(changeSeparator)
  return { type: type!, value: value!, observedAt: timeOf(last.times, store)! }
}

/** For each of the terms, the stores that changed so later than the time. */
export function storesChangedAfter(changes: Changes, terms: readonly number[], time: number): Uint32Array[] {
  const { offsets, stores, times } = changes
  const lowest = codeAfter(times, time)
  return terms.flatMap((term) => {
    const start = offsets[term]!
    const end = firstWhere(start, offsets[term + 1]!, (place) => times.codes[place]! < lowest)
    return end === start ? [] : [stores.subarray(start, end)]
  })
}

const termsByType = new WeakMap<Changes, Map<string, number[]>>()

/** All terms of a type, whatever their value. */
export function termsOfType(changes: Changes, type: string): readonly number[] {
  let known = termsByType.get(changes)
  if (known === undefined) {
    const { dictionary } = changes
    const typeOf = (term: number): string => spellingOf(dictionary, term).split(changeSeparator)[0]!
    known = Map.groupBy(Array.from(dictionary.sorted.keys()), typeOf)
    termsByType.set(changes, known)
  }
  return known.get(type) ?? []
}
