import { buildSegment } from './indexing/build-segment.ts'
import { feedOf } from './indexing/row-feed.ts'
import { compileQuery } from './query/compile-query.ts'
import type { ContactQuery, StoreQuery } from './schema/filters.ts'
import { asking } from './search-problems.ts'
import type { Segment } from './segments/segment.ts'

/** Without a document: a segment knows its closed lists anyway. */
let empty: Promise<Segment> | undefined

/**
 * Refuses what a search with these filters would refuse although their shape is right. It does not need the index, so it works
 * while that is being built. `block`: the part of the request that holds the query.
 */
export async function checkQuery(query: ContactQuery & StoreQuery, block: string): Promise<void> {
  empty ??= buildSegment(feedOf([]))
  const segment = await empty
  asking(() => compileQuery(segment, query), `${block}.`)
}
