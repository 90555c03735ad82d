import { packId, storeIdPrefix } from '../columns/opaque-ids.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import { buildSegment } from '../indexing/build-segment.ts'
import { feedOf, type StoreWithContacts } from '../indexing/row-feed.ts'
import { hideInSegments, nextSegments, type SegmentSet } from '../segments/segment-set.ts'
import { type IndexReader, readerOf } from './index-reader.ts'

/** An index over rows that a test has at hand, and what may happen to it. */
export type TestIndex = IndexReader & {
  suppress(contactIds: Iterable<string>): void
  unsuppress(contactIds: Iterable<string>): void
}

export async function indexOf(batches: StoreWithContacts[][]): Promise<TestIndex> {
  return withSuppressions(nextSegments([], [{ number: 1, segment: await buildSegment(feedOf(batches)) }]))
}

export function withSuppressions(segments: SegmentSet): TestIndex {
  const set = (contactIds: Iterable<string>, suppressed: boolean) =>
    hideInSegments(
      segments,
      Array.from(contactIds, (contactId) => ({ contactId, suppressed })),
    )
  return {
    ...readerOf(segments),
    suppress: (contactIds) => set(contactIds, true),
    unsuppress: (contactIds) => set(contactIds, false),
  }
}

/** Store ids as a segment keeps them. */
export function packIds(storeIds: readonly string[]): Uint32Array {
  const packed = sharedUint32(storeIds.length * 3)
  for (const [at, id] of storeIds.entries()) packed.set(packId(id, storeIdPrefix)!, at * 3)
  return packed
}
