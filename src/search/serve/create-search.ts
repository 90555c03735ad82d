import { buildInWorker, type FeedSource } from '../indexing/build-in-worker.ts'
import { followCatalogue } from '../indexing/follow-catalogue.ts'
import type { Snapshots } from '../indexing/keep-snapshot.ts'
import type { CatalogueState } from '../schema/feed.ts'
import type { PublishedSegment } from '../segments/segment-set.ts'
import { createSearchIndex, type SearchIndex, type SearchIndexOptions } from './search-index.ts'

/** Messages from the thread that follows the catalogue to the threads that only search. */
export type SegmentNews =
  | { kind: 'segments'; segments: readonly PublishedSegment[]; version: number }
  | { kind: 'suppressions' }

/** How a thread that only searches hears of the catalogue. */
export type NewsFromFollower = {
  subscribe(hear: (news: SegmentNews) => void): void
  /** Asks the follower to build everything again. */
  startOver(): void
}

type SearchOptions = Pick<SearchIndexOptions, 'changesSince'> & {
  feed: FeedSource
  readState(): Promise<CatalogueState>
  onWarning(message: string, error?: unknown): void
  snapshots?: Snapshots | undefined
  /** For those who watch: what can be searched from now on, and from which version of the catalogue. */
  onPublished?: ((segments: readonly PublishedSegment[], version: number) => void) | undefined
  /** Hears what this thread's index was told, after it has taken it over. */
  onNews?: ((news: SegmentNews) => void) | undefined
}

/** An index, and what keeps it up with the catalogue. */
export type Search = {
  searchIndex: SearchIndex
  /** Resolves when the index can be searched; from then on it follows the catalogue. */
  start(): Promise<void>
  /** Everything is built again: what was built so far does not belong to this catalogue any more. */
  startOver(): void
  stop(): Promise<void>
}

const wentBack = 'the catalogue is older than the search index: rebuilding the index'
const notUpToDate = 'the search index could not be brought up to date'

/** Builds the index from the catalogue and follows it. */
export function createSearch(options: SearchOptions): Search {
  const { feed, changesSince, readState, snapshots, onWarning, onNews, onPublished } = options
  const searchIndex = createSearchIndex({
    changesSince,
    onCatalogueWentBack() {
      onWarning(wentBack)
      follower.startOver()
    },
  })
  const follower = followCatalogue(
    { build: (changes, signal) => buildInWorker(feed, changes, signal), readState, snapshots },
    {
      async publish(segments, version) {
        await searchIndex.publish(segments, version)
        onPublished?.(segments, version)
        onNews?.({ kind: 'segments', segments, version })
      },
      async onSuppressions() {
        await searchIndex.catchUp()
        onNews?.({ kind: 'suppressions' })
      },
      onError: (error) => onWarning(notUpToDate, error),
    },
  )
  return { searchIndex, ...follower }
}

/** Searches what another thread builds: segments come as shared memory, suppressions are read here. */
export function createFollowingSearch(
  news: NewsFromFollower,
  { changesSince, onWarning }: Pick<SearchOptions, 'changesSince' | 'onWarning'>,
): Search {
  const first = Promise.withResolvers<void>()
  const searchIndex = createSearchIndex({
    changesSince,
    onCatalogueWentBack() {
      onWarning(wentBack)
      news.startOver()
    },
  })
  const take = (message: SegmentNews): Promise<void> =>
    message.kind === 'suppressions'
      ? searchIndex.catchUp()
      : searchIndex.publish(message.segments, message.version).then(first.resolve)
  news.subscribe((message) => {
    take(message).catch((error: unknown) => onWarning(notUpToDate, error))
  })
  return { searchIndex, start: () => first.promise, startOver: news.startOver, stop: async () => {} }
}
