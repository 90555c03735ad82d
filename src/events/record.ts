import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { EventDraft } from './event-types.ts'

/**
 * Records events of an account in the transaction that causes them. The counter stays locked until the commit, so this is the last
 * lock that the transaction takes. Events with `once` that were told before are left out.
 */
export async function recordEvents(tx: Db, clock: Clock, accountId: string, drafts: EventDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const news = drafts.some(({ once }) => once !== undefined) ? await notYetTold(tx, accountId, drafts) : drafts
  if (news.length === 0) return
  await tx.query(sql`WITH ${recordFrom(draftRows(clock, accountId, news))} SELECT`)
}

/** Under the counter's lock, so that nobody tells the same at the same time. */
async function notYetTold(tx: Db, accountId: string, drafts: EventDraft[]): Promise<EventDraft[]> {
  await tx.query(sql`
    INSERT INTO event_sequences AS s (account_id, last) VALUES (${accountId}, 0)
    ON CONFLICT (account_id) DO UPDATE SET last = s.last`)
  const told = await tx.query<{ once: string }>(sql`
    SELECT once FROM events
    WHERE account_id = ${accountId} AND once = ANY(${drafts.map(({ once }) => once)}::text[])`)
  return drafts.filter(({ once }) => !told.some((row) => row.once === once))
}

/** Drafts as rows for `recordFrom`. */
export const draftRows = (clock: Clock, accountId: string | Sql, drafts: EventDraft[], from: Sql = sql``): Sql => sql`
  SELECT ${accountId}::text AS account_id, d.place, d.reference, d.type, d.data::json AS data, d.once, ${clock.sql} AS created_at
  FROM ${from} unnest(
    ${drafts.map((_, at) => at)}::bigint[], ${drafts.map(() => randomBase62(20))}::text[],
    ${drafts.map(({ type }) => type)}::text[], ${drafts.map(({ data }) => JSON.stringify(data))}::text[],
    ${drafts.map(({ once }) => once)}::text[]
  ) AS d (place, reference, type, data, once)`

/**
 * For a statement that causes events: CTEs that number and write the rows of `drafts` (account_id, place, reference, type, data, once,
 * created_at), those of an account in the order of `place`. `reference` makes the id of an event unguessable and its own.
 */
export const recordFrom = (drafts: Sql): Sql => sql`
    event_draft AS MATERIALIZED (${drafts}),
    event_counter AS (
      INSERT INTO event_sequences AS s (account_id, last)
      SELECT account_id, count(*) FROM event_draft GROUP BY account_id ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET last = s.last + excluded.last
      RETURNING account_id, last
    ),
    recorded_event AS (
      INSERT INTO events (account_id, sequence, event_id, type, data, once, created_at)
      SELECT account_id, sequence, 'evt_' || to_hex(sequence) || 'x' || reference, type, data, once, created_at
      FROM (
        SELECT d.*, c.last + row_number() OVER (PARTITION BY d.account_id ORDER BY d.place)
          - count(*) OVER (PARTITION BY d.account_id) AS sequence
        FROM event_draft d JOIN event_counter c ON c.account_id = d.account_id
      ) numbered
    )`

/** The number that an event's id holds; null if it is no id of an event. */
export function sequenceIn(eventId: string): number | null {
  const [, number] = /^evt_([0-9a-f]{1,13})x[0-9A-Za-z]+$/.exec(eventId) ?? []
  return number === undefined ? null : Number.parseInt(number, 16)
}
