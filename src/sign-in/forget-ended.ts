import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/**
 * Takes away what can't open anything any more. A rotated refresh token stays until it would have expired: only so is it
 * recognised when a thief brings it back.
 */
export async function forgetEndedAccess(db: Db, clock: Clock): Promise<void> {
  await db.query(sql`DELETE FROM sessions WHERE expires_at < ${clock.sql}`)
  await db.query(sql`DELETE FROM verifications WHERE expires_at < ${clock.sql}`)
  await db.query(sql`DELETE FROM oauth_refresh_tokens WHERE expires_at < ${clock.sql}`)
  await db.query(sql`DELETE FROM oauth_access_tokens WHERE expires_at < ${clock.sql}`)
  await db.query(sql`DELETE FROM sign_in_attempts WHERE last_request < ${clock.now().getTime() - 86_400_000}`)
}
