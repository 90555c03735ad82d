import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** For an account that is erased: nothing is kept of the card on file. */
export async function forgetCard(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`
    UPDATE billing_customers SET card = NULL, card_hash = NULL
    WHERE customer_id IN (SELECT customer_id FROM billing_customer_accounts WHERE account_id = ${accountId})`)
}
