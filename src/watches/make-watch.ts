import { lockAccount } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import { planAt } from '../accounts/plan-state.ts'
import { type Caller, recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { noList, viewerOf } from '../collections/list-schema.ts'
import { keepList, type List } from '../collections/lists.ts'
import { noSavedSearch } from '../collections/saved-search-schema.ts'
import { holdSearch, isSameSearch } from '../collections/saved-searches.ts'
import type { Database, Db } from '../db/database.ts'
import { keepTargetList } from './check-target-list.ts'
import type { SearchNeeds, WatchedSearch } from './find-matches.ts'
import { auditTarget } from './sources.ts'
import { newsOfList, newsOfSearch } from './watch-news.ts'
import { countWatches, insertWatch, type VisitedWatch, type Watch, type WatchSettings } from './watch-rows.ts'

export type MakeNeeds = SearchNeeds & { database: Database; plans: Plans }
type NewWatch = WatchSettings & {
  /** What its maker calls it: the name of the saved search or list. */
  name: string
  isPrivate: boolean
  createdBy: string
  /** The version of the catalogue that `found` was searched in, or an earlier one. */
  judgedVersion: number
  followsStores?: boolean
} & (
    | { search: WatchedSearch & { id: string } /** What it finds now. */; found: readonly string[] }
    | { list: Pick<List, 'id' | 'kind'> }
  )

/**
 * Makes a watch, up to the number that the plan includes. What there is at this moment is known, and never reported. Null when the search
 * was changed after it was asked.
 */
export async function makeWatch(tx: Db, needs: MakeNeeds, call: Caller, asked: NewWatch): Promise<VisitedWatch | null> {
  const { account, admittedAt } = call.principal
  await lockAccount(tx, account.id)
  const most = planAt(needs.plans, account, admittedAt).watches
  if ((await countWatches(tx, account.id)) >= most) throw problems.tooManyWatches(most)
  if (!(await keepNamed(tx, call, asked))) return null
  const { mail, events, addToListId, createdBy, judgedVersion, followsStores = false } = asked
  const source =
    'list' in asked
      ? { savedSearchId: null, listId: asked.list.id, search: null }
      : { savedSearchId: asked.search.id, listId: null, search: { kind: asked.search.kind, query: asked.search.query } }
  const draft = { accountId: account.id, ...source, mail, events, addToListId, createdBy, judgedVersion, followsStores }
  const watch = await insertWatch(tx, draft)
  await noteBaseline(tx, needs, watch, asked)
  await recordCall(tx, call, 'watch.created', { target: auditTarget(watch, asked), details: { mail } })
  return { ...watch, seenMatch: 0, newMatches: 0 }
}

/** What the watch names is there until it is made, and a search is the one that was asked: false when it was changed. */
async function keepNamed(tx: Db, { principal }: Caller, asked: NewWatch): Promise<boolean> {
  const viewer = viewerOf(principal)
  if ('list' in asked && !(await keepList(tx, viewer, asked.list.id))) throw noList()
  await keepTargetList(tx, viewer, asked.addToListId)
  if ('list' in asked) return true
  const search = await holdSearch(tx, viewer.accountId, asked.search.id)
  if (!search) throw noSavedSearch()
  return isSameSearch(search, asked.search)
}

/** What is news at this moment is where the watch begins. */
async function noteBaseline(tx: Db, needs: SearchNeeds, watch: Watch, asked: NewWatch): Promise<void> {
  if ('list' in asked) await newsOfList(tx, watch, asked.list, null)
  else await newsOfSearch(tx, needs, watch, asked.search, asked.found)
}
