import { findRecordedChanges, type RecordedChange, storesOfContacts } from '../catalog/changed-stores.ts'
import { itemTimesOf, type List } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import { addUnknown } from './known-items.ts'
import type { News } from './match-rows.ts'
import { changeKey, toChange } from './search-news.ts'
import type { Watch } from './watch-rows.ts'

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
  const since = new Date(watch.createdAt.getTime() - lookBackDays * 86_400_000)
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
