import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Keys are promised for 24 hours; another day costs little and forgives slow clients. */
export async function forgetOldKeys(db: Db, clock: Clock): Promise<void> {
  await db.query(sql`DELETE FROM idempotency_keys WHERE created_at < ${clock.sql} - interval '48 hours'`)
}
