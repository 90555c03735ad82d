import { isServedSql } from '../accounts/suspension.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Viewer } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import type { WatchedSearch } from './find-matches.ts'
import type { WatchName } from './known-items.ts'
import { countHidden } from './match-rows.ts'

export const mailChoices = ['off', 'daily', 'weekly'] as const
type MailChoice = (typeof mailChoices)[number]

/** At most one mail in so many days, and in words. */
export const mailEvery: Record<Exclude<MailChoice, 'off'>, { days: number; words: string }> = {
  daily: { days: 1, words: 'a day' },
  weekly: { days: 7, words: 'a week' },
}

export type WatchSettings = { mail: MailChoice; events: boolean; addToListId: string | null }

export type Watch = WatchName &
  WatchSettings & {
    savedSearchId: string | null
    listId: string | null
    followsStores: boolean
    createdBy: string
    createdAt: Date
    judgedVersion: number
    /** What its known items belong to; null for a list. */
    search: WatchedSearch | null
    lastMatch: number
  }

export const watchColumns = sql`w.account_id AS "accountId", w.watch_id AS id, w.saved_search_id AS "savedSearchId", w.list_id AS "listId", w.mail,
  w.events, w.add_to_list_id AS "addToListId", w.follows_stores AS "followsStores", w.created_by AS "createdBy", w.created_at AS "createdAt",
  w.judged_version::float8 AS "judgedVersion", w.query AS search, w.last_match::float8 AS "lastMatch"`

const isWatch = ({ accountId, id }: WatchName): Sql => sql`w.account_id = ${accountId} AND w.watch_id = ${id}`

