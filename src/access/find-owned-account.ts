import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** The account whose owner signs in with this address; of several, the one joined first. */
export async function findOwnedAccount(db: Db, email: string): Promise<string | null> {
  const [owner] = await db.query<{ accountId: string }>(sql`
    SELECT members.account_id AS "accountId" FROM users JOIN members ON members.user_id = users.id
    WHERE users.email = ${email.trim().toLowerCase()} AND members.role = 'owner'
    ORDER BY members.joined_at, members.account_id LIMIT 1`)
  return owner?.accountId ?? null
}
