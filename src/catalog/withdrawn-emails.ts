/** Addresses that reveals handed over until an import took them away: they may bounce all the same. */
import { bounceRules } from '../base/bounce-rules.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { normaliseEmail } from './channel-values.ts'
import { type Channels, deliveredEmails } from './channels.ts'

/** Nobody asks for older ones. */
export const withdrawnDays = bounceRules.days + 1

type Withdrawn = { contactId: string; hash: Buffer; withdrawnAt: Date }

/** Hashes of the addresses that `before` hands over and `after` does not. */
export function withdrawnHashes(keys: ChannelKeys, before: Channels, after: Channels): string[] {
  const keysOf = (channels: Channels) => deliveredEmails(channels).map(({ email }) => normaliseEmail(email) ?? email)
  const kept = new Set(keysOf(after))
  return keysOf(before).flatMap((email) => (kept.has(email) ? [] : keys.hashHex('email', email)))
}

export async function noteWithdrawn(tx: Db, rows: readonly { contactId: string; hash: string }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(sql`
    INSERT INTO withdrawn_emails (contact_id, email_hash)
    SELECT DISTINCT contact_id, decode(hash, 'hex')
    FROM unnest(${rows.map(({ contactId }) => contactId)}::text[], ${rows.map(({ hash }) => hash)}::text[]) AS gone (contact_id, hash)
    ON CONFLICT (contact_id, email_hash) DO UPDATE SET withdrawn_at = excluded.withdrawn_at`)
}

/** Of these contacts, the latest first. */
export const readWithdrawn = (db: Db, contactIds: readonly string[]): Promise<Withdrawn[]> =>
  db.query<Withdrawn>(sql`
    SELECT contact_id AS "contactId", email_hash AS hash, withdrawn_at AS "withdrawnAt" FROM withdrawn_emails
    WHERE contact_id = ANY(${contactIds}::text[]) ORDER BY withdrawn_at DESC, email_hash`)

export async function withdrawnFrom(db: Db, hashes: readonly Buffer[]): Promise<string[]> {
  const rows = await db.query<{ contactId: string }>(
    sql`SELECT DISTINCT contact_id AS "contactId" FROM withdrawn_emails WHERE email_hash = ANY(${hashes}::bytea[])`,
  )
  return rows.map(({ contactId }) => contactId)
}

/** Erased people are gone from here, too. */
export async function forgetWithdrawn(tx: Db, contactIds: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM withdrawn_emails WHERE contact_id = ANY(${contactIds}::text[])`)
}
