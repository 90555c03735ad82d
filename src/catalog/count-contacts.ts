import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { idsThat, syntheticOf } from './synthetic.ts'

/** The column to write a condition about. */
export const countedContactId = rawSql('contact.contact_id')

/** The same in a synthetic catalogue. */
export type CountReads = { contactIds(): readonly string[] }

/** How many contacts meet a condition of another module. Suppressed contacts are never counted. */
export async function countContacts(db: Db, condition: Sql): Promise<number> {
  const synthetic = syntheticOf<CountReads>(db)
  if (synthetic) return (await idsThat(db, synthetic.contactIds(), condition)).length
  const [counted] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM contacts contact WHERE NOT contact.suppressed AND ${condition}`,
  )
  return counted!.total
}
