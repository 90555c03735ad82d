import type { Logger } from 'pino'
import { readCatalogueState, suppressionChangesSince, wasInState } from './catalog/catalogue-state.ts'
import type { Database } from './db/database.ts'
import type { Metrics } from './metrics/metrics.ts'
import { keepSnapshots } from './search/indexing/keep-snapshot.ts'
import {
  createSearch,
  createToldSearch,
  type NewsFromFollower,
  type Search,
  type SegmentNews,
} from './search/serve/create-search.ts'

export type SearchOptions = {
  /** Reads that may lag go there: the index is built from it. */
  replicaUrl?: string | null
  /** Where a node keeps its search index for the next start; unset: nowhere. */
  snapshotPath?: string
  /** Tells the threads that only search what this one has built. */
  onSegmentNews?: ((news: SegmentNews) => void) | undefined
  /** Another thread builds the index, and tells this one. */
  segmentNews?: NewsFromFollower
}

type Parts = { database: Database; log: Logger; metrics?: Metrics | null }

/** The search index: built by a worker from the catalogue and kept up with it, here or by another thread. */
export function searchOver(options: Parts & SearchOptions): Search {
  const { database, replicaUrl, log, segmentNews, onSegmentNews, snapshotPath, metrics } = options
  const changesSince = (version: number) => suppressionChangesSince(database, version)
  const onWarning = (message: string, error?: unknown) => log.warn({ err: error }, message)
  if (segmentNews) return createToldSearch(segmentNews, { changesSince, onWarning })
  const feedOptions = replicaUrl ? { databaseUrl: replicaUrl, primaryUrl: database.url } : { databaseUrl: database.url }
  return createSearch({
    feed: { feedModule: new URL('./catalog/feed.ts', import.meta.url), feedOptions },
    readState: () => readCatalogueState(database),
    onPublished: (segments, version) => metrics?.index.published(segments, version),
    changesSince,
    onWarning,
    onNews: onSegmentNews,
    ...(snapshotPath && {
      snapshots: keepSnapshots({
        path: snapshotPath,
        isOfThisCatalogue: (state) => wasInState(database, state),
        onRefused: (reason) => log.warn({ reason }, 'the kept search index is thrown away'),
      }),
    }),
  })
}
