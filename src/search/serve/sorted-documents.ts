import { firstWhere } from '../columns/binary-search.ts'
import { hasBit, lowestBit } from '../columns/bitset.ts'
import type { Result } from '../query/evaluate.ts'
import type { LiveSegment } from '../segments/live-segment.ts'
import { compareKeys, type SegmentSort, type SortKey } from '../segments/sort-orders.ts'

/** The place in a sort where a page begins: behind the key, and among equal keys with the first document that may follow. */
type SortedAfter = { key: SortKey; document: number }

/** A walk over the whole order gives up after this many times the documents that it should take. */
const patience = 8

/**
 * The first documents of a result in the order of a sort, behind a place. A large result is found along the order, whose
 * documents are in it every now and then; of a small one all documents are compared. Either takes about the square root of what
 * there is to look at, times the size of a page.
 */
export function sortedDocuments(
  live: LiveSegment,
  result: Result,
  sorting: SegmentSort,
  after: SortedAfter | null,
  limit: number,
): number[] {
  const moved = sorting.movedIn?.(live)
  const found = documentsAsBuilt(live, result, sorting, after, limit, moved)
  if (moved === undefined || moved.size === 0) return found
  const keyed = (document: number) => ({ document, key: sorting.keyOf(live, document) })
  const isAfter = ({ document, key }: SortedAfter): boolean => {
    const order = after === null ? 1 : compareKeys(key, after.key)
    return order > 0 || (order === 0 && document >= after!.document)
  }
  const others = [...moved].filter((document) => isInResult(result, document)).map(keyed)
  return [...found.map(keyed), ...others.filter(isAfter)]
    .sort((left, right) => compareKeys(left.key, right.key) || left.document - right.document)
    .slice(0, limit)
    .map(({ document }) => document)
}

const isInResult = ({ set, window }: Result, document: number): boolean =>
  document >>> 5 >= window.from && document >>> 5 < window.to && hasBit(set, document)

/** Those whose key is as it was when the segment was built. */
function documentsAsBuilt(
  { segment }: LiveSegment,
  result: Result,
  sorting: SegmentSort,
  after: SortedAfter | null,
  limit: number,
  moved: ReadonlySet<number> | undefined,
): number[] {
  const { codes, order } = sorting.orderOf(segment)
  const bound = after && sorting.boundOf(segment, after.key)
  const isBehind = (document: number): boolean => {
    if (bound === null) return true
    const code = codes[document]!
    return code < bound.code || (bound.isExact && code === bound.code && document >= after!.document)
  }
  const isWanted = (document: number): boolean => isInResult(result, document) && moved?.has(document) !== true
  const first = firstWhere(0, order.length, (place) => isBehind(order[place]!))
  const steps = Math.ceil((order.length * limit) / Math.max(result.total, 1))
  if (steps < result.total) {
    const walked = walk(order, first, isWanted, limit, Math.min(steps * patience, order.length))
    if (walked !== null) return walked
  }
  return smallest(result, limit, (document) =>
    isBehind(document) && moved?.has(document) !== true
      ? (codes.length + 1 - codes[document]!) * order.length + document
      : null,
  )
}

/** Null when it takes more steps than these. */
function walk(
  order: Uint32Array,
  first: number,
  isWanted: (document: number) => boolean,
  limit: number,
  stepsMax: number,
): number[] | null {
  const found: number[] = []
  for (let place = first; place < order.length; place++) {
    if (place - first >= stepsMax) return null
    if (!isWanted(order[place]!)) continue
    found.push(order[place]!)
    if (found.length === limit) break
  }
  return found
}

/** The documents of the result with the smallest ranks, of which every document has its own; null leaves one out. */
function smallest({ set, window }: Result, limit: number, rankOf: (document: number) => number | null): number[] {
  const ranks: number[] = []
  const documents: number[] = []
  let largest = Number.POSITIVE_INFINITY
  for (let word = window.from; word < window.to; word++) {
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) {
      const document = (word << 5) + lowestBit(bits)
      const rank = rankOf(document)
      if (rank === null || rank >= largest) continue
      let place = ranks.length
      while (place > 0 && ranks[place - 1]! > rank) place--
      ranks.splice(place, 0, rank)
      documents.splice(place, 0, document)
      if (ranks.length > limit) {
        ranks.pop()
        documents.pop()
      }
      if (ranks.length === limit) largest = ranks.at(-1)!
    }
  }
  return documents
}
