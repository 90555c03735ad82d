import type { Logger } from 'pino'
import type { Admission } from '../admission/admission.ts'
import type { Clock } from '../base/clock.ts'
import type { Secrets } from '../base/secrets.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'
import {
  isSuppressionVersionCurrent,
  readCatalogueState,
  suppressionChangesSince,
  wasInState,
} from '../catalog/catalogue-state.ts'
import type { OnBatch } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { noteUnmetSearches, type UnmetSearches } from '../reports/unmet-searches.ts'
import { createKnownExclusions, type KnownExclusions } from '../result-pages/known-exclusions.ts'
import { createPageAdmission } from '../result-pages/page-admission.ts'
import { createSearchSettlement, type SearchSettlement } from '../result-pages/settlement.ts'
import { keepSnapshots } from '../search/indexing/keep-snapshot.ts'
import {
  createFollowingSearch,
  createSearch,
  type NewsFromFollower,
  type Search,
  type SegmentNews,
} from '../search/serve/create-search.ts'
import { syntheticVersion } from '../test-mode/synthetic-index.ts'

export type SearchOptions = {
  /** Reads that may lag go there: the index is built from it. */
  replicaUrl?: string | null
  /** Where a node keeps its search index for the next start; unset: nowhere. */
  snapshotPath?: string
  /** Tells the threads that only search what this one has built. */
  onSegmentNews?: ((news: SegmentNews) => void) | undefined
  /** Another thread builds the index and sends it here. */
  segmentNews?: NewsFromFollower
}

type Parts = { database: Database; log: Logger; metrics?: Metrics | null }

/** The search index: built by a worker from the catalogue and kept up with it, here or by another thread. */
export function searchOver(options: Parts & SearchOptions): Search {
  const { database, replicaUrl, log, segmentNews, onSegmentNews, snapshotPath, metrics } = options
  const changesSince = (version: number) => suppressionChangesSince(database, version)
  const onWarning = (message: string, error?: unknown) => log.warn({ err: error }, message)
  if (segmentNews) return createFollowingSearch(segmentNews, { changesSince, onWarning })
  const feedOptions = replicaUrl ? { databaseUrl: replicaUrl, primaryUrl: database.url } : { databaseUrl: database.url }
  return createSearch({
    feed: { feedModule: new URL('../catalog/feed.ts', import.meta.url), feedOptions },
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

type BatchWatch = (batch: string) => { onBatch?: OnBatch }

type PageParts = {
  admission: Admission
  watched: BatchWatch
  background: Database
  secrets: Secrets
  log: Logger
}
type Pages = { settlement: SearchSettlement; exclusions: KnownExclusions; onNothingFound: UnmetSearches['note'] }

/**
 * Pages are settled by themselves, or together with the admission of callers who were admitted a moment ago; what accounts exclude; and
 * what they did not find.
 */
export function openPages(
  database: Database,
  clock: Clock,
  { admission, watched, background, secrets, log }: PageParts,
): Pages & { unmet: UnmetSearches } {
  // Nobody is ever suppressed in the catalogue of test mode.
  const isCurrent = (version: Sql) =>
    sql`(${version} = ${rawSql(String(syntheticVersion))} OR ${isSuppressionVersionCurrent(version)})`
  const pageAdmission = createPageAdmission(database, clock, isCurrent, admission.joint, watched('admitted search'))
  const settlement = createSearchSettlement(database, clock, isCurrent, { pageAdmission, ...watched('search') })
  const unmet = noteUnmetSearches(background, { clock, secret: secrets.authSecret, log })
  return { settlement, exclusions: createKnownExclusions(database), onNothingFound: unmet.note, unmet }
}
