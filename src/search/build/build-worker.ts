import { parentPort, workerData } from 'node:worker_threads'
import type { BuiltSegment } from './build-in-worker.ts'
import { buildSegment } from './build-segment.ts'
import type { OpenFeed } from './feed.ts'

/** The body of a build worker: opens the feed itself, so that not a single row crosses the main thread. */
const { feedModule, feedOptions } = workerData as { feedModule: string; feedOptions: unknown }
const { openFeed } = (await import(feedModule)) as { openFeed: OpenFeed }
const feed = await openFeed(feedOptions)
const { version, suppressionVersion } = feed
parentPort!.postMessage({ segment: await buildSegment(feed), version, suppressionVersion } satisfies BuiltSegment)
