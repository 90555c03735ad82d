import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { nameOnThisMachine, newEntryId } from './record.ts'

/**
 * The last step of erasing an account, when its people and keys are gone: its audit log goes with it, its ledger keeps ids
 * and amounts but says no names and no words of the operator, and its people have no name, mailbox or address in the
 * logs and ledgers of others. The serving role can't change these rows; the function of the owner (migration 0057) checks
 * that the account is one that may be forgotten, and writes down that it was.
 */
export async function forgetAccount(tx: Db, accountId: string, userIds: readonly string[]): Promise<void> {
  await tx.query(sql`SELECT forget_account(${accountId}, ${userIds}::text[], ${newEntryId()}, ${nameOnThisMachine()})`)
}
