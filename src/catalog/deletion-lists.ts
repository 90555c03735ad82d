/** Identifiers on deletion lists, as keyed hashes: whom they name, and that imports do not store such people. */
import { createHash } from 'node:crypto'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'

export type ListedKind = 'email' | 'phone'

/** The platform's standard form of an identifier, hashed as it hashes: SHA-256 of UTF-8, in base64. */
export function publishedHash(kind: ListedKind, value: string): string {
  const digits = value.replaceAll(/\D/g, '')
  const standard = kind === 'email' ? value.replaceAll(/\s/g, '').toLowerCase() : digits.slice(-10)
  return createHash('sha256').update(standard, 'utf8').digest('base64')
}

/** What is stored of a published hash. Emails are keyed as in `contacts.email_hashes`, so that an index finds them. */
export const keyPublished = (keys: ChannelKeys, kind: ListedKind, published: string): Buffer =>
  keys.hash(kind === 'email' ? 'email_sha256' : 'phone_sha256', Buffer.from(published, 'base64').toString('hex'))

export async function addListed(tx: Db, kind: ListedKind, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO deletion_list_hashes (kind, hash) SELECT ${kind}, hash FROM unnest(${hashes}::bytea[]) AS hash
    ON CONFLICT DO NOTHING`)
}

export async function removeListed(tx: Db, kind: ListedKind, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(sql`DELETE FROM deletion_list_hashes WHERE kind = ${kind} AND hash = ANY(${hashes}::bytea[])`)
}

/** Who holds an identifier, and under which name: keyed hashes of names tell people apart. */
export type Holder = { hash: string; contactId: string; name: string | null }

const columns = sql`contact_id AS "contactId", encode(name_hash, 'hex') AS name`

/** One scan of the index for all: its list of pending entries is read once, not once a hash. */
export const findHoldersOfEmails = (db: Db, hashes: readonly Buffer[]): Promise<Holder[]> =>
  db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL enable_seqscan = off`)
    return tx.query<Holder>(sql`
      WITH listed AS MATERIALIZED (SELECT unnest(${hashes}::bytea[]) AS hash),
      found AS MATERIALIZED (
        SELECT ${columns}, email_hashes FROM contacts WHERE email_hashes && ${hashes}::bytea[] AND erased_at IS NULL)
      SELECT encode(hash, 'hex') AS hash, "contactId", name
      FROM found CROSS JOIN unnest(email_hashes) AS own (hash) JOIN listed USING (hash)`)
  })

type Sealed = { contactId: string; name: string | null; channels: Buffer; keyId: string }
const contactsAtOnce = 5_000

/** Opens the channels of everybody in a stream; nothing of them is kept but the contacts that match. */
export async function findHoldersOfPhones(db: Db, keys: ChannelKeys, wanted: ReadonlySet<string>): Promise<Holder[]> {
  const found: Holder[] = []
  if (wanted.size === 0) return found
  for (let after = ''; ; ) {
    const rows = await db.query<Sealed>(sql`
      SELECT ${columns}, channels, channels_key_id AS "keyId" FROM contacts
      WHERE contact_id > ${after} AND has_phone AND channels IS NOT NULL ORDER BY contact_id LIMIT ${contactsAtOnce}`)
    for (const row of rows) {
      for (const hash of phoneHashes(keys, row)) {
        if (wanted.has(hash)) found.push({ hash, contactId: row.contactId, name: row.name })
      }
    }
    if (rows.length < contactsAtOnce) return found
    after = rows.at(-1)!.contactId
  }
}

const phoneHashes = (keys: ChannelKeys, { contactId, keyId, channels }: Sealed): string[] => [
  ...new Set(
    keys
      .open(contactId, keyId, channels)
      .phones.map(({ phone }) => keyPublished(keys, 'phone', publishedHash('phone', phone)).toString('hex')),
  ),
]

/** Several people hold these: whoever comes under one later is hidden, not erased. */
export async function markShared(tx: Db, kind: ListedKind, hash: Buffer): Promise<void> {
  await tx.query(sql`UPDATE deletion_list_hashes SET shared = true WHERE kind = ${kind} AND hash = ${hash}`)
}

type Listed = { id: string; shared: boolean }

/** Of contacts that an import has just written, those that a deletion list names. */
export async function listedAmong(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<Listed[]> {
  const [kinds] = await tx.query<{ email: boolean; phone: boolean }>(sql`
    SELECT EXISTS (SELECT FROM deletion_list_hashes WHERE kind = 'email') AS email,
      EXISTS (SELECT FROM deletion_list_hashes WHERE kind = 'phone') AS phone`)
  const byEmail = kinds!.email
    ? await tx.query<Listed>(sql`
        SELECT contact_id AS id, bool_and(shared) AS shared FROM contacts CROSS JOIN unnest(email_hashes) AS own (hash)
        JOIN deletion_list_hashes listed ON kind = 'email' AND listed.hash = own.hash
        WHERE contact_id = ANY(${contactIds}::text[]) GROUP BY contact_id`)
    : []
  return kinds!.phone ? [...byEmail, ...(await listedByPhone(tx, keys, contactIds))] : byEmail
}

async function listedByPhone(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<Listed[]> {
  const rows = await tx.query<Sealed>(sql`
    SELECT ${columns}, channels, channels_key_id AS "keyId" FROM contacts
    WHERE contact_id = ANY(${contactIds}::text[]) AND has_phone AND channels IS NOT NULL`)
  const own = rows.flatMap((row) => phoneHashes(keys, row).map((hash) => ({ hash, id: row.contactId })))
  const listed = await tx.query<{ hash: string; shared: boolean }>(sql`
    SELECT encode(hash, 'hex') AS hash, shared FROM deletion_list_hashes
    WHERE kind = 'phone' AND hash = ANY(${own.map(({ hash }) => Buffer.from(hash, 'hex'))}::bytea[])`)
  const sharedOf = new Map(listed.map(({ hash, shared }) => [hash, shared]))
  return own.flatMap(({ hash, id }) => {
    const shared = sharedOf.get(hash)
    return shared === undefined ? [] : [{ id, shared }]
  })
}