export async function countWatches(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM watches WHERE account_id = ${accountId}`,
  )
  return row!.count
}

type WatchDraft = Pick<
  Watch,
  'accountId' | 'savedSearchId' | 'listId' | 'createdBy' | 'judgedVersion' | 'search' | 'followsStores'
> &
  WatchSettings

export async function insertWatch(tx: Db, draft: WatchDraft): Promise<Watch> {
  const [watch] = await tx.query<Watch>(sql`
    INSERT INTO watches AS w (account_id, watch_id, saved_search_id, list_id, mail, events, add_to_list_id, created_by,
      judged_version, query, follows_stores)
    VALUES (${draft.accountId}, ${`wat_${randomBase62(20)}`}, ${draft.savedSearchId}, ${draft.listId}, ${draft.mail},
      ${draft.events}, ${draft.addToListId}, ${draft.createdBy}, ${draft.judgedVersion},
      ${draft.search && JSON.stringify(draft.search)}::jsonb, ${draft.followsStores})
    RETURNING ${watchColumns}`)
  return watch!
}

/** A watch with the last match that a visitor has seen, and how many there are after it for them to see. */
export type VisitedWatch = Watch & { seenMatch: number; newMatches: number }
/** Who looks, and under which name their visits are kept. */
export type Visitor = { viewer: Viewer; visitorId: string }

const visited = ({ viewer, visitorId }: Visitor): Sql => sql`
  SELECT ${watchColumns}, seen.match::float8 AS "seenMatch",
    (w.last_match - seen.match - ${countHidden(viewer, visitorId, sql`seen.match`)})::float8 AS "newMatches"
  FROM watches w, LATERAL (SELECT coalesce((
    SELECT seen_match FROM watch_visits v
    WHERE v.account_id = w.account_id AND v.watch_id = w.watch_id AND v.visitor_id = ${visitorId}), 0) AS match) seen`

/** All of an account, the oldest first: their number has a bound. */
export const readWatches = (db: Db, visitor: Visitor): Promise<VisitedWatch[]> =>
  db.query<VisitedWatch>(
    sql`${visited(visitor)} WHERE w.account_id = ${visitor.viewer.accountId} ORDER BY w.created_at, w.watch_id`,
  )

export async function findWatch(db: Db, id: string, visitor: Visitor): Promise<VisitedWatch | null> {
  const { accountId } = visitor.viewer
  const [watch] = await db.query<VisitedWatch>(sql`${visited(visitor)} WHERE ${isWatch({ accountId, id })}`)
  return watch ?? null
}

/** The watch of the stores that somebody follows one by one; null until they follow the first. */
export async function findFollowing(db: Db, accountId: string, createdBy: string): Promise<Watch | null> {
  const [watch] = await db.query<Watch>(sql`
    SELECT ${watchColumns} FROM watches w WHERE w.account_id = ${accountId} AND w.created_by = ${createdBy} AND w.follows_stores`)
  return watch ?? null
}

/** Settings that are left out stay. Mails that are switched on cover matches from now on; the first is due after a whole day or week. */
export async function changeWatch(
  db: Db,
  name: WatchName,
  { mail, events, addToListId }: { [Setting in keyof WatchSettings]?: WatchSettings[Setting] | undefined },
): Promise<Watch | null> {
  const [watch] = await db.query<Watch>(sql`
    UPDATE watches w SET mail = coalesce(${mail}::text, w.mail), events = coalesce(${events}::boolean, w.events),
      add_to_list_id = CASE WHEN ${addToListId === undefined}::boolean THEN w.add_to_list_id ELSE ${addToListId ?? null}::text END,
      mailed_match = CASE w.mail WHEN 'off' THEN w.last_match ELSE w.mailed_match END,
      mailed_at = CASE w.mail WHEN 'off' THEN now() ELSE w.mailed_at END
    WHERE ${isWatch(name)} RETURNING ${watchColumns}`)
  return watch ?? null
}

type Judgement = { version: number; search: WatchedSearch | null; lastMatch: number }

/**
 * The caller holds the lock of the watch. Once in a transaction: PostgreSQL checks the foreign keys of a row that is written again, and would
 * wait for whoever deletes the list, who waits for the watch.
 */
export async function noteJudged(tx: Db, watch: WatchName, { version, search, lastMatch }: Judgement): Promise<void> {
  await tx.query(sql`
    UPDATE watches w SET judged_version = ${version}::bigint, query = ${search && JSON.stringify(search)}::jsonb,
      last_match = ${lastMatch}::bigint
    WHERE ${isWatch(watch)}`)
}

const ofSearch = (accountId: string, searchId: string): Sql =>
  sql`w.account_id = ${accountId} AND w.saved_search_id = ${searchId}`

export async function makersOfWatches(db: Db, accountId: string, searchId: string): Promise<string[]> {
  const rows = await db.query<{ createdBy: string }>(
    sql`SELECT DISTINCT w.created_by AS "createdBy" FROM watches w WHERE ${ofSearch(accountId, searchId)}`,
  )
  return rows.map(({ createdBy }) => createdBy)
}

/**
 * All watches of a saved search, which the caller holds, so that none is added. Null where one of them is being judged or changed: it
 * does not wait for them, because whoever deletes a list waits for its watches, too.
 */
export async function lockWatchesOf(tx: Db, accountId: string, searchId: string): Promise<Watch[] | null> {
  const watches = await tx.query<Watch & { count: number }>(sql`
    SELECT ${watchColumns}, (SELECT count(*)::int FROM watches w WHERE ${ofSearch(accountId, searchId)}) AS count
    FROM watches w WHERE ${ofSearch(accountId, searchId)} FOR NO KEY UPDATE SKIP LOCKED`)
  const all = watches[0]?.count ?? (await makersOfWatches(tx, accountId, searchId)).length
  return watches.length === all ? watches : null
}

export async function deleteWatch(db: Db, name: WatchName): Promise<boolean> {
  const gone = await db.query(sql`DELETE FROM watches w WHERE ${isWatch(name)} RETURNING 1`)
  return gone.length > 0
}

/** Somebody's watches of searches that are held to one of these lists. */
export async function deleteWatchesHeldTo(
  tx: Db,
  { accountId, createdBy }: Pick<Watch, 'accountId' | 'createdBy'>,
  listIds: readonly string[],
): Promise<void> {
  await tx.query(sql`
    DELETE FROM watches w WHERE w.account_id = ${accountId} AND w.created_by = ${createdBy}
      AND w.query->'query'->'store'->>'list_id' = ANY(${listIds}::text[])`)
}

/** How far somebody has looked. It never goes back. */
export async function noteVisit(db: Db, { accountId, id }: WatchName, visitorId: string): Promise<void> {
  await db.query(sql`
    INSERT INTO watch_visits AS v (account_id, watch_id, visitor_id, seen_match)
    SELECT account_id, watch_id, ${visitorId}, last_match FROM watches WHERE account_id = ${accountId} AND watch_id = ${id}
    ON CONFLICT (account_id, watch_id, visitor_id) DO UPDATE SET seen_match = greatest(v.seen_match, excluded.seen_match)`)
}

type DueMail = WatchName & { createdBy: string; after: number; upTo: number }

/** Takes a watch whose mail is due, for one node at a time: its matches since the last mail count as told. */
export async function takeDueMail(tx: Db): Promise<DueMail | null> {
  const [due] = await tx.query<DueMail>(sql`
    UPDATE watches w SET mailed_match = w.last_match, mailed_at = now()
    FROM (
      SELECT account_id, watch_id, mailed_match FROM watches
      WHERE ${isServedSql(sql`watches.account_id`, sql`now()`)} AND mail <> 'off' AND last_match > mailed_match AND coalesce(mailed_at, created_at)
        < now() - make_interval(days => (${JSON.stringify(mailEvery)}::jsonb->mail->>'days')::int)
      LIMIT 1 FOR UPDATE SKIP LOCKED) before
    WHERE w.account_id = before.account_id AND w.watch_id = before.watch_id
    RETURNING w.account_id AS "accountId", w.watch_id AS id, w.created_by AS "createdBy",
      before.mailed_match::float8 AS after, w.last_match::float8 AS "upTo"`)
  return due ?? null
}
