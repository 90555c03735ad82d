import { createHash } from 'node:crypto'
import { minuteMs } from '../base/durations.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/**
 * The attempts that are counted, and for whom. A wrong password counts for the email at that address first, so that a
 * stranger elsewhere locks nobody out; for the email as a whole the bound is wide, and devices the person has used before
 * are counted apart. Paths, invitations and privacy mails send a mail to somebody who may not have asked for it.
 * How often one network address may try is counted apart: `limitsPerAddress` (configure-auth.ts).
 */
export const attemptLimits = {
  'sign-in at an address': { most: 10, windowMs: 15 * minuteMs },
  'sign-in anywhere': { most: 100, windowMs: 60 * minuteMs },
  'sign-in on a known device': { most: 20, windowMs: 15 * minuteMs },
  'password of a session': { most: 10, windowMs: 15 * minuteMs },
  'code of an authenticator': { most: 1, windowMs: 3 * minuteMs },
  '/sign-up/email': { most: 5, windowMs: 60 * minuteMs },
  '/send-verification-email': { most: 5, windowMs: 60 * minuteMs },
  '/request-password-reset': { most: 5, windowMs: 60 * minuteMs },
  invitation: { most: 10, windowMs: 24 * 60 * minuteMs },
  'privacy mail': { most: 1, windowMs: 24 * 60 * minuteMs },
  // By network address: clients that register themselves have no email.
  registration: { most: 20, windowMs: 60 * minuteMs },
  'client document': { most: 20, windowMs: 60 * minuteMs },
  'privacy request': { most: 20, windowMs: 60 * minuteMs },
  // Operators: by network, by email and, after the password, by person.
  'operator sign-in at a network': { most: 20, windowMs: 15 * minuteMs },
  'operator sign-in': { most: 50, windowMs: 60 * minuteMs },
  'operator code': { most: 10, windowMs: 15 * minuteMs },
}

type AttemptKind = keyof typeof attemptLimits
export type CountedByEmail = Extract<
  AttemptKind,
  '/sign-up/email' | '/send-verification-email' | '/request-password-reset'
>

/**
 * Counts one attempt at something by one subject: an email, a person, or an email at an address (`detail`). The same for
 * emails that nobody has. Null, or the seconds to wait.
 */
export async function countAttempt(db: Db, what: AttemptKind, subject: string, detail = ''): Promise<number | null> {
  const { most, windowMs } = attemptLimits[what]
  const now = Date.now()
  const windowStart = now - windowMs
  // One from the future was counted while a clock was wrong.
  const isOver = sql`(a.last_request < ${windowStart} OR a.last_request > ${now + minuteMs})`
  const [attempt] = await db.query<{ count: number; lastRequest: number }>(sql`
    INSERT INTO sign_in_attempts AS a (id, key, count, last_request)
    VALUES (${`att_${randomBase62(20)}`}, ${keyOf(what, subject, detail)}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${isOver} THEN 1 ELSE a.count + 1 END,
      last_request = CASE WHEN ${isOver} THEN ${now} ELSE a.last_request END
    RETURNING count, last_request AS "lastRequest"`)
  if (attempt!.count <= most) return null
  return Math.max(1, Math.ceil((attempt!.lastRequest - windowStart) / 1_000))
}

/** Forgets what was counted for this subject, whatever the detail. */
export async function clearAttempts(db: Db, what: AttemptKind, subject: string): Promise<void> {
  await db.query(sql`DELETE FROM sign_in_attempts WHERE key LIKE ${`${keyOf(what, subject)}%`}`)
}

/** Somebody who knows the password, or has just set it, was not guessing. */
export async function clearSignInAttempts(db: Db, email: string): Promise<void> {
  await clearAttempts(db, 'sign-in at an address', email)
  await clearAttempts(db, 'sign-in anywhere', email)
  await clearAttempts(db, 'sign-in on a known device', email)
}

/** Hashed: the table of attempts reveals no email or address. */
const keyOf = (what: AttemptKind, subject: string, detail = ''): string =>
  `email ${digest(`${what} ${subject.trim().toLowerCase()}`)} ${detail && digest(detail)}`

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
