import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { normaliseEmail, readProfileUrl } from '../channel-values.ts'
import { emailHashes } from '../email-hashes.ts'
import { domainHash, type HashColumn, hashColumns } from './exclusion-entry.ts'

type SyntheticPerson = { id: string; emails: string[]; linkedinUrl: string | null }
export type ExclusionReads = {
  /** Everybody in the synthetic catalogue: exclusions know them by keyed hashes alone. */
  everybody(): readonly { id: string; domain: string; contacts: readonly SyntheticPerson[] }[]
  /** Contacts that count as excluded without a list. */
  excludedByAll: readonly string[]
}

/** Which synthetic stores and contacts the entries of a test account match now. */
export async function matchSynthetic(
  tx: Db,
  keys: ChannelKeys,
  accountId: string,
  { everybody }: ExclusionReads,
): Promise<void> {
  const carried = hashesOf(everybody, keys)
  const known = await tx.query<{ hash: string }>(sql`
    SELECT DISTINCT encode(hash, 'hex') AS hash FROM exclusion_entries
    WHERE account_id = ${accountId} AND hash = ANY(${carried.all}::bytea[])`)
  const excluded = new Set(known.map(({ hash }) => hash))
  const stores = carried.stores.filter(({ hash }) => excluded.has(hash))
  const named = new Set(stores.map(({ id }) => id))
  const contacts = carried.contacts.filter(
    ({ storeId, hashes }) => named.has(storeId) || hashes.some((hash) => excluded.has(hash)),
  )
  await tx.query(sql`DELETE FROM excluded_stores WHERE account_id = ${accountId}`)
  await tx.query(sql`DELETE FROM excluded_contacts WHERE account_id = ${accountId}`)
  await tx.query(sql`
    INSERT INTO excluded_stores (account_id, store_id, hash)
    SELECT ${accountId}, * FROM unnest(${stores.map(({ id }) => id)}::text[],
      ${stores.map(({ hash }) => Buffer.from(hash, 'hex'))}::bytea[])`)
  await tx.query(sql`
    INSERT INTO excluded_contacts (account_id, contact_id)
    SELECT ${accountId}, unnest(${contacts.map(({ id }) => id)}::text[])`)
}

type Hashes = {
  keys: ChannelKeys
  all: Buffer[]
  stores: { id: string; hash: string }[]
  contacts: { id: string; storeId: string; hashes: string[] }[]
}

/** The synthetic catalogue never changes. */
const hashed = new WeakMap<ExclusionReads['everybody'], Hashes>()

function hashesOf(everybody: ExclusionReads['everybody'], keys: ChannelKeys): Hashes {
  const known = hashed.get(everybody)
  if (known?.keys === keys) return known
  const all = everybody()
  const stores = all.map(({ id, domain }) => ({ id, hash: domainHash(domain, keys) }))
  const contacts = all.flatMap(({ id: storeId, contacts: people }) =>
    people.map((person) => ({ id: person.id, storeId, hashes: carriedBy(person, keys) })),
  )
  const every = [...stores.map(({ hash }) => hash), ...contacts.flatMap(({ hashes }) => hashes)]
  const made = { keys, stores, contacts, all: every.map((hash) => Buffer.from(hash, 'hex')) }
  hashed.set(everybody, made)
  return made
}

/** The columns of a contact as the catalogue would hold them. */
const hashesIn: Record<HashColumn, (person: SyntheticPerson, keys: ChannelKeys) => string[]> = {
  email_hashes: ({ emails }, keys) => emails.flatMap((email) => emailHashes(normaliseEmail(email) ?? email, keys)),
  linkedin_hash: ({ linkedinUrl }, keys) => {
    const profile = linkedinUrl === null ? undefined : readProfileUrl(linkedinUrl)?.key
    return profile === undefined ? [] : [keys.hashHex('linkedin', profile)]
  },
}

const carriedBy = (person: SyntheticPerson, keys: ChannelKeys): string[] =>
  hashColumns.flatMap((column) => hashesIn[column](person, keys))
