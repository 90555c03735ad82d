import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/**
 * Which of these contacts the account owns, and since when. Here and below, LIMIT keeps a question about one contact from
 * being planned as one about all that the account owns, which PostgreSQL prefers while most accounts own little.
 */
export async function ownedAmong(db: Db, accountId: string, contactIds: string[]): Promise<Map<string, Date>> {
  const rows = await db.query<{ contact_id: string; revealed_at: Date }>(
    prepared(
      'owned_among',
      sql`SELECT owned.* FROM unnest(${contactIds}::text[]) AS asked (contact_id) CROSS JOIN LATERAL (
          SELECT contact_id, revealed_at FROM reveals
          WHERE account_id = ${accountId} AND contact_id = asked.contact_id LIMIT 1) owned`,
    ),
  )
  return new Map(rows.map((row) => [row.contact_id, row.revealed_at]))
}

export type OwnedReveal = { contactId: string; revealedAt: Date; position: RevealPosition }

/** The spend that bought the contact, and its place among the contacts of that spend. */
export type RevealPosition = { seq: number; place: number }

/**
 * Newest first. Read from the spends, which name their contacts in order: the hot path then needs no second index on
 * reveals for this list.
 */
export async function listReveals(
  db: Db,
  accountId: string,
  { after, limit }: { after: RevealPosition | null; limit: number },
): Promise<OwnedReveal[]> {
  const rest = after ? sql`AND e.seq <= ${after.seq} AND (e.seq < ${after.seq} OR c.place > ${after.place})` : sql``
  const rows = await db.query<RevealRow>(
    prepared(
      after ? 'list_reveals_after' : 'list_reveals',
      sql`
    SELECT c.contact_id, e.created_at AS revealed_at, e.seq, c.place
    FROM credit_entries e, unnest(e.contact_ids) WITH ORDINALITY AS c (contact_id, place)
    WHERE e.account_id = ${accountId} AND e.kind = 'spend' ${rest}
    ORDER BY e.seq DESC, c.place LIMIT ${limit}::int`,
    ),
  )
  return rows.map(toOwnedReveal)
}

/** The contacts of the newest reveals, as rows `(contact_id, seq, place)`, for statements of other modules. */
export const newestReveals = (accountId: string, limit: number): Sql => sql`
  SELECT c.contact_id, e.seq, c.place
  FROM credit_entries e, unnest(e.contact_ids) WITH ORDINALITY AS c (contact_id, place)
  WHERE e.account_id = ${accountId} AND e.kind = 'spend'
  ORDER BY e.seq DESC, c.place LIMIT ${limit}`

type RevealRow = { contact_id: string; revealed_at: Date; seq: number; place: number }

const toOwnedReveal = ({ contact_id, revealed_at, seq, place }: RevealRow): OwnedReveal => ({
  contactId: contact_id,
  revealedAt: revealed_at,
  position: { seq, place },
})

/** Those of a list of contacts, all at once. A list has a bound, what an account owns has none. */
export async function listRevealsAmong(db: Db, accountId: string, contactIds: string[]): Promise<OwnedReveal[]> {
  const rows = await db.query<RevealRow>(sql`
    SELECT owned.contact_id, owned.revealed_at, e.seq, array_position(e.contact_ids, owned.contact_id) AS place
    FROM unnest(${contactIds}::text[]) AS listed (contact_id)
    CROSS JOIN LATERAL (
      SELECT contact_id, revealed_at, entry_seq FROM reveals
      WHERE account_id = ${accountId} AND contact_id = listed.contact_id LIMIT 1) owned
    JOIN credit_entries e ON e.account_id = ${accountId} AND e.seq = owned.entry_seq
    ORDER BY e.seq DESC, place`)
  return rows.map(toOwnedReveal)
}

/** Whether the account that the one column names owns the contact that the other names, for statements of other modules. */
export const isRevealedByColumn = (accountIdColumn: Sql, contactIdColumn: Sql): Sql => sql`coalesce(
  (SELECT true FROM reveals WHERE account_id = ${accountIdColumn} AND contact_id = ${contactIdColumn} LIMIT 1), false)`

/** Whether the account owns the contact that the column names, for statements of other modules that read a page of contacts. */
export function isRevealedBy(accountId: string, contactIdColumn: Sql): Sql {
  return sql`coalesce(
    (SELECT true FROM reveals WHERE account_id = ${accountId} AND contact_id = ${contactIdColumn} LIMIT 1), false)`
}

/** The same as a condition, for callers that want every contact that the account owns, or has revealed since a moment. */
export function isAmongRevealed(accountId: string, contactIdColumn: Sql, since: Date | null = null): Sql {
  const isRecent = since ? sql`AND revealed_at >= ${since}` : sql``
  return sql`${contactIdColumn} IN (SELECT contact_id FROM reveals WHERE account_id = ${accountId} ${isRecent})`
}

/** All of them, for a search that asks for revealed contacts only. Grows with what this account has paid for. */
export async function revealedIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.query<{ contact_id: string }>(
    sql`SELECT contact_id FROM reveals WHERE account_id = ${accountId}`,
  )
  return rows.map((row) => row.contact_id)
}
