import { contactIdPattern } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { maskEmail, normaliseEmail } from './channel-values.ts'
import { normaliseDomain } from './domains.ts'
import { holdCatalogue } from './held-keys.ts'
import { applySuppressions } from './suppression-marks.ts'

/** Who opted out: everyone who holds an address, one contact, or everyone at a store. The store itself stays. */
export type SuppressionTarget = { email: string } | { contact: string } | { domain: string }

type SuppressionKind = 'email' | 'contact' | 'domain'
type Suppression = { kind: SuppressionKind; shown: string; createdAt: Date }

export type SuppressionResult = {
  kind: SuppressionKind
  shown: string
  /** Whether the list of suppressions changed: false if the entry already existed, or was already gone. */
  changed: boolean
  /** Contacts that the target covers. */
  contacts: number
  /** Those of them that were hidden, or came back, by this. */
  contactsChanged: number
}

type Target = { kind: SuppressionKind; bytes: Buffer; shown: string }

/** Takes effect on the next request on every node, also for people in a later import. */
export async function suppress(db: Db, keys: ChannelKeys, target: SuppressionTarget): Promise<SuppressionResult> {
  const { kind, bytes, shown } = readTarget(target, keys)
  return db.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    const added = await tx.query(sql`
      INSERT INTO suppressions (kind, target, shown) VALUES (${kind}, ${bytes}, ${shown})
      ON CONFLICT DO NOTHING RETURNING kind`)
    return { kind, shown, changed: added.length > 0, ...(await applyTo(tx, { kind, bytes, shown })) }
  })
}

/** A contact that another suppression covers as well stays suppressed. */
export async function unsuppress(db: Db, keys: ChannelKeys, target: SuppressionTarget): Promise<SuppressionResult> {
  const { kind, bytes, shown } = readTarget(target, keys)
  return db.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    const removed = await tx.query(
      sql`DELETE FROM suppressions WHERE kind = ${kind} AND target = ${bytes} AND NOT erased RETURNING kind`,
    )
    return { kind, shown, changed: removed.length > 0, ...(await applyTo(tx, { kind, bytes, shown })) }
  })
}

export async function listSuppressions(db: Db): Promise<Suppression[]> {
  return db.query<Suppression>(
    sql`SELECT kind, shown, created_at AS "createdAt" FROM suppressions ORDER BY created_at DESC, kind, target`,
  )
}

async function applyTo(tx: Db, target: Target): Promise<{ contacts: number; contactsChanged: number }> {
  const covered = await tx.query<{ contact_id: string }>(coveredBy(target))
  const changes = await applySuppressions(
    tx,
    covered.map((row) => row.contact_id),
  )
  return { contacts: covered.length, contactsChanged: changes.length }
}

/** The contacts that a target covers. */
export function coveredBy({ kind, bytes, shown }: Target) {
  if (kind === 'email') return sql`SELECT contact_id FROM contacts WHERE email_hashes @> ARRAY[${bytes}::bytea]`
  if (kind === 'contact') return sql`SELECT contact_id FROM contacts WHERE contact_id = ${shown}`
  return sql`SELECT contact_id FROM contacts JOIN stores USING (store_id) WHERE domain = ${shown}`
}

export function readTarget(target: SuppressionTarget, keys: ChannelKeys): Target {
  if ('email' in target) {
    const email = normaliseEmail(target.email)
    if (email === null) throw new Error('That is not an email address.')
    return { kind: 'email', bytes: keys.hash('email', email), shown: maskEmail(email) }
  }
  if ('contact' in target) {
    if (!new RegExp(contactIdPattern).test(target.contact)) throw new Error('That is not a contact id.')
    return { kind: 'contact', bytes: Buffer.from(target.contact), shown: target.contact }
  }
  const domain = normaliseDomain(target.domain)
  if (domain === null) throw new Error('That is not a domain.')
  return { kind: 'domain', bytes: Buffer.from(domain), shown: domain }
}
