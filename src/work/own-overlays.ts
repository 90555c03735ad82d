import type { Clock } from '../base/clock.ts'
import { asksForList, listOverlays } from '../collections/list-overlay.ts'
import type { Viewer } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import type { ContactQuery } from '../search/schema/filters.ts'
import type { Overlay } from '../search/serve/segment-search.ts'
import { asksForWork, workOverlays } from './work-overlay.ts'

type OwnQuery = Pick<ContactQuery, 'store' | 'work'>

/** Whether a search asks for something that only the account knows. */
export const asksForOwn = (query: OwnQuery): boolean => asksForWork(query) || asksForList(query)

/** What a search asks for that only the account knows: its work, and the stores of a list. */
export async function ownOverlays(
  db: Db,
  clock: Clock,
  viewer: Viewer,
  over: 'contacts' | 'stores',
  query: OwnQuery,
): Promise<Overlay[]> {
  const [ofWork, ofList] = await Promise.all([
    workOverlays(db, clock, viewer.accountId, over, query),
    listOverlays(db, viewer, query),
  ])
  return [...ofWork, ...ofList]
}
