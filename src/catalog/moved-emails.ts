/** Addresses that reveals hand over since an import brought them, or did until an import took them away: the latter may bounce all the same. */
import { bounceRules } from '../base/bounce-rules.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { normaliseEmail } from './channel-values.ts'
import { type Channels, deliveredEmails } from './channels.ts'

/** A bounce is reported within `reportWithinDays` of the reveal: nobody asks for older ones. */
export const movedDays = bounceRules.reportWithinDays + 1

/** Hashes of the addresses of one contact that reveals no longer hand over, and of those that they did not before. */
export type MovedHashes = { withdrawn: string[]; arrived: string[] }
export const nothingMoved: MovedHashes = { withdrawn: [], arrived: [] }

export function movedHashes(keys: ChannelKeys, before: Channels, after: Channels): MovedHashes {
  const addresses = (channels: Channels) =>
    new Set(deliveredEmails(channels).map(({ email }) => normaliseEmail(email) ?? email))
  const [old, now] = [addresses(before), addresses(after)]
  const hashes = (emails: Set<string>, others: Set<string>) =>
    [...emails].flatMap((email) => (others.has(email) ? [] : keys.hashHex('email', email)))
  return { withdrawn: hashes(old, now), arrived: hashes(now, old) }
}

/** In the transaction of the import that moved them. */
export async function noteMoved(tx: Db, contacts: readonly { contactId: string; moved: MovedHashes }[]): Promise<void> {
  const rowsOf = (kind: keyof MovedHashes) => {
    const rows = contacts.flatMap(({ contactId, moved }) => moved[kind].map((hash) => ({ contactId, hash })))
    return rows.length === 0
      ? null
      : sql`SELECT DISTINCT contact_id, decode(hash, 'hex')
          FROM unnest(${rows.map(({ contactId }) => contactId)}::text[], ${rows.map(({ hash }) => hash)}::text[]) AS moved (contact_id, hash)`
  }
  const [withdrawn, arrived] = [rowsOf('withdrawn'), rowsOf('arrived')]
  if (withdrawn) {
    await tx.query(sql`
      INSERT INTO withdrawn_emails (contact_id, email_hash) ${withdrawn}
      ON CONFLICT (contact_id, email_hash) DO UPDATE SET withdrawn_at = excluded.withdrawn_at`)
  }
  if (arrived) await tx.query(sql`INSERT INTO arrived_emails (contact_id, email_hash) ${arrived}`)
}

type EmailMove = { contactId: string; hash: Buffer; at: Date }

/** Those of these contacts, the latest first. */
export const readWithdrawn = (db: Db, contactIds: readonly string[]): Promise<EmailMove[]> =>
  db.query<EmailMove>(sql`
    SELECT contact_id AS "contactId", email_hash AS hash, withdrawn_at AS at FROM withdrawn_emails
    WHERE contact_id = ANY(${contactIds}::text[]) ORDER BY withdrawn_at DESC, email_hash`)

/** Those of these contacts, the earliest first. */
export const readArrived = (db: Db, contactIds: readonly string[]): Promise<EmailMove[]> =>
  db.query<EmailMove>(sql`
    SELECT contact_id AS "contactId", email_hash AS hash, arrived_at AS at FROM arrived_emails
    WHERE contact_id = ANY(${contactIds}::text[]) ORDER BY arrived_at`)

export async function withdrawnFrom(db: Db, hashes: readonly Buffer[]): Promise<string[]> {
  const rows = await db.query<{ contactId: string }>(
    sql`SELECT DISTINCT contact_id AS "contactId" FROM withdrawn_emails WHERE email_hash = ANY(${hashes}::bytea[])`,
  )
  return rows.map(({ contactId }) => contactId)
}

/** Erased people are gone from here, too. */
export async function forgetMoved(tx: Db, contactIds: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM withdrawn_emails WHERE contact_id = ANY(${contactIds}::text[])`)
  await tx.query(sql`DELETE FROM arrived_emails WHERE contact_id = ANY(${contactIds}::text[])`)
}
