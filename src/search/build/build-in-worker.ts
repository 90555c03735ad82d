import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import type { CatalogueState } from './feed.ts'

/** A feed that a worker opens by itself: a module that exports `openFeed`, and plain data for it. */
type FeedSource = { feedModule: URL; feedOptions: unknown }

/** An index, and the state of the catalogue that it was built from. */
export type BuiltIndex = CatalogueState & { buffers: IndexBuffers }

/** Builds an index off the event loop. The buffers come back shared, not copied. Aborting ends the worker. */
export async function buildInWorker(source: FeedSource, signal?: AbortSignal): Promise<BuiltIndex> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData: { feedModule: source.feedModule.href, feedOptions: source.feedOptions },
  })
  const built = once(worker, 'message', signal === undefined ? {} : { signal })
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`the index worker ended with code ${code} before it was done`)
  })
  try {
    const [index] = await Promise.race([built, ended])
    return index
  } finally {
    // The loser of the race settles when the worker ends, which must not count as an unhandled rejection.
    built.catch(() => {})
    ended.catch(() => {})
    await worker.terminate()
  }
}
