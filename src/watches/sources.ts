import { problems } from '../base/problems.ts'
import { noList } from '../collections/list-schema.ts'
import { findList, type List, type Viewer } from '../collections/lists.ts'
import { noSavedSearch } from '../collections/saved-search-schema.ts'
import { findSearch, type SavedSearch } from '../collections/saved-searches.ts'
import type { Db } from '../db/database.ts'
import type { Watch } from './watch-rows.ts'

export type WatchSource = SavedSearch | List

/** What a watch watches; null where the viewer may not see it: a private list of somebody else. */
export async function findSource(
  db: Db,
  { savedSearchId, listId }: Pick<Watch, 'savedSearchId' | 'listId'>,
  viewer: Viewer,
): Promise<WatchSource | null> {
  return savedSearchId === null ? findList(db, viewer, listId!) : findSearch(db, viewer.accountId, savedSearchId)
}

/** What a caller names to be watched: a saved search or a list, and only one of them. */
export async function requireSource(
  db: Db,
  viewer: Viewer,
  named: { saved_search_id?: string; list_id?: string },
): Promise<WatchSource> {
  const { saved_search_id: savedSearchId = null, list_id: listId = null } = named
  if ((savedSearchId === null) === (listId === null)) {
    throw problems.invalidRequest(undefined, 'A watch needs `saved_search_id` or `list_id`, and only one of them.')
  }
  const source = await findSource(db, { savedSearchId, listId }, viewer)
  if (!source) throw listId === null ? noSavedSearch() : noList()
  return source
}
