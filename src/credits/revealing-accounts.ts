import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type RevealingAccount = { accountId: string; contactId: string; revealedAt: Date }

/**
 * Which accounts revealed these contacts. One lookup by key for each account and contact: an index by contact would cost
 * every reveal something, and this is asked for a person at a time.
 */
export function findRevealingAccounts(db: Db, contactIds: readonly string[]): Promise<RevealingAccount[]> {
  return db.query<RevealingAccount>(sql`
    SELECT r.account_id AS "accountId", r.contact_id AS "contactId", r.revealed_at AS "revealedAt"
    FROM credit_balances b CROSS JOIN unnest(${contactIds}::text[]) AS asked (contact_id)
    JOIN LATERAL (
      SELECT account_id, contact_id, revealed_at FROM reveals
      WHERE account_id = b.account_id AND contact_id = asked.contact_id LIMIT 1) r ON true
    ORDER BY r.revealed_at, r.account_id`)
}
