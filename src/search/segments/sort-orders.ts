import { countRange } from '../columns/bitset.ts'
import { lowerBound } from '../columns/posting-lists.ts'
import { readText } from '../columns/texts.ts'
import { type TimeColumn, timeOf } from '../columns/times.ts'
import { withoutAccents } from '../columns/words.ts'
import type { FurtherContactSort, FurtherStoreSort } from '../schema/sorts.ts'
import type { LiveSegment } from './live-segment.ts'
import type { Segment, SortOrder } from './segment.ts'

/** What a document is sorted by, in terms that do not change when the index is rebuilt. */
export type SortKey = number | string | null

/** A sort as searches use it. */
export type Sorting = {
  orderOf(segment: Segment): SortOrder
  keyOf(live: LiveSegment, document: number): SortKey
  /** Of the documents with a lower code than `code` the keys come after the key; with the very code, if it is held, they equal it. */
  boundOf(segment: Segment, key: SortKey): Bound
  /** The documents whose key may have changed since the build. */
  movedIn?(live: LiveSegment): ReadonlySet<number>
}

type Bound = { code: number; isHeld: boolean }

/** Names are compared without case and accents. */
export const nameKey = (name: string): string => withoutAccents(name)

const byTime = (orderOf: Sorting['orderOf'], columnOf: (segment: Segment) => TimeColumn): Sorting => ({
  orderOf,
  keyOf: ({ segment }, document) => timeOf(columnOf(segment), document),
  boundOf(segment, key) {
    if (key === null) return { code: 0, isHeld: true }
    const { moments } = columnOf(segment)
    const place = lowerBound(moments, key as number)
    return { code: place + 1, isHeld: moments[place] === key }
  },
})

/** The codes are the places in a closed list, and the keys. */
const byTier = (orderOf: Sorting['orderOf']): Sorting => ({
  orderOf,
  keyOf: ({ segment }, document) => orderOf(segment).codes[document] || null,
  boundOf: (_segment, key) => ({ code: (key as number | null) ?? 0, isHeld: true }),
})

/** Contacts opt out: of the stores that have lost or regained some, they are counted again. */
const byContacts: Sorting = {
  orderOf: ({ sorts }) => sorts.stores.contacts,
  keyOf({ segment, present, touched }, store) {
    if (!touched.has(store)) return segment.sorts.stores.contacts.codes[store]!
    return countRange(present, segment.contactsFrom[store]!, segment.contactsFrom[store + 1]!)
  },
  boundOf: (_segment, key) => ({ code: key as number, isHeld: true }),
  movedIn: ({ touched }) => touched,
}

const nameOf = ({ previews }: Segment, store: number): string => nameKey(readText(previews.storeNames, store))

const byName: Sorting = {
  orderOf: ({ sorts }) => sorts.stores.name,
  keyOf: ({ segment }, document) => nameOf(segment, document),
  boundOf(segment, key) {
    const { codes, order } = segment.sorts.stores.name
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(nameOf(segment, order[middle]!), key) < 0) low = middle + 1
      else high = middle
    }
    if (low === order.length) return { code: 0, isHeld: false }
    const isHeld = nameOf(segment, order[low]!) === key
    return { code: codes[order[low]!]! + (isHeld ? 0 : 1), isHeld }
  },
}

export const storeSortings: Record<FurtherStoreSort, Sorting> = {
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

export const contactSortings: Record<FurtherContactSort, Sorting> = {
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
