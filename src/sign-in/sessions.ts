import type { Clock } from '../base/clock.ts'
import { sessionDays } from '../base/config.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/**
 * Moves the end of a session that is in use. Once an hour is enough, and keeps a write out of almost every request. Everybody
 * who reads a session looks only at `expires_at`.
 */
export async function touchSession(db: Db, clock: Clock, sessionId: string, idleDays: number): Promise<void> {
  await db.query(sql`
    UPDATE sessions SET updated_at = ${clock.sql}, expires_at = least(
      created_at + make_interval(days => ${sessionDays.max}), ${clock.sql} + make_interval(days => ${idleDays}))
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

/** A person's sessions in one account; without an account, all of them. Says how many. */
export async function endSessions(tx: Db, userId: string, accountId: string | null = null): Promise<number> {
  const ended = await tx.query(sql`
    DELETE FROM sessions
    WHERE user_id = ${userId} AND (${accountId}::text IS NULL OR active_account_id = ${accountId}) RETURNING 1`)
  return ended.length
}

export async function endAllSessions(tx: Db): Promise<number> {
  const ended = await tx.query(sql`DELETE FROM sessions RETURNING 1`)
  return ended.length
}
