import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** What billing did to the ledger so far, by name; 0 when nothing. The caller holds the account's balance. */
export async function readEffect(tx: Db, accountId: string, effect: string): Promise<number> {
  const [row] = await tx.query<{ credits: number }>(
    sql`SELECT credits FROM billing_effects WHERE account_id = ${accountId} AND effect = ${effect}`,
  )
  return row?.credits ?? 0
}

export async function keepEffect(
  tx: Db,
  clock: Clock,
  accountId: string,
  effect: string,
  credits: number,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO billing_effects (account_id, effect, credits, changed_at)
    VALUES (${accountId}, ${effect}, ${credits}, ${clock.sql})
    ON CONFLICT (account_id, effect) DO UPDATE SET credits = excluded.credits, changed_at = excluded.changed_at`)
}
