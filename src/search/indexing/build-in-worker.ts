import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CatalogueState, WantedChanges } from '../schema/feed.ts'
import type { Segment } from '../segments/segment.ts'

/** A feed that a worker opens by itself: a module that exports `openFeed`, and plain data for it. */
export type FeedSource = { feedModule: URL; feedOptions: object }

/** A segment, and the state of the catalogue that it was built from. */
export type BuiltSegment = CatalogueState & {
  segment: Segment
  /** The name of that state, which no other has; null if it has none. */
  stateId: string | null
  /** Whether the whole catalogue is built, not only what has changed. */
  isWhole: boolean
}

/** Builds a segment off the event loop. The buffers come back shared, not copied. Aborting ends the worker. */
export async function buildInWorker(
  source: FeedSource,
  changes?: WantedChanges,
  signal?: AbortSignal,
): Promise<BuiltSegment> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData: { feedModule: source.feedModule.href, feedOptions: { ...source.feedOptions, changes } },
  })
  const built = once(worker, 'message', signal === undefined ? {} : { signal })
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`the index worker ended with code ${code} before it was done`)
  })
  try {
    const [segment] = await Promise.race([built, ended])
    return segment
  } finally {
    // The loser of the race settles when the worker ends, which must not count as an unhandled rejection.
    built.catch(() => {})
    ended.catch(() => {})
    await worker.terminate()
  }
}
