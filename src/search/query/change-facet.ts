import { changeTypes } from '../../base/change-types.ts'
import { hasBit } from '../columns/bitset.ts'
import { storesChangedAfter, termsOfType } from '../segments/changes.ts'
import type { FacetValue, ResultCopy } from './result-copy.ts'
import { daysBefore } from './timed-conditions.ts'

/** How many days before the request the facet counts types of changes. */
export const changeFacetDays = 30

/** How many of the result, or whose stores, changed in each way: by walking what changed, which is little. */
export function* countChanges(
  { segment, set, window }: ResultCopy,
  over: 'contacts' | 'stores',
  asOf: number,
): Generator<void, FacetValue[]> {
  const { changes, contactsFrom } = segment
  const begin = window.from * 32
  const end = window.to * 32
  const isIn = (document: number): boolean => document >= begin && document < end && hasBit(set, document - begin)

  function countOf(store: number): number {
    if (over === 'stores') return isIn(store) ? 1 : 0
    let count = 0
    for (let contact = contactsFrom[store]!; contact < contactsFrom[store + 1]!; contact++) if (isIn(contact)) count++
    return count
  }

  const counted: FacetValue[] = []
  /** By store the last type that it was counted for, plus one. */
  const lastType = new Uint8Array(segment.scores.length)
  for (const [number, type] of changeTypes.entries()) {
    let count = 0
    for (const stores of storesChangedAfter(changes, termsOfType(changes, type), daysBefore(asOf, changeFacetDays))) {
      for (let at = 0; at < stores.length; at++) {
        if (lastType[stores[at]!] === number + 1) continue
        lastType[stores[at]!] = number + 1
        count += countOf(stores[at]!)
      }
    }
    if (count > 0) counted.push({ value: type, count })
    yield
  }
  return counted
}
