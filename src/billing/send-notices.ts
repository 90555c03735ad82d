import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database, Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Mailer } from '../mail.ts'
import { ownerAddress } from '../members/owners.ts'

type Claimed = {
  account_id: string
  kind: string
  about: string
  user_id: string
  subject: string
  body: string
  html: string | null
  attempts: number
}

const mostAttempts = 8

/**
 * Sends what waits. A notice is claimed by moving its next attempt into the future, so no other node takes it while it
 * is sent, and a node that dies in between leaves it to be tried again.
 */
export async function sendNotices(db: Database, clock: Clock, mailer: Mailer, log: Logger): Promise<number> {
  let sent = 0
  for (const notice of await claim(db, clock)) {
    const { account_id, kind, about, user_id, subject, body, html, attempts } = notice
    try {
      const to = await ownerAddress(db, account_id, user_id)
      if (to !== null) await mailer.send({ to, subject, text: body, ...(html !== null && { html }) })
      await db.query(sql`
        UPDATE billing_notices SET sent_at = ${clock.sql}
        WHERE account_id = ${account_id} AND kind = ${kind} AND about = ${about} AND user_id = ${user_id}`)
      sent += 1
    } catch (error) {
      log.warn(
        { account_id, kind, attempts, gives_up: attempts >= mostAttempts, reason: nameOf(error) },
        'mail not sent',
      )
    }
  }
  return sent
}

/** One minute after the first failure, then twice as long each time: the eighth attempt comes about two hours later. */
function claim(db: Db, clock: Clock): Promise<Claimed[]> {
  return db.query<Claimed>(sql`
    UPDATE billing_notices AS n
    SET attempts = n.attempts + 1, next_attempt_at = ${clock.sql} + interval '1 minute' * power(2, n.attempts)
    FROM (
      SELECT account_id, kind, about, user_id FROM billing_notices
      WHERE sent_at IS NULL AND next_attempt_at <= ${clock.sql} AND attempts < ${mostAttempts}
      ORDER BY next_attempt_at LIMIT 50 FOR UPDATE SKIP LOCKED
    ) AS waiting
    WHERE n.account_id = waiting.account_id AND n.kind = waiting.kind AND n.about = waiting.about
      AND n.user_id = waiting.user_id
    RETURNING n.account_id, n.kind, n.about, n.user_id, n.subject, n.body, n.html, n.attempts`)
}

/** A mail server's message may quote the address; its code and kind do not. */
const nameOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
