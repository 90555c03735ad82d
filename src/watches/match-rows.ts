import type { ChangeType } from '../base/change-types.ts'
import { type Sql, sql } from '../base/sql.ts'
import { isListSeen, type Viewer } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import type { WatchName } from './known-items.ts'

export type MatchedChange = { type: ChangeType; value: string; observed_at: string }
/** An item that is reported, and the changes of its store that it is reported for. */
export type News = { itemId: string; changes: MatchedChange[] }
export type Match = News & { match: number; matchedAt: Date }

/**
 * Numbers news and keeps them. The caller holds the lock of the watch, and notes the number of the last one, which this says. `heldTo`: the
 * list that the search was held to.
 */
export async function insertMatches(
  tx: Db,
  watch: WatchName & { lastMatch: number },
  { news, heldTo }: { news: readonly News[]; heldTo: string | null },
): Promise<number> {
  const { accountId, id, lastMatch } = watch
  if (news.length === 0) return lastMatch
  await tx.query(sql`
    INSERT INTO watch_matches (account_id, watch_id, match, item_id, changes, list_id, matched_at)
    SELECT ${accountId}, ${id}, ${lastMatch}::bigint + one.place, one.item_id, one.changes::jsonb, ${heldTo}::text, now()
    FROM unnest(${news.map(({ itemId }) => itemId)}::text[], ${news.map(({ changes }) => JSON.stringify(changes))}::text[])
      WITH ORDINALITY AS one (item_id, changes, place)`)
  return lastMatch + news.length
}

/**
 * Who reads matches: those of a search that was held to a list are for whoever sees the list, and for the maker of the watch, who saw it
 * when they were found.
 */
export type MatchReader = Viewer | 'maker'

export const readerOf = ({ createdBy }: { createdBy: string }, viewer: Viewer, visitorId: string): MatchReader =>
  createdBy === visitorId ? 'maker' : viewer

const shownTo = (reader: MatchReader): Sql =>
  reader === 'maker' ? sql`true` : sql`(m.list_id IS NULL OR ${isListSeen(reader, sql`m.list_id`)})`

/** How many matches of a row of `watches w`, after a number, are not for this viewer. */
export const countHidden = (viewer: Viewer, visitorId: string, after: Sql): Sql => sql`
  CASE WHEN w.created_by = ${visitorId} THEN 0 ELSE (
    SELECT count(*) FROM watch_matches m
    WHERE m.account_id = w.account_id AND m.watch_id = w.watch_id AND m.match > ${after}
      AND m.list_id IS NOT NULL AND NOT ${shownTo(viewer)}) END`

/** Newest first: before a number, and after another. */
export const readMatches = (
  db: Db,
  { accountId, id }: WatchName,
  reader: MatchReader,
  { before = null, after = 0, limit }: { before?: number | null; after?: number; limit: number },
): Promise<Match[]> =>
  db.query<Match>(sql`
    SELECT match::float8 AS match, item_id AS "itemId", changes, matched_at AS "matchedAt" FROM watch_matches m
    WHERE account_id = ${accountId} AND watch_id = ${id} AND match > ${after}::bigint
      AND (${before}::bigint IS NULL OR match < ${before}::bigint) AND ${shownTo(reader)}
    ORDER BY m.match DESC LIMIT ${limit}`)

export async function countMatches(db: Db, { accountId, id }: WatchName, reader: MatchReader): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM watch_matches m
    WHERE account_id = ${accountId} AND watch_id = ${id} AND ${shownTo(reader)}`)
  return row!.count
}
