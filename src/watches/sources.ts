import { problems } from '../base/problems.ts'
import { noList } from '../collections/list-schema.ts'
import { findList, type List, type Viewer } from '../collections/lists.ts'
import { noSavedSearch } from '../collections/saved-search-schema.ts'
import { findSearch, type SavedSearch } from '../collections/saved-searches.ts'
import type { Db } from '../db/database.ts'
import type { StoreQuery } from '../search/schema/filters.ts'
import type { Watch } from './watch-rows.ts'

/** `isPrivate`: it tells of a private list, so that nobody but its maker may know what it tells, or its name. */
export type WatchSource = (SavedSearch | List) & { isPrivate: boolean }

/** The list whose stores alone a search finds. */
export const heldToList = ({ query }: { query: object }): string | undefined => (query as StoreQuery).store?.list_id

/** What a watch watches; null where the viewer may not see it: a private list of somebody else, or a search that is held to one. */
export async function findSource(
  db: Db,
  { savedSearchId, listId, createdBy }: Pick<Watch, 'savedSearchId' | 'listId' | 'createdBy'>,
  viewer: Viewer,
): Promise<WatchSource | null> {
  const sees = (userId: string | null, id: string) => findList(db, { ...viewer, userId }, id)
  if (savedSearchId === null) {
    const list = await sees(viewer.userId, listId!)
    return list && { ...list, isPrivate: !list.shared }
  }
  const search = await findSearch(db, viewer.accountId, savedSearchId)
  const heldTo = search && heldToList(search)
  if (!search || !heldTo) return search && { ...search, isPrivate: false }
  // Matches are found in the name of whoever made the watch.
  const isPrivate = !(await sees(null, heldTo)) && (await sees(createdBy, heldTo)) !== null
  return isPrivate && !(await sees(viewer.userId, heldTo)) ? null : { ...search, isPrivate }
}

/** A watch as the audit log names it, which the whole account may read. */
export const auditTarget = (
  { id }: Pick<Watch, 'id'>,
  { name, isPrivate }: Pick<WatchSource, 'name' | 'isPrivate'>,
) => ({
  type: 'watch',
  id,
  name: isPrivate ? null : name,
})

/** Events reach the whole account: its feed, and its webhooks. */
export function refusePrivateEvents({ isPrivate }: Pick<WatchSource, 'isPrivate'>, events: boolean | undefined): void {
  if (isPrivate && events)
    throw problems.invalidRequest(
      'events',
      'Everybody in the account can read events, so a watch of a private list has none. Share the list first.',
    )
}

/** What a caller names to be watched: a saved search or a list, and only one of them. */
export async function requireSource(
  db: Db,
  { viewer, visitorId: createdBy }: { viewer: Viewer; visitorId: string },
  named: { saved_search_id?: string; list_id?: string },
): Promise<WatchSource> {
  const { saved_search_id: savedSearchId = null, list_id: listId = null } = named
  if ((savedSearchId === null) === (listId === null)) {
    const param = listId === null ? 'saved_search_id' : 'list_id'
    throw problems.invalidRequest(param, 'A watch needs `saved_search_id` or `list_id`, and only one of them.')
  }
  const source = await findSource(db, { savedSearchId, listId, createdBy }, viewer)
  if (!source) throw listId === null ? noSavedSearch() : noList()
  return source
}
