import { requireScopes } from '../admission/challenge.ts'
import type { Clock } from '../base/clock.ts'
import { dayMs } from '../base/durations.ts'
import type { EnteringCaller } from '../call/entry.ts'
import { viewerOf } from '../collections/list-schema.ts'
import { findList, itemIdsOf, type Viewer } from '../collections/lists.ts'
import type { Database, Db } from '../db/database.ts'
import { fold } from '../search/columns/words.ts'
import type { ContactQuery, WorkQuery } from '../search/schema/filters.ts'
import type { Overlay } from '../search/serve/segment-search.ts'
import { readWorked, type WorkedItem } from './work-rows.ts'

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

/** Whether a search is held to the stores of a list. */
export const asksForList = ({ store }: Pick<ContactQuery, 'store'>): boolean => store?.list_id !== undefined

/** The stores of the list that a search names. One that the viewer does not see holds none, like one that does not exist. */
async function listOverlays(db: Db, viewer: Viewer, { store }: Pick<ContactQuery, 'store'>): Promise<Overlay[]> {
  if (store?.list_id === undefined) return []
  const list = await findList(db, viewer, store.list_id)
  const ids = list?.kind === 'stores' ? await itemIdsOf(db, viewer.accountId, list) : []
  return [{ ids, wanted: true, ofStores: true }]
}

const asksForWork = ({ work }: { work?: WorkQuery }): boolean =>
  work !== undefined && Object.values(work).some((value) => (Array.isArray(value) ? value.length > 0 : true))

/**
 * What the `work` filters of a search mean for an account: only the items that fit, or, where those that nobody has worked on fit as
 * well, all but the items that do not.
 */
async function workOverlays(
  db: Db,
  clock: Clock,
  accountId: string,
  over: 'contacts' | 'stores',
  { work = {} }: { work?: WorkQuery },
): Promise<Overlay[]> {
  if (!asksForWork({ work })) return []
  const items = await readWorked(db, accountId, over === 'contacts' ? 'ct_' : 'st_')
  const fits = fitting(work, clock.now().getTime())
  const untouched = fits(null)
  const ids = items.filter((item) => fits(item) !== untouched).map(({ id }) => id)
  return [{ ids, wanted: !untouched }]
}

/** Null is what nobody has worked on. */
function fitting(work: WorkQuery, now: number): (item: WorkedItem | null) => boolean {
  const { status_any: statuses = [], tags_any: tags = [], owner_any: owners = [], untouched_for_days: days } = work
  const wantedTags = new Set(tags.map(fold))
  return (item) =>
    (statuses.length === 0 || statuses.includes(item?.status ?? null)) &&
    (wantedTags.size === 0 || (item?.tags.some((tag) => wantedTags.has(fold(tag))) ?? false)) &&
    (owners.length === 0 || (item?.ownerId != null && owners.includes(item.ownerId))) &&
    (days === undefined || item === null || item.changedAt.getTime() <= now - days * dayMs)
}
