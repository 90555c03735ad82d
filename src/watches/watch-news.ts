import { changeTypes } from '../base/change-types.ts'
import { dayMs } from '../base/durations.ts'
import { findRecordedChanges, type RecordedChange, storesOfContacts } from '../catalog/changed-stores.ts'
import { itemTimesOf, type List } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import { fold } from '../search/columns/words.ts'
import { closedValue } from '../search/query/known-values.ts'
import type { AskedChange } from '../search/schema/filters.ts'
import { sentenceOf } from '../search/schema/labels.ts'
import type { SearchNeeds, WatchedSearch } from './find-matches.ts'
import { addUnknown } from './known-items.ts'
import type { MatchedChange, News } from './match-rows.ts'
import type { Watch } from './watch-rows.ts'

/**
 * Of those that a watched search finds, the ones that it did not find before; and, where it filters by changes, those whose store has
 * a new one. From now on they are known.
 */
export async function newsOfSearch(
  tx: Db,
  needs: SearchNeeds,
  watch: Watch,
  search: WatchedSearch,
  ids: readonly string[],
): Promise<News[]> {
  const fresh = await addUnknown(tx, watch, ids)
  const changesOf = await matchingChanges(tx, needs, search, ids)
  const wanted = ids.map((id) => ({ id, changes: changesOf(id) }))
  const unknown = await addUnknown(
    tx,
    watch,
    wanted.flatMap(({ id, changes }) => changes.map((change) => changeKey(id, change))),
  )
  return wanted.flatMap(({ id, changes }) => {
    const news = changes.filter((change) => unknown.has(changeKey(id, change)))
    return fresh.has(id) || news.length > 0 ? [{ itemId: id, changes: news.map(toChange) }] : []
  })
}

const changeKey = (itemId: string, { type, value, observedAt }: RecordedChange): string =>
  [itemId, type, value, observedAt.toISOString()].join('\n')

export const toChange = ({ type, value, observedAt }: RecordedChange): MatchedChange => ({
  type,
  value,
  observed_at: observedAt.toISOString(),
})

/** The changes of each item's store that the search asks for; none where it does not ask. */
async function matchingChanges(
  tx: Db,
  { clock }: SearchNeeds,
  { kind, query }: WatchedSearch,
  ids: readonly string[],
): Promise<(id: string) => RecordedChange[]> {
  const asked = (query as { store?: { changes?: { any?: AskedChange[] } } }).store?.changes?.any ?? []
  if (asked.length === 0 || ids.length === 0) return () => []
  const storeOf = kind === 'contacts' ? await storesOfContacts(tx, ids) : new Map(ids.map((id) => [id, id]))
  const now = clock.now().getTime()
  const longest = Math.max(...asked.map(({ within_days }) => within_days))
  const recorded = await findRecordedChanges(tx, [...new Set(storeOf.values())], new Date(now - longest * dayMs))
  // Types and values match as they do in the search: in any case, types also by their label.
  const wishes = asked.map(({ type, value, within_days }) => ({
    type: closedValue(changeTypes, sentenceOf, type),
    value: value === undefined ? null : fold(value),
    since: now - within_days * dayMs,
  }))
  const isAsked = (change: RecordedChange): boolean =>
    wishes.some(
      ({ type, value, since }) =>
        type === change.type && (value === null || value === fold(change.value)) && change.observedAt.getTime() > since,
    )
  const byStore = Map.groupBy(recorded.filter(isAsked), ({ storeId }) => storeId)
  return (id) => byStore.get(storeOf.get(id) ?? '') ?? []
}

/** Changes that were observed longer ago are no news, whenever they become known. */
const lookBackDays = 365

/**
 * What changed at the stores of a list, or at the stores of its contacts, and is not known yet; of items that were added after the watch
 * was made, what became known since then. From now on it is known.
 */
export async function newsOfList(
  tx: Db,
  watch: Watch,
  list: Pick<List, 'id' | 'kind'>,
  storeIds: readonly string[] | null,
): Promise<News[]> {
  const items = await itemTimesOf(tx, watch.accountId, list)
  const ids = items.map(({ id }) => id)
  const storeOf = list.kind === 'contacts' ? await storesOfContacts(tx, ids) : new Map(ids.map((id) => [id, id]))
  const changed = storeIds === null ? null : new Set(storeIds)
  const concerned = items.filter(({ id }) => storeOf.has(id) && (changed === null || changed.has(storeOf.get(id)!)))
  if (concerned.length === 0) return []
  const since = new Date(watch.createdAt.getTime() - lookBackDays * dayMs)
  const stores = [...new Set(concerned.map(({ id }) => storeOf.get(id)!))]
  const byStore = Map.groupBy(await findRecordedChanges(tx, stores, since), ({ storeId }) => storeId)
  const wanted = concerned.map((item) => {
    const changes = byStore.get(storeOf.get(item.id)!) ?? []
    return { id: item.id, changes: changes.filter((change) => isNewsFor(item, change, watch)) }
  })
  const keys = wanted.flatMap(({ id, changes }) => changes.map((change) => changeKey(id, change)))
  const unknown = await addUnknown(tx, watch, keys)
  return wanted.flatMap(({ id, changes }) => {
    const news = changes.filter((change) => unknown.has(changeKey(id, change)))
    return news.length > 0 ? [{ itemId: id, changes: news.map(toChange) }] : []
  })
}

type ListItem = Awaited<ReturnType<typeof itemTimesOf>>[number]

/**
 * What became known after the item was added. Versions say so exactly, also where the change was being written at that moment; rows from
 * before they were kept have only times.
 */
function isNewsFor({ addedAt, addedVersion }: ListItem, change: RecordedChange, { createdAt }: Watch): boolean {
  const { recordedAt, recordedVersion } = change
  if (addedVersion !== null && recordedVersion !== null) return recordedVersion > addedVersion
  return addedAt < createdAt || (recordedAt !== null && recordedAt > addedAt)
}
