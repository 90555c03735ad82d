import { isDeepStrictEqual } from 'node:util'
import { findAccount } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import { isOpenSql } from '../accounts/suspension.ts'
import { modeOf } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { storesChanged } from '../catalog/changed-stores.ts'
import { fillList, findList, holdList, type Viewer } from '../collections/lists.ts'
import type { Database, Db } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import { InvalidFilter } from '../search/query/invalid-filters.ts'
import { findMatches, type SearchNeeds, type WatchedSearch } from './find-matches.ts'
import { forgetKnown } from './known-items.ts'
import { insertMatches, type News } from './match-rows.ts'
import { findSource, type WatchSource } from './sources.ts'
import { newsOfList, newsOfSearch } from './watch-news.ts'
import { isWatch, type Watch, watchColumns } from './watch-rows.ts'

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
export function judgeNext(
  database: Database,
  needs: SearchNeeds,
  except: readonly string[],
): Promise<{ watchId: string; isJudged: boolean } | null> {
  const version = needs.searchIndex.catalogueVersion()
  return database.transaction(async (tx) => {
    const watch = await lockUnjudged(tx, version, except)
    if (!watch) return null
    // Whoever opted out since is not told. Asked only now: most of the time no watch is behind.
    await needs.searchIndex.catchUp()
    try {
      return { watchId: watch.id, isJudged: await judge(tx, needs, watch, version) }
    } catch (error) {
      throw new WatchFailed(watch.id, error)
    }
  })
}

/** One that has not judged this version yet, for one node at a time: another one skips it. Those of suspended accounts wait. */
async function lockUnjudged(tx: Db, version: number, except: readonly string[]): Promise<Watch | null> {
  const [watch] = await tx.query<Watch>(sql`
    SELECT ${watchColumns} FROM watches w WHERE w.judged_version < ${version}::bigint AND NOT w.watch_id = ANY(${except}::text[])
      AND ${isOpenSql(sql`w.account_id`)}
    ORDER BY w.judged_version LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return watch ?? null
}

async function noteJudged(tx: Db, watch: Watch, version: number, search: WatchedSearch | null): Promise<void> {
  await tx.query(sql`
    UPDATE watches w SET judged_version = ${version}::bigint, query = ${search && JSON.stringify(search)}::jsonb
    WHERE ${isWatch(watch)}`)
}

/** False: somebody is changing its list at this moment. */
async function judge(tx: Db, needs: SearchNeeds, watch: Watch, version: number): Promise<boolean> {
  const source = await sourceOf(tx, needs, watch)
  // What is added now is judged in the next round: it must not come between what is read and the version that counts as judged.
  if (watch.listId !== null && source && !(await holdList(tx, watch.accountId, watch.listId))) return false
  const search = source && 'query' in source ? { kind: source.kind, query: source.query } : null
  const news = source ? await newsOf(tx, needs, watch, source, version) : []
  await noteJudged(tx, watch, version, search)
  if (news.length > 0) await tell(tx, needs, watch, { ...source!, news })
  return true
}

/** Null when nobody hears of it: without access, and in test mode, whose catalogue never changes. */
async function sourceOf(tx: Db, { clock }: SearchNeeds, watch: Watch): Promise<WatchSource | null> {
  const account = await findAccount(tx, watch.accountId)
  if (!account || modeOf(watch.accountId) === 'test' || !hasApiAccess(account, clock.now())) return null
  return findSource(tx, watch, viewerOf(watch))
}

/** News is recorded in the name of whoever made the watch. */
const viewerOf = ({ accountId, createdBy }: Watch): Viewer => ({ accountId, userId: createdBy })

async function newsOf(tx: Db, needs: SearchNeeds, watch: Watch, source: WatchSource, version: number): Promise<News[]> {
  const storeIds = await storesChanged(tx, { after: watch.judgedVersion, upTo: version, most: storesMax })
  if (!('query' in source)) return newsOfList(tx, watch, source, storeIds)
  const search = { kind: source.kind, query: source.query }
  try {
    const isSame = isDeepStrictEqual(search, watch.search)
    if (isSame && storeIds?.length === 0) return []
    const found = await findMatches(tx, needs, viewerOf(watch), search, { storeIds: isSame ? storeIds : null })
    if (isSame) return await newsOfSearch(tx, needs, watch, search, found)
    // Another search: what it finds now is where it begins.
    await forgetKnown(tx, watch)
    await newsOfSearch(tx, needs, watch, search, found)
    return []
  } catch (error) {
    // For example a value of a closed list that no longer exists: the search finds nothing until somebody changes it.
    if (error instanceof InvalidFilter) return []
    throw error
  }
}

/** Matches are kept with their event. The counter of events is the last lock. */
async function tell(
  tx: Db,
  { clock }: SearchNeeds,
  watch: Watch,
  { name, kind, isPrivate, news }: Pick<WatchSource, 'name' | 'kind' | 'isPrivate'> & { news: News[] },
): Promise<void> {
  const last = await insertMatches(tx, watch, news)
  if (watch.addToListId !== null) await addToList(tx, watch, watch.addToListId, news)
  // Everybody in the account reads events. A list may have become private since the watch was made.
  if (!watch.events || isPrivate) return
  const data = {
    watch_id: watch.id,
    saved_search_id: watch.savedSearchId,
    list_id: watch.listId,
    name,
    kind,
    count: news.length,
    last_match: last,
    // Shown as they are when somebody reads the event: who opted out meanwhile is not among them.
    data: [],
    next_cursor: null,
  }
  await recordEvents(tx, clock, watch.accountId, [{ type: 'watch.matched', data }])
}

/** As many as fit. */
async function addToList(tx: Db, watch: Watch, listId: string, news: readonly News[]): Promise<void> {
  const list = await findList(tx, viewerOf(watch), listId)
  const items = news.map(({ itemId }, place) => ({ id: itemId, place }))
  if (list) await fillList(tx, watch.accountId, list, items, null)
}
