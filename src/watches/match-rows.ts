import type { ChangeType } from '../base/change-types.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { WatchName } from './known-items.ts'

export type MatchedChange = { type: ChangeType; value: string; observed_at: string }
/** An item that is reported, and the changes of its store that it is reported for. */
export type News = { itemId: string; changes: MatchedChange[] }
export type Match = News & { match: number; matchedAt: Date }

/** Numbers news and keeps them. The caller holds the lock of the watch, and notes the number of the last one, which this says. */
export async function insertMatches(
  tx: Db,
  watch: WatchName & { lastMatch: number },
  news: readonly News[],
): Promise<number> {
  const { accountId, id, lastMatch } = watch
  if (news.length === 0) return lastMatch
  await tx.query(sql`
    INSERT INTO watch_matches (account_id, watch_id, match, item_id, changes, matched_at)
    SELECT ${accountId}, ${id}, ${lastMatch}::bigint + one.place, one.item_id, one.changes::jsonb, now()
    FROM unnest(${news.map(({ itemId }) => itemId)}::text[], ${news.map(({ changes }) => JSON.stringify(changes))}::text[])
      WITH ORDINALITY AS one (item_id, changes, place)`)
  return lastMatch + news.length
}

/** Newest first: before a number, and after another. */
export const readMatches = (
  db: Db,
  { accountId, id }: WatchName,
  { before = null, after = 0, limit }: { before?: number | null; after?: number; limit: number },
): Promise<Match[]> =>
  db.query<Match>(sql`
    SELECT match::float8 AS match, item_id AS "itemId", changes, matched_at AS "matchedAt" FROM watch_matches
    WHERE account_id = ${accountId} AND watch_id = ${id} AND match > ${after}::bigint
      AND (${before}::bigint IS NULL OR match < ${before}::bigint)
    ORDER BY watch_matches.match DESC LIMIT ${limit}`)

export async function countMatches(db: Db, { accountId, id }: WatchName): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM watch_matches WHERE account_id = ${accountId} AND watch_id = ${id}`,
  )
  return row!.count
}
