import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Housekeeping: sessions, links and codes that have expired, and attempts that no limit looks at any more. */
export async function deleteExpiredSignIns(db: Db, clock: Clock): Promise<void> {
  await db.query(sql`DELETE FROM sessions WHERE expires_at < ${clock.sql}`)
  await db.query(sql`DELETE FROM verifications WHERE expires_at < ${clock.sql}`)
  await db.query(sql`DELETE FROM sign_in_attempts WHERE last_request < ${clock.now().getTime() - 86_400_000}`)
}
