import { findList, type Viewer } from '../collections/lists.ts'
import { findSearch } from '../collections/saved-searches.ts'
import type { Db } from '../db/database.ts'
import type { Watch } from './watch-rows.ts'

export type WatchSource = { name: string; kind: 'contacts' | 'stores' }

/** What a watch watches; null where the viewer may not see it: a private list of somebody else. */
export async function findSource(
  db: Db,
  { savedSearchId, listId }: Pick<Watch, 'savedSearchId' | 'listId'>,
  viewer: Viewer,
): Promise<WatchSource | null> {
  return savedSearchId === null ? findList(db, viewer, listId!) : findSearch(db, viewer.accountId, savedSearchId)
}
