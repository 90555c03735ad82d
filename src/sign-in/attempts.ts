import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { randomBase62 } from '../ids.ts'

const minuteMs = 60_000

/** What is counted for each email. All but signing in sends a mail to somebody who may not have asked for it. */
const limits = {
  '/sign-in/email': { most: 20, windowMs: 15 * minuteMs },
  '/sign-up/email': { most: 5, windowMs: 60 * minuteMs },
  '/send-verification-email': { most: 5, windowMs: 60 * minuteMs },
  '/request-password-reset': { most: 5, windowMs: 60 * minuteMs },
  invitation: { most: 10, windowMs: 24 * 60 * minuteMs },
}

export type CountedByEmail = keyof typeof limits
export const isCountedByEmail = (what: string): what is CountedByEmail => what in limits

/**
 * Counts one attempt at something that names an email, wherever it comes from: limits per address alone would let a
 * thousand addresses guess at one person. The same for emails that nobody has. Null, or the seconds to wait.
 */
export async function countAttempt(db: Db, what: CountedByEmail, email: string): Promise<number | null> {
  const { most, windowMs } = limits[what]
  const now = Date.now()
  const windowStart = now - windowMs
  const [attempt] = await db.query<{ count: number; lastRequest: number }>(sql`
    INSERT INTO sign_in_attempts AS a (id, key, count, last_request)
    VALUES (${`att_${randomBase62(20)}`}, ${keyOf(what, email)}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.last_request < ${windowStart} THEN 1 ELSE a.count + 1 END,
      last_request = CASE WHEN a.last_request < ${windowStart} THEN ${now} ELSE a.last_request END
    RETURNING count, last_request AS "lastRequest"`)
  if (attempt!.count <= most) return null
  return Math.max(1, Math.ceil((attempt!.lastRequest - windowStart) / 1_000))
}

export async function clearAttempts(db: Db, what: CountedByEmail, email: string): Promise<void> {
  await db.query(sql`DELETE FROM sign_in_attempts WHERE key = ${keyOf(what, email)}`)
}

/** Hashed: the table of attempts says nobody's email. */
const keyOf = (what: CountedByEmail, email: string): string =>
  `email ${createHash('sha256').update(`${what} ${email.trim().toLowerCase()}`).digest('base64url')}`
