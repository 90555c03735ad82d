import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { checkoutMinutes, portalMinutes } from '../context/link-minutes.ts'

export const pages = ['checkout', 'portal', 'top-up'] as const
export type Page = (typeof pages)[number]
/** `checkoutId` is the session of a checkout; the portal has none. */
export type Visit = { page: Page; customerId: string; checkoutId: string }

/** A session lasts as long as a checkout's link, whatever page it is for. */
const lifeOf = (minutes: number) => sql`make_interval(mins => ${minutes})`

/** 256 random bits; only the hash is stored, so nobody who reads the table can follow a link. */
const newToken = (): string => randomBytes(32).toString('base64url')
const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A link for one account and one use. Asking for another one does not end it. */
export async function createLink(db: Db, clock: Clock, { page, customerId, checkoutId }: Visit): Promise<string> {
  const token = newToken()
  await db.query(sql`
    INSERT INTO stripe_simulator_visits (link_hash, page, customer_id, checkout_id, expires_at)
    VALUES (${hash(token)}, ${page}, ${customerId}, ${checkoutId}, ${clock.sql} + ${lifeOf(page === 'portal' ? portalMinutes : checkoutMinutes)})`)
  return token
}

/** Exchanges a link for a session of the same account. Null when it is unknown, used or too old, without saying which. */
export async function redeemLink(db: Db, clock: Clock, page: Page, token: string): Promise<string | null> {
  const session = newToken()
  const rows = await db.query(sql`
    UPDATE stripe_simulator_visits SET session_hash = ${hash(session)}, expires_at = ${clock.sql} + ${lifeOf(checkoutMinutes)}
    WHERE link_hash = ${hash(token)} AND page = ${page} AND session_hash IS NULL AND expires_at > ${clock.sql}
    RETURNING page`)
  return rows.length > 0 ? session : null
}

export async function findVisit(db: Db, clock: Clock, page: Page, session: string): Promise<Visit | null> {
  const [visit] = await db.query<Visit>(sql`
    SELECT page, customer_id AS "customerId", checkout_id AS "checkoutId" FROM stripe_simulator_visits
    WHERE session_hash = ${hash(session)} AND page = ${page} AND expires_at > ${clock.sql}`)
  return visit ?? null
}

/** A checkout is completed once: going back, or two clicks at the same time, must not sell a second subscription. */
export async function endVisit(tx: Db, clock: Clock, session: string): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE stripe_simulator_visits SET expires_at = ${clock.sql}
    WHERE session_hash = ${hash(session)} AND expires_at > ${clock.sql} RETURNING page`)
  return rows.length > 0
}

export async function forgetOldVisits(db: Db, clock: Clock): Promise<void> {
  await db.query(sql`DELETE FROM stripe_simulator_visits WHERE expires_at < ${clock.sql} - interval '1 day'`)
}
