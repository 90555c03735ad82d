import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Role } from '../scopes.ts'

export type SessionAccount = { userId: string; email: string; role: Role; accountId: string; accountName: string }

/** The person and the account that an open session stands for; null when the membership has ended. */
export async function findAccountOfSession(db: Db, sessionId: string): Promise<SessionAccount | null> {
  const [found] = await db.query<SessionAccount>(sql`
    SELECT u.id AS "userId", u.email, m.role, a.account_id AS "accountId", a.name AS "accountName"
    FROM sessions s
    JOIN members m ON m.account_id = s.active_account_id AND m.user_id = s.user_id
    JOIN users u ON u.id = s.user_id
    JOIN accounts a ON a.account_id = m.account_id
    WHERE s.id = ${sessionId}`)
  return found ?? null
}

/** False when the person is no member there, or there is no such account: nobody can tell which. */
export async function moveSession(db: Db, sessionId: string, userId: string, accountId: string): Promise<boolean> {
  const [moved] = await db.query(sql`
    UPDATE sessions SET active_account_id = ${accountId}
    WHERE id = ${sessionId} AND user_id = ${userId}
      AND EXISTS (SELECT FROM members WHERE account_id = ${accountId} AND user_id = ${userId})
    RETURNING id`)
  return moved !== undefined
}
