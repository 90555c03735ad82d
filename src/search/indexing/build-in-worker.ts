import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CatalogueState, WantedChanges } from '../schema/feed.ts'
import type { Segment } from '../segments/segment.ts'

/** A feed that a worker opens by itself: a module that exports `openFeed`, and plain data for it. */
export type FeedSource = { feedModule: URL; feedOptions: object }

/** What a worker is asked for. */
export type BuildOrder = { feedModule: string; feedOptions: object }

/** A segment, and the state of the catalogue that it was built from. */
export type BuiltSegment = CatalogueState & {
  segment: Segment
  /** The name of that state, which no other has; null if it has none. */
  stateId: string | null
  /** Whether the whole catalogue is built, not only what has changed. */
  isWhole: boolean
}

/** A worker waits this long for the next build: to start one and to load its code takes longer than to build a few changes. */
const waitsMs = 5_000
/** One that has built more stores ends at once, because it would hold on to the memory that this took. */
const waitsAfterStoresMax = 10_000

let waiting: { worker: Worker; end: NodeJS.Timeout } | null = null

/** Builds a segment off the event loop. The buffers come back shared, not copied. Aborting ends the worker. */
export async function buildInWorker(
  source: FeedSource,
  changes?: WantedChanges,
  signal?: AbortSignal,
): Promise<BuiltSegment> {
  signal?.throwIfAborted()
  const worker = takeWaiting() ?? startWorker()
  const settled = new AbortController()
  const built = once(worker, 'message', signal === undefined ? {} : { signal })
  const ended = once(worker, 'exit', { signal: settled.signal }).then(([code]) => {
    throw new Error(`the index worker ended with code ${code} before it was done`)
  })
  // The loser of the race settles later, which must not count as an unhandled rejection.
  built.catch(() => {})
  ended.catch(() => {})
  try {
    worker.postMessage({
      feedModule: source.feedModule.href,
      feedOptions: { ...source.feedOptions, changes },
    } satisfies BuildOrder)
    const [segment] = await Promise.race([built, ended])
    settled.abort()
    await letWait(worker, segment)
    return segment
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url))
  const forget = () => {
    if (waiting?.worker === worker) takeWaiting()
  }
  // An error ends a worker: whoever waits for its segment hears of it, and between two builds nobody has to.
  return worker.on('error', forget).on('exit', forget)
}

function takeWaiting(): Worker | null {
  if (waiting === null) return null
  const { worker, end } = waiting
  waiting = null
  clearTimeout(end)
  worker.ref()
  return worker
}

/** It keeps no process alive. Only one waits: two builds at once are rare. */
async function letWait(worker: Worker, { segment }: BuiltSegment): Promise<void> {
  if (waiting !== null || segment.scores.length > waitsAfterStoresMax) return void (await worker.terminate())
  worker.unref()
  const end = setTimeout(() => void takeWaiting()?.terminate(), waitsMs)
  end.unref()
  waiting = { worker, end }
}
