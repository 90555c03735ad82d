import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** The card that each of these accounts pays with, as a keyed hash that tells cards apart; accounts without one are left out. */
export async function cardsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await db.query<{ accountId: string; cardHash: Buffer }>(sql`
    SELECT DISTINCT ON (account_id) account_id AS "accountId", card_hash AS "cardHash"
    FROM billing_customer_accounts JOIN billing_customers USING (customer_id)
    WHERE account_id = ANY(${accountIds}::text[]) AND card_hash IS NOT NULL
    ORDER BY account_id, customer_id`)
  return new Map(rows.map((row) => [row.accountId, row.cardHash]))
}

/** For an account that is erased: nothing is kept of the card on file. */
export async function forgetCard(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`
    UPDATE billing_customers SET card = NULL, card_hash = NULL
    WHERE customer_id IN (SELECT customer_id FROM billing_customer_accounts WHERE account_id = ${accountId})`)
}
