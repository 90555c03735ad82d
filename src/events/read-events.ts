import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export type EventRow = { sequence: number; id: string; type: string; data: object; createdAt: Date }

type FeedPage = {
  events: EventRow[]
  /** The newest number of the account; 0 before the first event. */
  last: number
  /** The oldest that is kept; one past the newest if none is. */
  oldest: number
  /** The reader has seen everything up to here. */
  seen: number
}

/** Numbers that one read looks through at most: a rare type among very many events is found over several reads. */
const window = 10_000

/** Events after a number, oldest first; only of the types given, if any are. */
export async function readEvents(
  db: Db,
  accountId: string,
  { after, types, limit }: { after: number; types: readonly string[] | null; limit: number },
): Promise<FeedPage> {
  const rows = await db.query<Partial<EventRow> & { last: number; oldest: number | null }>(sql`
    SELECT state.last::float8 AS last, state.oldest::float8 AS oldest, e.*
    FROM (
      SELECT coalesce((SELECT last FROM event_sequences WHERE account_id = ${accountId}), 0) AS last, (
        SELECT sequence FROM events WHERE account_id = ${accountId} ORDER BY sequence LIMIT 1) AS oldest
    ) state
    LEFT JOIN LATERAL (
      SELECT sequence::float8 AS sequence, event_id AS id, type, data, created_at AS "createdAt" FROM events
      WHERE account_id = ${accountId} AND sequence > ${after} AND sequence <= greatest(${after}::bigint, state.oldest - 1) + ${window}
        AND (${types}::text[] IS NULL OR type = ANY(${types}::text[]))
      ORDER BY events.sequence LIMIT ${limit}
    ) e ON true ORDER BY e.sequence`)
  const { last, oldest } = rows[0]!
  const events = rows.filter((row): row is EventRow & typeof row => row.id !== undefined && row.id !== null)
  const lookedUpTo = Math.max(after, (oldest ?? last + 1) - 1) + window
  const seen = events.length === limit ? events.at(-1)!.sequence : Math.max(after, Math.min(last, lookedUpTo))
  return { events, last, oldest: oldest ?? last + 1, seen }
}

/** The newest number of each of these accounts. */
export async function readNewest(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ accountId: string; last: number }>(sql`
    SELECT account_id AS "accountId", last::float8 AS last FROM event_sequences
    WHERE account_id = ANY(${accountIds}::text[])`)
  return new Map(rows.map(({ accountId, last }) => [accountId, last]))
}

/** Events by their numbers. */
export async function readEventsAt(
  db: Db,
  accountId: string,
  sequences: readonly number[],
): Promise<Map<number, EventRow>> {
  const rows = await db.query<EventRow>(sql`
    SELECT sequence::float8 AS sequence, event_id AS id, type, data, created_at AS "createdAt" FROM events
    WHERE account_id = ${accountId} AND sequence = ANY(${sequences}::bigint[])`)
  return new Map(rows.map((row) => [row.sequence, row]))
}

/** How many were recorded, over all accounts, also those that are no longer kept. */
export async function countEvents(db: Db): Promise<number> {
  const [row] = await db.query<{ events: number }>(
    sql`SELECT coalesce(sum(last), 0)::float8 AS events FROM event_sequences`,
  )
  return row!.events
}

/** For statements of other modules: when the event with a number happened; NULL if there is none. */
export const eventTimeAt = (accountIdColumn: Sql, sequence: Sql): Sql =>
  sql`(SELECT created_at FROM events e WHERE e.account_id = ${accountIdColumn} AND e.sequence = ${sequence})`
