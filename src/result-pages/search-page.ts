/** One page of a search for one caller, the same for contacts and stores: its cursors, its rows and what it may show. */

import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/problems.ts'
import { pageLimitDefault } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import type { EnteringCaller } from '../call/entry.ts'
import { isSupportView } from '../call/principal.ts'
import { excludedCondition } from '../search/excluded-condition.ts'
import { fingerprintOf } from '../search/query/asked-filters.ts'
import type { OwnEmail, OwnEmails } from '../search/query/own-emails.ts'
import { type ExcludedMode, excludedDefault } from '../search/schema/excluded-modes.ts'
import type { ContactQuery, StoreQuery } from '../search/schema/filters.ts'
import type { Sort } from '../search/schema/sorts.ts'
import { asking } from '../search/search-problems.ts'
import { type ContactPosition, encodePosition, type StorePosition } from '../search/segments/positions.ts'
import type { IdList, ListCondition } from '../search/serve/id-lists.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import type { Page } from '../search/serve/segment-search.ts'
import type { KnownExclusions } from './known-exclusions.ts'
import { createSettler, NotAsPresumed, provenPage, type Settler } from './proven-page.ts'
import { noSearchRowsLeft } from './quota.ts'
import type { SearchSettlement } from './settlement.ts'

export type SearchNeeds = {
  searchIndex: SearchIndex
  settlement: SearchSettlement
  cursors: CursorSealer
  clock: Clock
  exclusions: KnownExclusions
  /** Told of live searches that found nothing. */
  onNothingFound?: (accountId: string, query: ContactQuery & StoreQuery) => void
}

type Search<Position, Facet extends string> = {
  over: 'contacts' | 'stores'
  query: ContactQuery & StoreQuery
  sort?: Sort | undefined
  limit?: number | undefined
  cursor?: string | null | undefined
  /** What becomes of those whom the account excludes. */
  excluded?: ExcludedMode | undefined
  /** What a cursor of this kind of search says, once it is open. */
  decodePosition(text: string): Position
  find(
    reader: IndexReader,
    page: {
      limit: number
      after: Position | null
      asOf: number
      listed: readonly ListCondition[]
      ownEmails: OwnEmails
    },
  ): Page<Position, Facet>
  /** Contacts on the page, to learn which of them the account has revealed. */
  contactsOf(ids: readonly string[]): readonly string[]
}

/**
 * A caller who is only presumed is admitted with the page. If that fails, admission decides before anything else that is wrong
 * is said.
 */
export async function findSearchPage<Position extends StorePosition | ContactPosition, Facet extends string>(
  caller: EnteringCaller,
  search: Search<Position, Facet>,
  needs: SearchNeeds,
) {
  const presumed = caller.presume()
  if (presumed === null) return findPage(createSettler(await caller.admit(), needs.settlement), search, needs)
  const settler = createSettler(presumed, needs.settlement)
  try {
    return await findPage(settler, search, needs)
  } catch (error) {
    const isUpToAdmission = error instanceof NotAsPresumed || error instanceof Problem
    if (settler.admitted() !== null || !isUpToAdmission) throw error
    return findPage(createSettler(await caller.admit(), needs.settlement), search, needs)
  }
}

/**
 * A cursor opens only for the account and the query that it was issued for. The page is settled before anybody sees it:
 * its rows are counted, and it holds nobody who was suppressed meanwhile.
 */
async function findPage<Position extends StorePosition | ContactPosition, Facet extends string>(
  settler: Settler,
  {
    over,
    query,
    sort,
    limit = pageLimitDefault,
    cursor,
    excluded = excludedDefault,
    decodePosition,
    find,
    contactsOf,
  }: Search<Position, Facet>,
  { searchIndex, cursors, clock, exclusions, onNothingFound }: SearchNeeds,
) {
  const { accountId } = settler
  const fingerprint = fingerprintOf(over, query, { sort, excluded })
  const opened = cursor == null ? null : readCursor(cursors.open(cursor, accountId, fingerprint))
  const after = opened && decodePosition(opened.position)
  // All pages of a run are as of its first one, so that nothing moves in or out of "within n days" between them.
  const asOf = opened?.asOf ?? clock.now().getTime()
  const { found, settled } = await provenPage(
    searchIndex,
    (reader) => {
      const { version, [over]: list, ownEmails } = exclusions.of(accountId)
      const listed = excludedCondition(excluded, list)
      return { ...asking(() => find(reader, { limit, after, asOf, listed, ownEmails })), version, list, ownEmails }
    },
    ({ ids, version: exclusionVersion }, suppressionVersion) =>
      settler.settle({ rows: ids.length, contactIds: contactsOf(ids), suppressionVersion, exclusionVersion }),
    () => exclusions.refresh(accountId),
  )
  if (settled.left === 0) throw noSearchRowsLeft(settler.admitted()!)
  if (found.total === 0 && !isSupportView(settler.admitted()!)) onNothingFound?.(accountId, query)
  const { granted, revealed } = settled
  // A page that the quota cuts short ends earlier.
  const next = found.nextAfter(granted)
  return {
    found,
    hits: found.hits.slice(0, granted),
    /** Places among the hits. */
    revealed,
    /** Places as well; null where excluded ones are left out. */
    excluded: excluded === 'hide' ? null : placesOf(found.ids, found.list),
    /** By place: what is left of the emails of contacts, where the account reported some as bounced. */
    ownEmails: ownOf(found.ids, found.ownEmails),
    nextCursor: next && cursors.seal(`${asOf}${timeMark}${encodePosition(next)}`, accountId, fingerprint),
  }
}

const placesOf = (ids: readonly string[], { ids: listed }: IdList): ReadonlySet<number> =>
  new Set(ids.flatMap((id, at) => (listed.has(id) ? [at] : [])))

const ownOf = (ids: readonly string[], own: OwnEmails): ReadonlyMap<number, readonly OwnEmail[]> =>
  own.size === 0 ? nothingOwn : new Map(ids.flatMap((id, at) => (own.has(id) ? [[at, own.get(id)!] as const] : [])))
const nothingOwn: ReadonlyMap<number, readonly OwnEmail[]> = new Map()

/** Between the time of the first page and the position. Cursors of earlier releases have no time. */
const timeMark = ' '

function readCursor(text: string): { asOf: number | null; position: string } {
  const mark = text.indexOf(timeMark)
  return mark === -1
    ? { asOf: null, position: text }
    : { asOf: Number(text.slice(0, mark)), position: text.slice(mark + timeMark.length) }
}
