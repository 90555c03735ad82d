/** Support views: an operator sees an account as one of its members does. Admission lets them read, and nothing else. */
import { hash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export const supportViewMinutes = 15

/** The cookie of a view. Where there is one, the browser's own session does not count at the API. */
export const supportCookieAt = (publicUrl: string): string =>
  `${publicUrl.startsWith('https://') ? '__Host-' : ''}prospector-support`

export const hashViewToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Of the row `v`. */
export const isOpenView = (now: Sql): Sql => sql`v.expires_at > ${now}`

type NewView = {
  accountId: string
  userId: string
  operator: { id: string; name: string }
  /** Null: opened by a command. */
  operatorSessionId: string | null
}

/** One at a time for each session of an operator. Returns the token: the only moment at which it is known. */
export async function openSupportView(tx: Db, clock: Clock, view: NewView): Promise<string> {
  const { accountId, userId, operator, operatorSessionId } = view
  const token = randomBase62(43)
  if (operatorSessionId !== null) await endSupportViews(tx, operatorSessionId)
  await tx.query(sql`
    INSERT INTO support_views (account_id, view_id, token_hash, user_id, operator_session_id, operator_id, operator_name, created_at, expires_at)
    VALUES (${accountId}, ${`view_${randomBase62(20)}`}, ${hashViewToken(token)}, ${userId}, ${operatorSessionId}, ${operator.id},
      ${operator.name}, ${clock.sql}, ${clock.sql} + make_interval(mins => ${supportViewMinutes}))`)
  return token
}

export async function endSupportViews(db: Db, operatorSessionId: string): Promise<void> {
  await db.query(sql`DELETE FROM support_views WHERE operator_session_id = ${operatorSessionId}`)
}

/** The one that a command opened. */
export async function endSupportView(db: Db, token: string): Promise<void> {
  await db.query(sql`DELETE FROM support_views WHERE token_hash = ${hashViewToken(token)}`)
}

type OpenView = { accountId: string; endsAt: Date }

/** The one that is open in a session of an operator. */
export async function findSupportView(db: Db, clock: Clock, operatorSessionId: string): Promise<OpenView | null> {
  const [found] = await db.query<OpenView>(sql`
    SELECT account_id AS "accountId", expires_at AS "endsAt" FROM support_views v
    WHERE operator_session_id = ${operatorSessionId} AND ${isOpenView(clock.sql)}`)
  return found ?? null
}

/** When a view ends, by the id that its principal has as a session. */
export async function readViewEnd(db: Db, accountId: string, viewId: string): Promise<Date | null> {
  const [found] = await db.query<{ endsAt: Date }>(sql`
    SELECT expires_at AS "endsAt" FROM support_views WHERE account_id = ${accountId} AND view_id = ${viewId}`)
  return found?.endsAt ?? null
}
