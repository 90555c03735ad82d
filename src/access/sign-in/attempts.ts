import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { randomBase62 } from '../../ids.ts'

const attemptsPerWindow = 20
const windowMs = 15 * 60_000

/**
 * Counts one attempt at something that names an email, wherever it comes from: limits per address alone would let a
 * thousand addresses guess at one person. The same for emails that nobody has. Null, or the seconds to wait.
 */
export async function countAttempt(db: Db, path: string, email: string): Promise<number | null> {
  const key = keyOf(path, email)
  const now = Date.now()
  const windowStart = now - windowMs
  const [attempt] = await db.query<{ count: number; lastRequest: number }>(sql`
    INSERT INTO sign_in_attempts AS a (id, key, count, last_request)
    VALUES (${`att_${randomBase62(20)}`}, ${key}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.last_request < ${windowStart} THEN 1 ELSE a.count + 1 END,
      last_request = CASE WHEN a.last_request < ${windowStart} THEN ${now} ELSE a.last_request END
    RETURNING count, last_request AS "lastRequest"`)
  if (attempt!.count <= attemptsPerWindow) return null
  return Math.max(1, Math.ceil((attempt!.lastRequest - windowStart) / 1_000))
}

export async function clearAttempts(db: Db, path: string, email: string): Promise<void> {
  await db.query(sql`DELETE FROM sign_in_attempts WHERE key = ${keyOf(path, email)}`)
}

/** Hashed: the table of attempts says nobody's email. */
const keyOf = (path: string, email: string): string =>
  `email ${createHash('sha256').update(`${path} ${email.trim().toLowerCase()}`).digest('base64url')}`
