import { prepared, type Sql, sql } from '../base/sql.ts'
import { entryTimeAfter } from '../credits/entry-news.ts'
import type { Database, Db } from '../db/database.ts'
import { isBehindLedger, numberLedger } from './record.ts'

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

type FeedQuery = { after: number; types: readonly string[] | null; limit: number }

/** Events after a number, oldest first; only of the types given, if any are. */
export async function readEvents(database: Database, accountId: string, query: FeedQuery): Promise<FeedPage> {
  const newest = (await readNewest(database, [accountId])).get(accountId)
  if (newest?.isBehind) await database.transaction((tx) => numberLedger(tx, accountId))
  return readNumbered(database, accountId, query)
}

/** The same for whoever wants only the next ones, and not `last`: the ledger is numbered when too few of its entries are. */
export async function readNextEvents(database: Database, accountId: string, query: FeedQuery): Promise<FeedPage> {
  const page = await readNumbered(database, accountId, query)
  return page.events.length === query.limit ? page : readEvents(database, accountId, query)
}

async function readNumbered(db: Db, accountId: string, { after, types, limit }: FeedQuery): Promise<FeedPage> {
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

type Newest = { last: number; isBehind: boolean }

/** The newest number of each of these accounts, and whether its ledger may tell more. */
async function readNewest(db: Db, accountIds: readonly string[]): Promise<Map<string, Newest>> {
  const rows = await db.query<Newest & { accountId: string }>(sql`
    SELECT a.account_id AS "accountId", coalesce(s.last, 0)::float8 AS last, ${isBehindLedger(sql`s`, sql`a.account_id`)} AS "isBehind"
    FROM unnest(${accountIds}::text[]) AS a (account_id) LEFT JOIN event_sequences s ON s.account_id = a.account_id`)
  return new Map(rows.map(({ accountId, ...newest }) => [accountId, newest]))
}

/** Says of each account whether it has, or may have, events after a number. */
export async function findNews(
  db: Db,
  accountIds: readonly string[],
): Promise<(accountId: string, after: number) => boolean> {
  const newest = await readNewest(db, [...new Set(accountIds)])
  return (accountId, after) => {
    const known = newest.get(accountId)
    return known !== undefined && (known.isBehind || known.last > after)
  }
}

/** Events by their numbers. */
export async function readEventsAt(
  db: Db,
  accountId: string,
  sequences: readonly number[],
): Promise<Map<number, EventRow>> {
  const rows = await db.query<EventRow>(
    prepared(
      'read_events_at',
      sql`
    SELECT sequence::float8 AS sequence, event_id AS id, type, data, created_at AS "createdAt" FROM events
    WHERE account_id = ${accountId} AND sequence = ANY(${sequences}::bigint[])`,
    ),
  )
  return new Map(rows.map((row) => [row.sequence, row]))
}

/** How many were recorded, over all accounts, also those that are no longer kept. */
export async function countEvents(db: Db): Promise<number> {
  const [row] = await db.query<{ events: number }>(
    sql`SELECT coalesce(sum(last), 0)::float8 AS events FROM event_sequences`,
  )
  return row!.events
}

/** For statements of other modules: the type of an event; NULL if it is no longer kept. */
export const eventTypeAt = (accountIdColumn: Sql, sequence: Sql): Sql =>
  sql`(SELECT type FROM events e WHERE e.account_id = ${accountIdColumn} AND e.sequence = ${sequence})`

/** For statements of other modules: when the first event after a number happened, or may have happened; NULL if there is none. */
export const eventTimeAfter = (accountIdColumn: Sql, sequence: Sql): Sql => sql`coalesce(
  (SELECT created_at FROM events e WHERE e.account_id = ${accountIdColumn} AND e.sequence = ${sequence} + 1),
  ${entryTimeAfter(accountIdColumn, sql`coalesce((SELECT entry_seq FROM event_sequences s WHERE s.account_id = ${accountIdColumn}), 0)`)})`
