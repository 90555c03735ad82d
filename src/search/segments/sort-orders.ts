import { firstWhere, lowerBound } from '../columns/binary-search.ts'
import { countRange } from '../columns/bitset.ts'
import { readText } from '../columns/texts.ts'
import { type TimeColumn, timeOf } from '../columns/times.ts'
import { withoutAccents } from '../columns/words.ts'
import type { FurtherContactSort, FurtherStoreSort } from '../schema/sorts.ts'
import type { LiveSegment } from './live-segment.ts'
import type { Segment, SortOrder } from './segment.ts'

/** A value that documents are sorted by. It does not change when the index is rebuilt. */
export type SortKey = number | string | null

/** A sort as searches use it. */
export type SegmentSort = {
  orderOf(segment: Segment): SortOrder
  keyOf(live: LiveSegment, document: number): SortKey
  /** Of the documents with a lower code than `code` the keys come after the key; with that code they equal it, if `isExact`. */
  boundOf(segment: Segment, key: SortKey): Bound
  /** The documents whose key may have changed since the build. */
  movedIn?(live: LiveSegment): ReadonlySet<number>
}

type Bound = { code: number; isExact: boolean }

/** Names are compared without case and accents. */
export const nameSortKey = (name: string): string => withoutAccents(name)

const byTime = (orderOf: SegmentSort['orderOf'], columnOf: (segment: Segment) => TimeColumn): SegmentSort => ({
  orderOf,
  keyOf: ({ segment }, document) => timeOf(columnOf(segment), document),
  boundOf(segment, key) {
    if (key === null) return { code: 0, isExact: true }
    const { moments } = columnOf(segment)
    const place = lowerBound(moments, key as number)
    return { code: place + 1, isExact: moments[place] === key }
  },
})

/** The codes are the places in a closed list, and the keys. */
const byTier = (orderOf: SegmentSort['orderOf']): SegmentSort => ({
  orderOf,
  keyOf: ({ segment }, document) => orderOf(segment).codes[document] || null,
  boundOf: (_segment, key) => ({ code: (key as number | null) ?? 0, isExact: true }),
})

/** Contacts opt out: of the stores that have lost or regained some, they are counted again. */
const byContacts: SegmentSort = {
  orderOf: ({ sorts }) => sorts.stores.contacts,
  keyOf({ segment, present, touched }, store) {
    if (!touched.has(store)) return segment.sorts.stores.contacts.codes[store]!
    return countRange(present, segment.contactsFrom[store]!, segment.contactsFrom[store + 1]!)
  },
  boundOf: (_segment, key) => ({ code: key as number, isExact: true }),
  movedIn: ({ touched }) => touched,
}

const nameOf = ({ previews }: Segment, store: number): string => nameSortKey(readText(previews.storeNames, store))

const byName: SegmentSort = {
  orderOf: ({ sorts }) => sorts.stores.name,
  keyOf: ({ segment }, document) => nameOf(segment, document),
  boundOf(segment, key) {
    const { codes, order } = segment.sorts.stores.name
    const first = firstWhere(0, order.length, (place) => compareKeys(nameOf(segment, order[place]!), key) >= 0)
    if (first === order.length) return { code: 0, isExact: false }
    const isExact = nameOf(segment, order[first]!) === key
    return { code: codes[order[first]!]! + (isExact ? 0 : 1), isExact }
  },
}

export const storeSortings: Record<FurtherStoreSort, SegmentSort> = {
  name: byName,
  visits: byTier(({ sorts }) => sorts.stores.visits),
  revenue: byTier(({ sorts }) => sorts.stores.revenue),
  contacts: byContacts,
  newest: byTime(
    ({ sorts }) => sorts.stores.newest,
    ({ times }) => times.firstSeen,
  ),
  last_change: byTime(
    ({ sorts }) => sorts.stores.last_change,
    ({ changes }) => changes.last.times,
  ),
}

export const contactSortings: Record<FurtherContactSort, SegmentSort> = {
  newest: byTime(
    ({ sorts }) => sorts.contacts.newest,
    ({ times }) => times.added,
  ),
  updated: byTime(
    ({ sorts }) => sorts.contacts.updated,
    ({ times }) => times.contactUpdated,
  ),
}

/** Negative when the left one comes first: names ascend, everything else descends, unknown last. */
export function compareKeys(left: SortKey, right: SortKey): number {
  if (left === right) return 0
  if (left === null || right === null) return left === null ? 1 : -1
  if (typeof left === 'string') return left < (right as string) ? -1 : 1
  return (right as number) - left
}
