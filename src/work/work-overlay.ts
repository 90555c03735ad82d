import type { Clock } from '../base/clock.ts'
import { dayMs } from '../base/durations.ts'
import type { Db } from '../db/database.ts'
import { fold } from '../search/columns/words.ts'
import type { WorkQuery } from '../search/schema/filters.ts'
import type { Overlay } from '../search/serve/segment-search.ts'
import { readWorked, type WorkedItem } from './work-rows.ts'

/** Whether a search asks for something that only the account knows. */
export const asksForWork = ({ work }: { work?: WorkQuery }): boolean =>
  work !== undefined && Object.values(work).some((value) => (Array.isArray(value) ? value.length > 0 : true))

/**
 * What the `work` filters of a search mean for an account: only the items that fit, or, where those that nobody has worked on fit as
 * well, all but the items that do not.
 */
export async function workOverlays(
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
