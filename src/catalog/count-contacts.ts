import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** The column to write a condition about. */
export const countedContactId = rawSql('contact.contact_id')

/** How many contacts meet a condition of another module. Suppressed contacts are never counted. */
export async function countContacts(db: Db, condition: Sql): Promise<number> {
  const [counted] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM contacts contact WHERE NOT contact.suppressed AND ${condition}`,
  )
  return counted!.total
}
