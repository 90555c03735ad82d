import type { Clock } from '../base/clock.ts'
import type { EventDraft } from '../base/event-types.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import { entryNews, lastEntrySeq, newestEntries } from '../credits/entry-news.ts'
import type { Database, Db } from '../db/database.ts'

/**
 * Records events of an account in the transaction that causes them. The counter stays locked until the commit, so this is
 * the last lock that the transaction takes. Events with `once` that were recorded before are left out.
 */
export async function recordEvents(tx: Db, clock: Clock, accountId: string, drafts: EventDraft[]): Promise<void> {
  if (drafts.length === 0) return
  await numberLedger(tx, accountId)
  const news = drafts.some(({ once }) => once !== undefined) ? await notYetRecorded(tx, accountId, drafts) : drafts
  if (news.length === 0) return
  await tx.query(sql`
    WITH counter AS (
      UPDATE event_sequences SET last = last + ${news.length}::int WHERE account_id = ${accountId}
      RETURNING account_id, last - ${news.length}::int AS before
    )
    INSERT INTO events (account_id, sequence, event_id, type, data, once, created_at)
    SELECT account_id, before + d.number, ${eventId(sql`before + d.number`, sql`d.reference`)}, d.type, d.data::json, d.once, ${clock.sql}
    FROM counter, unnest(
      ${news.map((_, at) => at + 1)}::int[], ${news.map(() => randomBase62(20))}::text[],
      ${news.map(({ type }) => type)}::text[], ${news.map(({ data }) => JSON.stringify(data))}::text[],
      ${news.map(({ once }) => once)}::text[]
    ) AS d (number, reference, type, data, once)`)
}

export type AccountEvent = { accountId: string; event: EventDraft }

/** Drops events that are recorded already, for callers that poll. Read without a lock, so recording checks again. */
export async function withoutRecorded(db: Db, news: AccountEvent[]): Promise<AccountEvent[]> {
  if (news.length === 0) return []
  const told = await db.query<{ place: number }>(sql`
    SELECT asked.place::int AS place
    FROM unnest(${news.map(({ accountId }) => accountId)}::text[], ${news.map(({ event }) => event.once)}::text[])
      WITH ORDINALITY AS asked (account_id, once, place)
    JOIN events e ON e.account_id = asked.account_id AND e.once = asked.once`)
  const places = new Set(told.map(({ place }) => place - 1))
  return news.filter((_, at) => !places.has(at))
}

/** Under the counter's lock, so that no other transaction records the same. */
async function notYetRecorded(tx: Db, accountId: string, drafts: EventDraft[]): Promise<EventDraft[]> {
  const told = await tx.query<{ once: string }>(sql`
    SELECT once FROM events
    WHERE account_id = ${accountId} AND once = ANY(${drafts.map(({ once }) => once)}::text[])`)
  return drafts.filter(({ once }) => !told.some((row) => row.once === once))
}

/**
 * Gives what the ledger tells its numbers, up to its newest entry, and resolves to the newest number. A spend only writes its entry: nobody
 * pays for events that nobody reads. Entries of an account become visible in their order, so none is left out; and whoever
 * records or reads any event comes through here first, so none is told after something that followed it.
 */
export async function numberLedger(tx: Db, accountId: string): Promise<number> {
  const [counter] = await tx.query<{ last: number; entrySeq: number; isBehind: boolean }>(sql`
    INSERT INTO event_sequences AS s (account_id, last, entry_seq) VALUES (${accountId}, 0, 0)
    ON CONFLICT (account_id) DO UPDATE SET last = s.last
    RETURNING last::float8 AS last, entry_seq::float8 AS "entrySeq", ${isBehindLedger(sql`s`, sql`s.account_id`)} AS "isBehind"`)
  const { last, entrySeq, isBehind } = counter!
  if (!isBehind) return last
  const [numbered] = await tx.query<{ last: number }>(sql`
    WITH news AS MATERIALIZED (
      SELECT ${last}::bigint + row_number() OVER (ORDER BY seq, place) AS sequence, reference, type, data, created_at
      FROM (${entryNews(sql`${accountId}`, sql`${entrySeq}::bigint`)}) told
    ),
    recorded AS (
      INSERT INTO events (account_id, sequence, event_id, type, data, created_at)
      SELECT ${accountId}, sequence, ${eventId(sql`sequence`, sql`reference`)}, type, data, created_at FROM news
    )
    UPDATE event_sequences s SET last = last + (SELECT count(*) FROM news), entry_seq = ${lastEntrySeq(sql`s.account_id`)}
    WHERE account_id = ${accountId} RETURNING last::float8 AS last`)
  return numbered!.last
}

/** So that nobody who records or reads an event has more than this many entries to number first. */
const unnumberedMax = 1_000

/** Numbers what long ledgers tell, for accounts whose events nobody reads. */
export async function numberLongLedgers(database: Database): Promise<void> {
  const behind = await database.query<{ accountId: string }>(sql`
    SELECT b.account_id AS "accountId" FROM ${newestEntries} b LEFT JOIN event_sequences s ON s.account_id = b.account_id
    WHERE b.last_seq > coalesce(s.entry_seq, 0) + ${unnumberedMax}::int`)
  for (const { accountId } of behind) await database.transaction((tx) => numberLedger(tx, accountId))
}

/** Whether the ledger of an account has entries that its counter `s`, if it has one yet, does not know. */
export const isBehindLedger = (s: Sql, accountIdColumn: Sql): Sql =>
  sql`coalesce(coalesce(${s}.entry_seq, 0) < ${lastEntrySeq(accountIdColumn)}, false)`

/** Holds the number, so that an event is found by its id, and a reference that makes it unguessable. */
const eventId = (sequence: Sql, reference: Sql): Sql => sql`'evt_' || to_hex(${sequence}) || 'x' || ${reference}`

/** The number that an event's id holds; null if it is no id of an event. */
export function sequenceIn(eventId: string): number | null {
  const [, number] = /^evt_([0-9a-f]{1,13})x[0-9A-Za-z]+$/.exec(eventId) ?? []
  return number === undefined ? null : Number.parseInt(number, 16)
}
