import { availableParallelism } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { packId, storeIdPrefix } from '../columns/opaque-ids.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import type { OpenFeed } from '../schema/feed.ts'
import type { BuildOrder, BuiltSegment } from './build-in-worker.ts'
import { buildSegment } from './build-segment.ts'
import { stageColumnsInThread } from './columns-in-thread.ts'
import { stageColumns } from './stage-columns.ts'

/** The body of a build worker: opens each feed itself, so that not a single row crosses the main thread. */
parentPort!.on('message', async ({ feedModule, feedOptions }: BuildOrder) => {
  const { openFeed } = (await import(feedModule)) as { openFeed: OpenFeed }
  const feed = await openFeed(feedOptions)
  const { version, suppressionVersion, erasures, stateId, changedStoreIds } = feed
  const isWhole = changedStoreIds === null
  const stage = isWhole && availableParallelism() > 1 ? stageColumnsInThread : stageColumns
  const segment = await buildSegment(feed, packIds(changedStoreIds ?? []), stage)
  parentPort!.postMessage({
    segment,
    isWhole,
    version,
    suppressionVersion,
    erasures,
    stateId,
  } satisfies BuiltSegment)
})

function packIds(storeIds: readonly string[]): Uint32Array {
  const packed = sharedUint32(storeIds.length * 3)
  for (const [at, id] of storeIds.entries()) packed.set(packId(id, storeIdPrefix)!, at * 3)
  return packed
}
