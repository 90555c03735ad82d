import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { EventDraft } from './event-types.ts'

/** Called once, when an account is made: numbering then never has to insert. */
export async function openEvents(db: Db, accountId: string): Promise<void> {
  await db.query(sql`INSERT INTO event_sequences (account_id, last) VALUES (${accountId}, 0)`)
}

/**
 * Records events of an account in the transaction that causes them. The counter stays locked until the commit, so this is
 * the last lock that the transaction takes. Events with `once` that were recorded before are left out.
 */
export async function recordEvents(tx: Db, clock: Clock, accountId: string, drafts: EventDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const news = drafts.some(({ once }) => once !== undefined) ? await notYetTold(tx, accountId, drafts) : drafts
  if (news.length === 0) return
  await tx.query(sql`WITH ${recordDrafts(clock, sql`(SELECT ${accountId}::text AS account_id) cause`, news)} SELECT`)
}

/** Under the counter's lock, so that no other transaction records the same. */
async function notYetTold(tx: Db, accountId: string, drafts: EventDraft[]): Promise<EventDraft[]> {
  await tx.query(sql`SELECT FROM event_sequences WHERE account_id = ${accountId} FOR UPDATE`)
  const told = await tx.query<{ once: string }>(sql`
    SELECT once FROM events
    WHERE account_id = ${accountId} AND once = ANY(${drafts.map(({ once }) => once)}::text[])`)
  return drafts.filter(({ once }) => !told.some((row) => row.once === once))
}

/** For a statement that causes events of one account: those of the row in `cause` (account_id). */
export const recordDrafts = (clock: Clock, cause: Sql, drafts: EventDraft[]): Sql =>
  recordFrom({
    counts: sql`SELECT 0 AS place, account_id, ${drafts.length}::int AS events FROM ${cause}`,
    drafts: sql`
      SELECT 0 AS place, account_id, d.number, d.reference, d.type, d.data::json AS data, d.once, ${clock.sql} AS created_at
      FROM ${cause}, unnest(
        ${drafts.map((_, at) => at + 1)}::int[], ${drafts.map(() => randomBase62(20))}::text[],
        ${drafts.map(({ type }) => type)}::text[], ${drafts.map(({ data }) => JSON.stringify(data))}::text[],
        ${drafts.map(({ once }) => once)}::text[]
      ) AS d (number, reference, type, data, once)`,
  })

/**
 * For a statement that causes events: CTEs that number and write them. `counts` are rows (place, account_id, events), one for each
 * account; `drafts` rows (place, account_id, number, reference, type, data, once, created_at), with numbers from 1 in each place.
 * Places are compared instead of ids because they are cheaper. `reference` makes the id of an event unguessable and its own. An
 * account without a counter fails the statement, as an event without a number may not be written.
 */
export const recordFrom = ({ counts, drafts }: { counts: Sql; drafts: Sql }): Sql => sql`
    event_counter AS (
      UPDATE event_sequences s SET last = s.last + n.events FROM (${counts}) n WHERE s.account_id = n.account_id
      RETURNING n.place, s.last - n.events AS before
    ),
    recorded_event AS (
      INSERT INTO events (account_id, sequence, event_id, type, data, once, created_at)
      SELECT account_id, before + number, 'evt_' || to_hex(before + number) || 'x' || reference, type, data, once, created_at
      FROM (${drafts}) d LEFT JOIN LATERAL (SELECT before FROM event_counter c WHERE c.place = d.place LIMIT 1) c ON true
    )`

/** The number that an event's id holds; null if it is no id of an event. */
export function sequenceIn(eventId: string): number | null {
  const [, number] = /^evt_([0-9a-f]{1,13})x[0-9A-Za-z]+$/.exec(eventId) ?? []
  return number === undefined ? null : Number.parseInt(number, 16)
}
