import type { Db } from '../db/database.ts'
import { prepared, sql } from '../db/sql.ts'

/** Which of these contacts the account owns, and since when. */
export async function ownedAmong(db: Db, accountId: string, contactIds: string[]): Promise<Map<string, Date>> {
  const rows = await db.query<{ contact_id: string; revealed_at: Date }>(
    prepared(
      'owned_among',
      sql`SELECT contact_id, revealed_at FROM reveals
        WHERE account_id = ${accountId} AND contact_id = ANY(${contactIds}::text[])`,
    ),
  )
  return new Map(rows.map((row) => [row.contact_id, row.revealed_at]))
}

export type OwnedReveal = { contactId: string; revealedAt: Date; seq: number }

/** Newest first. The position of the last row of a page is what the next page starts after. */
export function listReveals(
  db: Db,
  accountId: string,
  { after, limit }: { after: { seq: number; contactId: string } | null; limit: number },
): Promise<OwnedReveal[]> {
  const rest = after ? sql`AND (entry_seq, contact_id) < (${after.seq}, ${after.contactId})` : sql``
  return db.query<OwnedReveal>(sql`
    SELECT contact_id AS "contactId", revealed_at AS "revealedAt", entry_seq AS seq
    FROM reveals WHERE account_id = ${accountId} ${rest}
    ORDER BY entry_seq DESC, contact_id DESC LIMIT ${limit}`)
}
