import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

export type Owner = { userId: string; email: string }

/** Those who hear about an account's plan and payments. */
export function ownersOf(db: Db, accountId: string): Promise<Owner[]> {
  return db.query<Owner>(sql`
    SELECT u.id AS "userId", u.email FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${accountId} AND m.role = 'owner' ORDER BY u.id`)
}

/** Null when the person has left since. */
export async function ownerAddress(db: Db, accountId: string, userId: string): Promise<string | null> {
  const owners = await ownersOf(db, accountId)
  return owners.find((owner) => owner.userId === userId)?.email ?? null
}
