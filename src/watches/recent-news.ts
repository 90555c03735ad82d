import { dayMs } from '../base/durations.ts'
import { findRecordedChanges, storesOfContacts } from '../catalog/changed-stores.ts'
import { itemIdsOf, type List, type Viewer } from '../collections/lists.ts'
import type { Database } from '../db/database.ts'
import type { AskedChange } from '../search/schema/filters.ts'
import { findMatches, type SearchNeeds, type WatchedSearch } from './find-matches.ts'
import type { News } from './match-rows.ts'
import { toChange } from './watch-news.ts'

export const previewDays = 30
/** A preview counts no further. */
const newsMax = 10_000

export type Watchable = WatchedSearch | Pick<List, 'id' | 'kind'>
type Filters = { person?: object; store?: { changes?: { any?: AskedChange[] } } }

/** The recent matches that a watch would have reported: an estimate from the catalogue as it is now. */
export async function newsOfLastDays(
  database: Database,
  needs: SearchNeeds,
  viewer: Viewer,
  watched: Watchable,
): Promise<News[]> {
  if (!('query' in watched)) return newsOfListed(database, needs, viewer.accountId, watched)
  const { kind, query } = watched
  const { person, store } = query as Filters
  const came =
    kind === 'contacts'
      ? { ...query, person: { ...person, added_within_days: previewDays } }
      : { ...query, store: { ...store, first_seen_within_days: previewDays } }
  const asked = store?.changes?.any ?? []
  const within = (days: number) => Math.min(days, previewDays)
  const any = asked.map((change) => ({ ...change, within_days: within(change.within_days) }))
  const changed = { ...query, store: { ...store, changes: { any } } }
  const searches = asked.length > 0 ? [came, changed] : [came]
  const found: string[] = []
  for (const one of searches) {
    found.push(...(await findMatches(database, needs, viewer, { kind, query: one }, { most: newsMax })))
  }
  return [...new Set(found)].map((itemId) => ({ itemId, changes: [] }))
}

async function newsOfListed(
  database: Database,
  { clock }: SearchNeeds,
  accountId: string,
  list: Pick<List, 'id' | 'kind'>,
): Promise<News[]> {
  const ids = await itemIdsOf(database, accountId, list)
  const storeOf = list.kind === 'contacts' ? await storesOfContacts(database, ids) : new Map(ids.map((id) => [id, id]))
  const since = new Date(clock.now().getTime() - previewDays * dayMs)
  const changes = await findRecordedChanges(database, [...new Set(storeOf.values())], since)
  const byStore = Map.groupBy(changes, ({ storeId }) => storeId)
  return ids.flatMap((itemId) => {
    const found = byStore.get(storeOf.get(itemId) ?? '') ?? []
    return found.length > 0 ? [{ itemId, changes: found.map(toChange) }] : []
  })
}
