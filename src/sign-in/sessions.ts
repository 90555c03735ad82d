import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

/** Moves a session to another account, if the condition holds. False when it does not, or the session is not theirs. */
export async function moveSession(
  db: Db,
  session: { sessionId: string; userId: string },
  accountId: string,
  onlyIf: Sql,
): Promise<boolean> {
  const [moved] = await db.query(sql`
    UPDATE sessions SET active_account_id = ${accountId}
    WHERE id = ${session.sessionId} AND user_id = ${session.userId} AND ${onlyIf}
    RETURNING id`)
  return moved !== undefined
}

/** A person's sessions in one account; without an account, all of them. */
export async function endSessions(tx: Db, userId: string, accountId: string | null = null): Promise<void> {
  await tx.query(sql`
    DELETE FROM sessions
    WHERE user_id = ${userId} AND (${accountId}::text IS NULL OR active_account_id = ${accountId})`)
}
