import { lockAccount } from '../accounts/accounts.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

type Checkout = { sessionId: string; expiresAt: Date }

/**
 * Remembers a checkout and names the account's older ones that may still be completed. Two that are made at once take
 * turns at the account, so one of them names the other.
 */
export function rememberCheckout(db: Db, clock: Clock, accountId: string, made: Checkout): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    await tx.query(sql`
      DELETE FROM billing_checkouts WHERE account_id = ${accountId} AND expires_at <= ${clock.sql}`)
    const older = await tx.query<{ session_id: string }>(
      sql`SELECT session_id FROM billing_checkouts WHERE account_id = ${accountId}`,
    )
    await tx.query(sql`
      INSERT INTO billing_checkouts (session_id, account_id, expires_at)
      VALUES (${made.sessionId}, ${accountId}, ${made.expiresAt})`)
    return older.map((row) => row.session_id)
  })
}

export async function forgetCheckout(db: Db, sessionId: string): Promise<void> {
  await db.query(sql`DELETE FROM billing_checkouts WHERE session_id = ${sessionId}`)
}
