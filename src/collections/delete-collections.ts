import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** For an account that is erased: names of lists and searches are people's own words. */
export async function deleteCollections(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM saved_searches WHERE account_id = ${accountId}`)
  await tx.query(sql`DELETE FROM contact_lists WHERE account_id = ${accountId}`)
}
