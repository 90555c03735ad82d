import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { nameKey } from '../slug.ts'
import type { LineEffect } from './counts.ts'
import type { KnownContact } from './match-people.ts'

export type KnownStore = {
  storeId: string
  fingerprint: string
  retired: boolean
  seen: LineEffect
  /** In milliseconds; null of rows of earlier releases. */
  observedAt: number | null
  firstSeenAt: number | null
  /** Technologies that the last observation lacked. */
  hasMissing: boolean
  contacts: KnownContact[]
}

type StoreRow = {
  store_id: string
  domain: string
  fingerprint: string
  retired: boolean
  seen: LineEffect
  observed_at: Date | null
  first_seen_at: Date | null
  has_missing: boolean
}
type ContactRow = {
  contact_id: string
  store_id: string
  source_hash: string | null
  linkedin_hash: string | null
  email_hashes: string
  full_name: string | null
  fingerprint: string
  retired: boolean
  seen: LineEffect
  missed: boolean
  erased: boolean
  erased_name: string | null
}

/**
 * The rows that the catalogue already has for the stores of a batch, by domain. Sightings are looked up row by row by their
 * key: as EXISTS, PostgreSQL would read the whole growing table for every batch. Nor is any of this prepared: a plan that was
 * made for an empty catalogue would be kept while it grows.
 */
export async function findKnownStores(
  db: Db,
  importRun: number,
  domains: readonly string[],
): Promise<Map<string, KnownStore>> {
  const stores = await db.query<StoreRow>(
    sql`
        SELECT store_id, domain, encode(fingerprint, 'hex') AS fingerprint, retired_at IS NOT NULL AS retired,
          CASE WHEN import_run = ${importRun}::bigint THEN 'written'
            WHEN observed_run = ${importRun}::bigint THEN 'unchanged' END AS seen,
          observed_at, first_seen_at, missing IS NOT NULL AS has_missing
        FROM stores WHERE domain = ANY(${domains}::text[])`,
  )
  const byDomain = new Map<string, KnownStore>()
  const byId = new Map<string, KnownStore>()
  for (const { store_id: storeId, domain, fingerprint, retired, seen, ...row } of stores) {
    const store: KnownStore = {
      storeId,
      fingerprint,
      retired,
      seen,
      observedAt: row.observed_at?.getTime() ?? null,
      firstSeenAt: row.first_seen_at?.getTime() ?? null,
      hasMissing: row.has_missing,
      contacts: [],
    }
    byDomain.set(domain, store)
    byId.set(storeId, store)
  }
  if (stores.length > 0) await addContacts(db, importRun, byId)
  return byDomain
}

/** Live contacts come first, so that a person who is there twice is matched with the one that customers see. */
async function addContacts(db: Db, importRun: number, stores: Map<string, KnownStore>): Promise<void> {
  const rows = await db.query<ContactRow>(
    sql`
        SELECT contact_id, store_id, encode(source_hash, 'hex') AS source_hash, encode(linkedin_hash, 'hex') AS linkedin_hash, full_name,
          array_to_string(email_hashes, ',') AS email_hashes,
          encode(fingerprint, 'hex') AS fingerprint, retired_at IS NOT NULL AS retired, seen_at IS NOT NULL AS missed,
          erased_at IS NOT NULL AS erased, CASE WHEN erased_at IS NOT NULL THEN encode(name_hash, 'hex') END AS erased_name,
          CASE WHEN import_run = ${importRun}::bigint THEN 'written'
            ELSE (SELECT 'unchanged' FROM import_sightings WHERE seen_id = contact_id) END AS seen
        FROM contacts WHERE store_id = ANY(${[...stores.keys()]}::text[])
        ORDER BY retired_at IS NOT NULL, contact_id`,
  )
  for (const row of rows) {
    stores.get(row.store_id)!.contacts.push({
      contactId: row.contact_id,
      sourceHash: row.source_hash,
      linkedinHash: row.linkedin_hash,
      // Read when they are asked for: most people of a second import are found by their fingerprint.
      get emailHashes() {
        return row.email_hashes === '' ? [] : row.email_hashes.replaceAll('\\x', '').split(',')
      },
      get name() {
        return nameKey(row.full_name)
      },
      fingerprint: row.fingerprint,
      retired: row.retired,
      seen: row.seen,
      isMissed: row.missed,
      erased: row.erased ? { nameHash: row.erased_name } : null,
    })
  }
}
