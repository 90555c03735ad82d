import { findAccount } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import { isOpenSql } from '../accounts/suspension.ts'
import { modeOf } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { storesChanged } from '../catalog/changed-stores.ts'
import { fillList, findList, holdList, holdToFill, type Viewer } from '../collections/lists.ts'
import { isSameSearch } from '../collections/saved-searches.ts'
import type { Database, Db } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import { InvalidFilter } from '../search/query/invalid-filters.ts'
import { findMatches, type SearchNeeds } from './find-matches.ts'
import { forgetKnown } from './known-items.ts'
import { insertMatches, type News } from './match-rows.ts'
import { findSource, heldToList, type WatchSource } from './sources.ts'
import { newsOfList, newsOfSearch } from './watch-news.ts'
import { noteJudged, type Watch, watchColumns } from './watch-rows.ts'

/** Changed stores that are looked at one by one; when more have changed, the whole search is run instead. */
const storesMax = 5_000

/** Nothing of this watch was judged; the others of the round still are. */
export class WatchFailed extends Error {
  readonly watchId: string

  constructor(watchId: string, cause: unknown) {
    super(`Watch ${watchId} could not be judged.`, { cause })
    this.watchId = watchId
  }
}

/** Judges one watch that is behind, in one transaction; which one. Null when none is. */
export async function judgeNext(
  database: Database,
  needs: SearchNeeds,
  except: readonly string[],
): Promise<{ watchId: string; isJudged: boolean } | null> {
  const version = needs.searchIndex.catalogueVersion()
  let watchId: string | undefined
  try {
    return await database.transaction(async (tx) => {
      const watch = await lockUnjudged(tx, version, except)
      if (!watch) return null
      watchId = watch.id
      // Whoever opted out since is not told. Asked only now: most of the time no watch is behind.
      await needs.searchIndex.catchUp()
      return { watchId, isJudged: await judge(tx, needs, watch, version) }
    })
  } catch (error) {
    if (watchId === undefined) throw error
    if (error instanceof TargetListHeld) return { watchId, isJudged: false }
    throw new WatchFailed(watchId, error)
  }
}

/** One that has not judged this version yet, for one node at a time: another one skips it. Those of suspended accounts wait. */
async function lockUnjudged(tx: Db, version: number, except: readonly string[]): Promise<Watch | null> {
  const [watch] = await tx.query<Watch>(sql`
    SELECT ${watchColumns} FROM watches w WHERE w.judged_version < ${version}::bigint AND NOT w.watch_id = ANY(${except}::text[])
      AND ${isOpenSql(sql`w.account_id`)}
    ORDER BY w.judged_version LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return watch ?? null
}

/** False: somebody is changing its list at this moment. The caller holds the lock of the watch. */
export async function judge(tx: Db, needs: SearchNeeds, watch: Watch, version: number): Promise<boolean> {
  const source = await sourceOf(tx, needs, watch)
  // What is added now is judged in the next round: it must not come between what is read and the version that counts as judged.
  if (watch.listId !== null && source && !(await holdList(tx, watch.accountId, watch.listId))) return false
  const search = source && 'query' in source ? { kind: source.kind, query: source.query } : null
  const news = source ? await newsOf(tx, needs, watch, source, version) : []
  const heldTo = (search && heldToList(search)) ?? null
  const lastMatch = await insertMatches(tx, watch, { news, heldTo })
  await noteJudged(tx, watch, { version, search, lastMatch })
  if (news.length > 0) await tell(tx, needs, { ...watch, lastMatch }, { ...source!, news })
  return true
}

/** What was judged is undone: somebody is changing the list that news is added to. */
export class TargetListHeld extends Error {}

/** Null when nobody hears of it: without access, and in test mode, whose catalogue never changes. */
async function sourceOf(tx: Db, { clock }: SearchNeeds, watch: Watch): Promise<WatchSource | null> {
  const account = await findAccount(tx, watch.accountId)
  if (!account || modeOf(watch.accountId) === 'test' || !hasApiAccess(account, clock.now())) return null
  return findSource(tx, watch, viewerOf(watch))
}

/** By a node whose index is newer. What comes before that version must not be judged again. */
export const isJudgedAfter = (version: number, { accountId, judgedVersion }: Watch): boolean =>
  modeOf(accountId) === 'live' && judgedVersion > version

/** News is recorded in the name of whoever made the watch. */
export const viewerOf = ({ accountId, createdBy }: Pick<Watch, 'accountId' | 'createdBy'>): Viewer => ({
  accountId,
  userId: createdBy,
})

async function newsOf(tx: Db, needs: SearchNeeds, watch: Watch, source: WatchSource, version: number): Promise<News[]> {
  const storeIds = await storesChanged(tx, { after: watch.judgedVersion, upTo: version, most: storesMax })
  if (!('query' in source)) return newsOfList(tx, watch, source, storeIds)
  const search = { kind: source.kind, query: source.query }
  try {
    const isSame = watch.search !== null && isSameSearch(search, watch.search)
    if (isSame && storeIds?.length === 0) return []
    const found = await findMatches(tx, needs, viewerOf(watch), search, { storeIds: isSame ? storeIds : null })
    if (isSame) return await newsOfSearch(tx, needs, watch, search, found)
    // The account has access again, or a node of the release before changed the search: what it finds now is where it begins.
    await forgetKnown(tx, watch)
    await newsOfSearch(tx, needs, watch, search, found)
    return []
  } catch (error) {
    // For example a value of a closed list that no longer exists: the search finds nothing until somebody changes it.
    if (error instanceof InvalidFilter) return []
    throw error
  }
}

/** Of matches that are kept. The counter of events is the last lock. */
async function tell(
  tx: Db,
  { clock }: SearchNeeds,
  watch: Watch,
  { name, kind, isPrivate, news }: Pick<WatchSource, 'name' | 'kind' | 'isPrivate'> & { news: News[] },
): Promise<void> {
  if (watch.addToListId !== null) await addToList(tx, watch, watch.addToListId, { kind, news })
  // Everybody in the account reads events. A list may have become private since the watch was made.
  if (!watch.events || isPrivate) return
  const data = {
    watch_id: watch.id,
    saved_search_id: watch.savedSearchId,
    list_id: watch.listId,
    name,
    kind,
    count: news.length,
    last_match: watch.lastMatch,
    // Shown as they are when somebody reads the event: who opted out meanwhile is not among them.
    data: [],
    next_cursor: null,
  }
  await recordEvents(tx, clock, watch.accountId, [{ type: 'watch.matched', data }])
}

/**
 * As many as fit. The search may have been changed to find another kind than the list holds. It does not wait for the list: whoever deletes
 * it waits for its watches.
 */
async function addToList(
  tx: Db,
  watch: Watch,
  listId: string,
  { kind, news }: Pick<WatchSource, 'kind'> & { news: readonly News[] },
): Promise<void> {
  const list = await findList(tx, viewerOf(watch), listId)
  if (list?.kind !== kind) return
  if (!(await holdToFill(tx, watch.accountId, listId))) throw new TargetListHeld()
  const items = news.map(({ itemId }, place) => ({ id: itemId, place }))
  await fillList(tx, watch.accountId, list, items, null)
}
