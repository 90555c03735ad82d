import { setTimeout } from 'node:timers/promises'
import { problems } from '../base/problems.ts'
import { type AskedSearch, findSearch, isSameSearch, lockSearch } from '../collections/saved-searches.ts'
import type { ChangeWatchedSearch, SearchChangeNeeds } from '../collections/update-saved-search.ts'
import type { Db } from '../db/database.ts'
import { asksForList } from '../work/own-overlays.ts'
import { findWatchable } from './find-matches.ts'
import { isJudgedAfter, judge, TargetListHeld, viewerOf } from './judge-watch.ts'
import { forgetKnown } from './known-items.ts'
import { newsOfSearch } from './watch-news.ts'
import { lockWatchesOf, makersOfWatches, noteJudged, type Watch } from './watch-rows.ts'

type ChangedSearch = AskedSearch & { accountId: string; id: string }

/** What a search will find for its watches, in a version of the catalogue or a later one. */
type Baseline = { version: number; foundBy: (watch: Pick<Watch, 'createdBy'>) => readonly string[] | undefined }

/**
 * How long a change waits for watches that are being judged, and for the index of this node to be as new as what was judged, which may take
 * seconds after an import. Each try runs the search, so the pauses grow.
 */
const patienceMs = 10_000
const pauseMs = { first: 50, longest: 500 }

/**
 * A saved search is changed together with what its watches know. Until that moment they report what the search found before; what it finds
 * then is where they begin again.
 */
export const changeWatchedSearch: ChangeWatchedSearch = async (needs, search, change) => {
  const end = Date.now() + patienceMs
  for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.longest)) {
    const baseline = await findBaseline(needs, search)
    const outcome = await needs.database
      .transaction(async (tx) => {
        const before = await lockSearch(tx, search.accountId, search.id)
        const isOther = before !== null && !isSameSearch(before, search)
        if (isOther && !(await startOver(tx, needs, search, baseline))) return null
        return { saved: await change(tx) }
      })
      .catch((error: unknown) => {
        if (error instanceof TargetListHeld) return null
        throw error
      })
    if (outcome) return outcome.saved
    if (Date.now() > end) throw problems.serviceUnavailable()
    await setTimeout(pause)
  }
}

/** Found before anything is locked: it may take a while. */
async function findBaseline(needs: SearchChangeNeeds, search: ChangedSearch): Promise<Baseline> {
  const { database, searchIndex } = needs
  const { accountId, id } = search
  // Whatever changes from here on is judged.
  const version = searchIndex.catalogueVersion()
  const before = await findSearch(database, accountId, id)
  const isOther = before !== null && !isSameSearch(before, search)
  const makers = isOther ? await makersOfWatches(database, accountId, id) : []
  // Only what is held to a list differs by who looks.
  const eyesOf = (createdBy: string): string => (asksForList(search.query) ? createdBy : '')
  const found = new Map<string, readonly string[]>()
  for (const createdBy of makers) {
    if (found.has(eyesOf(createdBy))) continue
    const viewer = viewerOf({ accountId, createdBy })
    found.set(eyesOf(createdBy), await findWatchable(database, needs, viewer, search, 'query'))
  }
  return { version, foundBy: ({ createdBy }) => found.get(eyesOf(createdBy)) }
}

/** False where it has to be tried again: somebody holds a watch of the search, or what was found or judged is outdated. */
async function startOver(
  tx: Db,
  needs: SearchChangeNeeds,
  search: ChangedSearch,
  { version, foundBy }: Baseline,
): Promise<boolean> {
  const watches = await lockWatchesOf(tx, search.accountId, search.id)
  if (!watches || watches.some((watch) => foundBy(watch) === undefined || isJudgedAfter(version, watch))) return false
  // What came before the change is news of the search as it was, told in a transaction of its own: see `noteJudged`.
  const behind = watches.filter(({ judgedVersion }) => judgedVersion < version)
  for (const watch of behind) await judge(tx, needs, watch, version)
  if (behind.length > 0) return false
  const { kind, query } = search
  for (const watch of watches) {
    await forgetKnown(tx, watch)
    await newsOfSearch(tx, needs, watch, { kind, query }, foundBy(watch)!)
    await noteJudged(tx, watch, { version, search: { kind, query }, lastMatch: watch.lastMatch })
  }
  return true
}
