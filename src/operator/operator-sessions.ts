/** Sessions of operators: hashed tokens, short, and worth nothing before the second factor. */
import { hash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { CallerOrigin } from '../call/operation.ts'
import type { Db } from '../db/database.ts'
import type { Operator } from './operators.ts'

/** How long a session lasts without use, at most, and while the second factor is missing. */
export const sessionMinutes = { idle: 30, longest: 8 * 60, half: 10 }

export type OperatorSession = {
  id: string
  isHalf: boolean
  /** Sealed; null unless a second factor is being set up. */
  proposedSecret: string | null
  operator: Operator
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

type NewSession = { operatorId: string; isHalf: boolean; from: CallerOrigin }

/** The only moment at which the token is known. */
export async function beginSession(db: Db, clock: Clock, { operatorId, isHalf, from }: NewSession): Promise<string> {
  const token = randomBase62(43)
  const minutes = isHalf ? sessionMinutes.half : sessionMinutes.idle
  await db.query(sql`
    INSERT INTO operator_sessions (session_id, token_hash, operator_id, is_half, address, user_agent, created_at, used_at, expires_at)
    VALUES (${`ops_${randomBase62(20)}`}, ${hashOf(token)}, ${operatorId}, ${isHalf}, ${from.address}, ${from.userAgent?.slice(0, 200)},
      ${clock.sql}, ${clock.sql}, ${clock.sql} + make_interval(mins => ${minutes}))`)
  return token
}

/** A session in use goes on, up to its longest. A half one does not. */
export async function useSession(db: Db, clock: Clock, token: string): Promise<OperatorSession | null> {
  const now = clock.sql
  const [found] = await db.query<
    Omit<OperatorSession, 'operator'> & Operator & { operatorId: string; isIdle: boolean }
  >(sql`
    SELECT s.session_id AS id, s.is_half AS "isHalf", s.proposed_secret AS "proposedSecret", s.used_at < ${now} - interval '1 minute' AS "isIdle",
      o.operator_id AS "operatorId", o.email, o.name
    FROM operator_sessions s JOIN operators o USING (operator_id)
    WHERE s.token_hash = ${hashOf(token)} AND s.expires_at > ${now}`)
  if (!found) return null
  if (found.isIdle && !found.isHalf) {
    await db.query(sql`
      UPDATE operator_sessions SET used_at = ${now}, expires_at = least(
        created_at + make_interval(mins => ${sessionMinutes.longest}), ${now} + make_interval(mins => ${sessionMinutes.idle}))
      WHERE session_id = ${found.id}`)
  }
  const { id, isHalf, proposedSecret, operatorId, email, name } = found
  return { id, isHalf, proposedSecret, operator: { id: operatorId, email, name } }
}

/** The first proposal stays, so that a page that is opened again shows the same secret. */
export async function proposeSecret(db: Db, sessionId: string, sealed: string): Promise<string> {
  const [row] = await db.query<{ secret: string }>(sql`
    UPDATE operator_sessions SET proposed_secret = coalesce(proposed_secret, ${sealed}) WHERE session_id = ${sessionId}
    RETURNING proposed_secret AS secret`)
  return row?.secret ?? sealed
}

/** Before the second step ends: a half session begins a whole one once. */
export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  const ended = await db.query(sql`DELETE FROM operator_sessions WHERE session_id = ${sessionId} RETURNING 1`)
  return ended.length > 0
}

/** All sessions of an operator, but one. Says how many. */
export async function endOtherSessions(db: Db, operatorId: string, keptId: string): Promise<number> {
  const ended = await db.query(sql`
    DELETE FROM operator_sessions WHERE operator_id = ${operatorId} AND session_id <> ${keptId} RETURNING 1`)
  return ended.length
}

export const noteSeen = (db: Db, clock: Clock, operatorId: string): Promise<unknown> =>
  db.query(sql`UPDATE operators SET last_seen_at = ${clock.sql} WHERE operator_id = ${operatorId}`)
