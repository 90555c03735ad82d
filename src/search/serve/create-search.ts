import { buildInWorker, type FeedSource } from '../build/build-in-worker.ts'
import type { CatalogueState } from '../build/feed.ts'
import { type CatalogueFollower, followCatalogue } from '../build/follow-catalogue.ts'
import { createSearchIndex, type SearchIndex, type SearchIndexOptions } from './search-index.ts'

type SearchOptions = Pick<SearchIndexOptions, 'changesSince'> & {
  feed: FeedSource
  readState(): Promise<CatalogueState>
  onWarning(message: string, error?: unknown): void
}

/** An index, and what keeps it up with the catalogue. */
export function createSearch(options: SearchOptions): { searchIndex: SearchIndex; follower: CatalogueFollower } {
  const { feed, changesSince, readState, onWarning } = options
  const searchIndex = createSearchIndex({
    changesSince,
    onCatalogueWentBack() {
      onWarning('the catalogue is older than the search index, which is built again')
      follower.startOver()
    },
  })
  const follower = followCatalogue(
    { build: (changes, signal) => buildInWorker(feed, changes, signal), readState },
    {
      publish: searchIndex.publish,
      onSuppressions: searchIndex.catchUp,
      onError: (error) => onWarning('the search index could not be brought up to date', error),
    },
  )
  return { searchIndex, follower }
}
