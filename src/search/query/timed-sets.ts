import { wordsFor } from '../columns/bitset.ts'
import type { Segment } from '../segments/segment.ts'

/** By segment and by the filter with its edge in time: the sets that were used last, the latest last. */
const remembered = new WeakMap<Segment, Map<string, Uint32Array>>()
const rememberedMax = 16

/**
 * The contacts that fulfil a filter of time, as a set that must not be changed. The same few are asked for with all kinds of others,
 * page by page, and "the last 7 days" stays one set until a time crosses its edge, which `key` must say.
 */
export function timedSet(segment: Segment, key: string, fill: (set: Uint32Array) => void): Uint32Array {
  const sets = remembered.get(segment) ?? new Map<string, Uint32Array>()
  remembered.set(segment, sets)
  let set = sets.get(key)
  if (set === undefined) {
    set = new Uint32Array(wordsFor(segment.storeOf.length))
    fill(set)
    if (sets.size === rememberedMax) sets.delete(sets.keys().next().value!)
  } else sets.delete(key)
  sets.set(key, set)
  return set
}
