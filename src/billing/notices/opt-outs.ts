import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'

/** What a person can have no mail about. */
const mailTopics = ['credits'] as const
export type MailTopic = (typeof mailTopics)[number]

export const unsubscribePath = '/mail/unsubscribe'
export const unsubscribeLabel = 'Stop credit reminders'

type OptOut = { userId: string; topic: MailTopic }

/** For one person and one topic, forever: a mail may be read years later. It opens nothing else. */
export function unsubscribeUrl(publicUrl: string, secret: Buffer, { userId, topic }: OptOut): string {
  const query = new URLSearchParams({ u: userId, t: topic, s: sign(secret, userId, topic).toString('base64url') })
  return `${publicUrl}${unsubscribePath}?${query}`
}

/** Null unless we made exactly this link. */
export function readUnsubscribeLink(secret: Buffer, query: Record<string, unknown>): OptOut | null {
  const { u: userId, t: topic, s: signature } = query
  const known = mailTopics.find((one) => one === topic)
  if (typeof userId !== 'string' || typeof signature !== 'string' || known === undefined) return null
  const expected = sign(secret, userId, known)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, topic: known } : null
}

const sign = (secret: Buffer, userId: string, topic: MailTopic): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe ${topic} ${userId}`).digest()

export async function optOut(db: Db, clock: Clock, { userId, topic }: OptOut): Promise<void> {
  await db.query(sql`
    INSERT INTO mail_opt_outs (user_id, topic, opted_out_at) VALUES (${userId}, ${topic}, ${clock.sql})
    ON CONFLICT DO NOTHING`)
}

export async function optIn(db: Db, { userId, topic }: OptOut): Promise<void> {
  await db.query(sql`DELETE FROM mail_opt_outs WHERE user_id = ${userId} AND topic = ${topic}`)
}

export async function hasOptedOut(db: Db, { userId, topic }: OptOut): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM mail_opt_outs WHERE user_id = ${userId} AND topic = ${topic}`)
  return rows.length > 0
}
