/** Identifiers on deletion lists, as keyed hashes: whom they name, and that imports do not store such people. */
import { createHash } from 'node:crypto'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { numberWithoutExtension } from './channel-values.ts'

export const listedKinds = ['email', 'phone'] as const
export type ListedKind = (typeof listedKinds)[number]

/** The platform's standard form of an identifier, hashed as it hashes: SHA-256 of UTF-8, in base64. */
export function publishedHash(kind: ListedKind, value: string): string {
  const standard =
    kind === 'email' ? value.replaceAll(/\s/g, '').toLowerCase() : numberWithoutExtension(value).slice(-10)
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
  if (hashes.length === 0) return
  await tx.query(sql`DELETE FROM deletion_list_hashes WHERE kind = ${kind} AND hash = ANY(${hashes}::bytea[])`)
}

/** Every email that is held, by its keyed hash, as a subquery: who holds it, and the hash of the name, which tells people apart. */
export const emailHolders = sql`
  SELECT contact_id, name_hash, unnest(email_hashes) AS hash FROM contacts WHERE erased_at IS NULL`

/** Somebody who holds phone numbers, by their keyed hashes. */
type PhoneHolder = { contactId: string; nameHash: Buffer | null; hashes: Buffer[] }
type SealedChannels = { contactId: string; nameHash: Buffer | null; channels: Buffer; keyId: string }
const contactsAtOnce = 5_000

const sealedColumns = sql`contact_id AS "contactId", name_hash AS "nameHash", channels, channels_key_id AS "keyId"`

/** Opens the channels of everybody in a stream. The database reads the next ones meanwhile. */
export async function* readPhoneHolders(db: Db, keys: ChannelKeys): AsyncGenerator<PhoneHolder[]> {
  const readAfter = (after: string) =>
    db.query<SealedChannels>(sql`
      SELECT ${sealedColumns} FROM contacts
      WHERE contact_id > ${after} AND has_phone AND channels IS NOT NULL ORDER BY contact_id LIMIT ${contactsAtOnce}`)
  let rows = await readAfter('')
  while (rows.length > 0) {
    const next = rows.length < contactsAtOnce ? [] : readAfter(rows.at(-1)!.contactId)
    yield rows.map((row) => ({ contactId: row.contactId, nameHash: row.nameHash, hashes: phoneHashes(keys, row) }))
    rows = await next
  }
}

/** The same number twice is harmless. What a lost key sealed, nobody can read. */
const phoneHashes = (keys: ChannelKeys, { contactId, keyId, channels }: SealedChannels): Buffer[] =>
  keys.holds(keyId)
    ? keys
        .open(contactId, keyId, channels)
        .phones.map(({ phone }) => keyPublished(keys, 'phone', publishedHash('phone', phone)))
    : []

/** Several people hold these: whoever comes under one later is hidden, not erased. */
export async function markShared(tx: Db, kind: ListedKind, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  await tx.query(sql`
    UPDATE deletion_list_hashes SET shared = true WHERE kind = ${kind} AND hash = ANY(${hashes}::bytea[])`)
}

type ListMatch = { id: string; shared: boolean }

/** Contacts that an import has just written and that a deletion list names. */
export async function listedAmong(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<ListMatch[]> {
  const [kinds] = await tx.query<{ email: boolean; phone: boolean }>(sql`
    SELECT EXISTS (SELECT FROM deletion_list_hashes WHERE kind = 'email') AS email,
      EXISTS (SELECT FROM deletion_list_hashes WHERE kind = 'phone') AS phone`)
  const byEmail = kinds!.email
    ? await tx.query<ListMatch>(sql`
        SELECT contact_id AS id, bool_and(shared) AS shared FROM contacts CROSS JOIN unnest(email_hashes) AS own (hash)
        JOIN deletion_list_hashes listed ON kind = 'email' AND listed.hash = own.hash
        WHERE contact_id = ANY(${contactIds}::text[]) GROUP BY contact_id`)
    : []
  return kinds!.phone ? [...byEmail, ...(await listedByPhone(tx, keys, contactIds))] : byEmail
}

async function listedByPhone(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<ListMatch[]> {
  const rows = await tx.query<SealedChannels>(sql`
    SELECT ${sealedColumns} FROM contacts
    WHERE contact_id = ANY(${contactIds}::text[]) AND has_phone AND channels IS NOT NULL`)
  const own = rows.flatMap((row) => phoneHashes(keys, row).map((hash) => ({ hash, id: row.contactId })))
  const listed = await tx.query<{ hash: string; shared: boolean }>(sql`
    SELECT encode(hash, 'hex') AS hash, shared FROM deletion_list_hashes
    WHERE kind = 'phone' AND hash = ANY(${own.map(({ hash }) => hash)}::bytea[])`)
  const sharedOf = new Map(listed.map(({ hash, shared }) => [hash, shared]))
  return own.flatMap(({ hash, id }) => {
    const shared = sharedOf.get(hash.toString('hex'))
    return shared === undefined ? [] : [{ id, shared }]
  })
}
