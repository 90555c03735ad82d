import { setImmediate } from 'node:timers/promises'
import { watchedResultsMax } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { contactsOfStores } from '../catalog/changed-stores.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { readExcluded } from '../catalog/exclusions/excluded.ts'
import type { Viewer } from '../collections/lists.ts'
import { revealedIds } from '../credits/reveals.ts'
import type { Db } from '../db/database.ts'
import { excludedCondition } from '../search/excluded-condition.ts'
import { type ExcludedMode, excludedDefault } from '../search/schema/excluded-modes.ts'
import type { ContactQuery, StoreQuery } from '../search/schema/filters.ts'
import { asking } from '../search/search-problems.ts'
import type { ContactPosition, StorePosition } from '../search/segments/positions.ts'
import type { ListCondition } from '../search/serve/id-lists.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { ownOverlays } from '../work/own-overlays.ts'

export type SearchNeeds = { searchIndex: SearchIndex; clock: Clock }
export type WatchedSearch = { kind: 'contacts' | 'stores'; query: object }
type AskedQuery = ContactQuery & StoreQuery & { excluded?: ExcludedMode; sort?: string }

/** A part of a result at a time, so that requests are answered in between. */
const pageLength = 1_000

type Part = { ids: string[]; next: ContactPosition | StorePosition | null }

/** The contacts or stores that a search finds for somebody of an account, of the whole catalogue or of some stores; at most `most`. */
export async function findMatches(
  db: Db,
  { searchIndex, clock }: SearchNeeds,
  viewer: Viewer,
  { kind, query }: WatchedSearch,
  { storeIds = null, most = Number.POSITIVE_INFINITY }: { storeIds?: readonly string[] | null; most?: number } = {},
): Promise<string[]> {
  const { accountId } = viewer
  const { excluded = excludedDefault, sort: _, ...asked } = withNormalisedDomains(query as AskedQuery)
  const overlays = await ownOverlays(db, clock, viewer, kind, asked)
  const { contactIds, storeIds: excludedStores, ownEmails } = await readExcluded(db, accountId)
  const listed = [
    ...excludedCondition(excluded, { ids: new Set(kind === 'contacts' ? contactIds : excludedStores) }),
    ...(storeIds === null ? [] : [only(kind === 'stores' ? storeIds : await contactsOfStores(db, storeIds))]),
  ]
  const revealed = asked.person?.revealed === undefined ? [] : await revealedIds(db, accountId)
  const asOf = clock.now().getTime()
  const find = (after: Part['next'], limit: number): Part => {
    const page = { limit, asOf, overlays, listed }
    const reader = searchIndex.reader()
    if (kind === 'contacts') {
      const { ids, nextAfter } = reader.searchContacts({
        ...page,
        query: asked,
        revealedIds: revealed,
        ownEmails,
        after: after as ContactPosition | null,
      })
      return { ids, next: nextAfter(ids.length) }
    }
    const { ids, nextAfter } = reader.searchStores({ ...page, query: asked, after: after as StorePosition | null })
    return { ids, next: nextAfter(ids.length) }
  }
  const all: string[] = []
  for (let after: Part['next'] = null; ; await setImmediate()) {
    const { ids, next } = find(after, Math.min(pageLength, most - all.length))
    all.push(...ids)
    if (next === null || all.length >= most) return all
    after = next
  }
}

/** What a search finds that somebody asks to watch; refused where it finds too much, or asks for what there is not. */
export async function findWatchable(
  db: Db,
  needs: SearchNeeds,
  viewer: Viewer,
  search: WatchedSearch,
  /** What the caller named it by. */
  param: 'saved_search_id' | 'query' = 'saved_search_id',
): Promise<string[]> {
  const before = param === 'query' ? 'query.' : ''
  const found = await askingAll(() => findMatches(db, needs, viewer, search, { most: watchedResultsMax + 1 }), before)
  if (found.length > watchedResultsMax) throw problems.watchTooBroad(watchedResultsMax, param)
  return found
}

/** A filter that the index can't answer becomes a 400 that names the parameter. */
export const askingAll = <T>(search: () => Promise<T>, before?: string): Promise<T> =>
  search().catch((error: unknown) =>
    asking<T>(() => {
      throw error
    }, before),
  )

const only = (ids: readonly string[]): ListCondition => ({ list: { ids: new Set(ids) }, wanted: true })
