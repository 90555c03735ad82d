import { requireScopes } from '../admission/challenge.ts'
import type { Clock } from '../base/clock.ts'
import type { EnteringCaller } from '../call/entry.ts'
import { asksForList, listOverlays } from '../collections/list-overlay.ts'
import { viewerOf } from '../collections/list-schema.ts'
import type { Viewer } from '../collections/lists.ts'
import type { Database, Db } from '../db/database.ts'
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

/** The same for somebody who searches: what a filter tells of lists and work takes the scope that reading them takes. */
export async function callersOverlays(
  caller: EnteringCaller,
  over: 'contacts' | 'stores',
  query: OwnQuery,
  { database, clock, publicUrl }: { database: Database; clock: Clock; publicUrl: string },
): Promise<Overlay[]> {
  if (!asksForOwn(query)) return []
  const principal = await caller.admit()
  requireScopes(principal, ['lists:read'], publicUrl)
  return ownOverlays(database, clock, viewerOf(principal), over, query)
}
