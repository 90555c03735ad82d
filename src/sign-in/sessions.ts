import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

/** A session ends this many days after it began, whatever happens, and earlier when it is not used; that is a setting. */
export const sessionLife = { mostDays: 30, idleDays: 14 }

/**
 * Moves the end of a session that is in use. Once an hour is enough, and keeps a write out of almost every request. Everybody
 * who reads a session looks at `expires_at` alone.
 */
export async function touchSession(db: Db, clock: Clock, sessionId: string, idleDays: number): Promise<void> {
  await db.query(sql`
    UPDATE sessions SET updated_at = ${clock.sql}, expires_at = least(
      created_at + make_interval(days => ${sessionLife.mostDays}), ${clock.sql} + make_interval(days => ${idleDays}))
    WHERE id = ${sessionId} AND expires_at > ${clock.sql} AND updated_at < ${clock.sql} - interval '1 hour'`)
}

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
