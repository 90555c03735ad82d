/** Whom a suppression or an erasure is about: what it names, and everyone whom that covers. */
import { contactIdPattern } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { maskEmail, normaliseEmail } from './channel-values.ts'
import { normaliseDomain } from './domains.ts'
import { nameKey } from './slug.ts'

/** Who opted out: everyone who holds an address, one contact, or everyone at a store. The store itself stays. */
export type SuppressionTarget = { email: string } | { contact: string } | { domain: string }

export const suppressionKinds = ['email', 'contact', 'domain'] as const
export type SuppressionKind = (typeof suppressionKinds)[number]

export type Target = { kind: SuppressionKind; bytes: Buffer; shown: string }

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

/**
 * The contacts that these targets cover, all of one kind: those that they name and, unless they are domains, those of the same
 * full name in the same store. With a contact also those of the same full name and one of its addresses, wherever they are.
 */
export async function findCovered(tx: Db, keys: ChannelKeys, targets: readonly Target[]): Promise<string[]> {
  const idsBy = async (statement: Sql) =>
    (await tx.query<{ contact_id: string }>(statement)).map((row) => row.contact_id)
  const named = await idsBy(namedBy(targets))
  if (targets[0]?.kind === 'domain' || named.length === 0) return named
  const atAnyStore = targets[0]?.kind === 'contact'
  await hashNames(tx, keys, [...named, ...(atAnyStore ? await idsBy(sameHolders(named)) : [])])
  return idsBy(sql`
    SELECT DISTINCT contact_id FROM (
      SELECT unnest(${named}::text[]) AS contact_id
      UNION ALL
      SELECT namesake.contact_id FROM contacts one JOIN contacts namesake USING (store_id, name_hash)
      WHERE one.contact_id = ANY(${named}::text[])
      ${atAnyStore ? sql`UNION ALL ${sameHolders(named)} AND same.name_hash = one.name_hash` : sql``}) covered`)
}

/** Contacts that hold one of these addresses. */
const sameHolders = (contactIds: readonly string[]) => sql`
  SELECT same.contact_id FROM contacts one CROSS JOIN unnest(one.email_hashes) AS own (hash)
  JOIN contacts same ON same.email_hashes @> ARRAY[own.hash]
  WHERE one.contact_id = ANY(${contactIds}::text[])`

/** Rows of earlier releases have no hash of their name yet: of these people and of whoever works at the same stores. */
async function hashNames(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<void> {
  const rows = await tx.query<{ id: string; name: string }>(sql`
    SELECT contact_id AS id, full_name AS name FROM contacts
    WHERE name_hash IS NULL AND full_name IS NOT NULL
      AND store_id IN (SELECT store_id FROM contacts WHERE contact_id = ANY(${contactIds}::text[]))`)
  const named = rows.flatMap(({ id, name }) => {
    const key = nameKey(name)
    return key === null ? [] : [{ id, hash: keys.hash('name', key) }]
  })
  if (named.length === 0) return
  await tx.query(sql`
    UPDATE contacts SET name_hash = hashed.name_hash
    FROM unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ hash }) => hash)}::bytea[]) AS hashed (contact_id, name_hash)
    WHERE contacts.contact_id = hashed.contact_id`)
}

function namedBy(targets: readonly Target[]) {
  const [kind, shown] = [targets[0]?.kind, targets.map((target) => target.shown)]
  if (kind === 'domain')
    return sql`SELECT contact_id FROM contacts JOIN stores USING (store_id) WHERE domain = ANY(${shown}::text[])`
  if (kind === 'contact') return sql`SELECT contact_id FROM contacts WHERE contact_id = ANY(${shown}::text[])`
  return sql`
    SELECT DISTINCT contact_id FROM unnest(${targets.map(({ bytes }) => bytes)}::bytea[]) AS named (hash)
    JOIN contacts ON email_hashes @> ARRAY[named.hash]`
}
