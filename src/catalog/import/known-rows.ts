import { type Sql, sql } from '../../base/sql.ts'
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
  people: string | null
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
            WHEN ${importRun}::bigint IN (observed_run, stale_run) THEN 'unchanged' END AS seen,
          observed_at, first_seen_at, missing IS NOT NULL AS has_missing, ${peopleOfStore(importRun)} AS people
        FROM stores WHERE domain = ANY(${domains}::text[])`,
  )
  const known = stores.map(
    ({ store_id: storeId, domain, fingerprint, retired, seen, ...row }): [string, KnownStore] => [
      domain,
      {
        storeId,
        fingerprint,
        retired,
        seen,
        observedAt: row.observed_at?.getTime() ?? null,
        firstSeenAt: row.first_seen_at?.getTime() ?? null,
        hasMissing: row.has_missing,
        contacts: row.people === null ? [] : row.people.split(betweenPeople).map(readKnownContact),
      },
    ],
  )
  return new Map(known)
}

/** Control characters, which no text of a line keeps. */
const [betweenFields, betweenPeople] = ['\x1f', '\x1e']

/**
 * The people of a store as one text: most of a second import are found by their fingerprint alone, and the driver would still take a dozen
 * columns of each apart. Live contacts come first, so that one who is there twice is matched with the one that customers see.
 */
const peopleOfStore = (importRun: number): Sql => sql`(
            SELECT string_agg(concat_ws(chr(31), contact_id, encode(fingerprint, 'hex'),
              CASE WHEN retired_at IS NULL THEN '' ELSE 'retired' END, CASE WHEN seen_at IS NULL THEN '' ELSE 'missed' END,
              CASE WHEN import_run = ${importRun}::bigint THEN 'written'
                ELSE coalesce((SELECT 'unchanged' FROM import_sightings WHERE seen_id = contact_id), '') END,
              coalesce(encode(source_hash, 'hex'), ''), coalesce(encode(linkedin_hash, 'hex'), ''),
              coalesce(array_to_string(email_hashes, ','), ''), coalesce(full_name, ''),
              CASE WHEN erased_at IS NOT NULL THEN 'erased' || coalesce(encode(name_hash, 'hex'), '') ELSE '' END
            ), chr(30) ORDER BY retired_at IS NOT NULL, contact_id)
            FROM contacts WHERE contacts.store_id = stores.store_id)`

function readKnownContact(text: string): KnownContact {
  const [contactId, fingerprint, retired, missed, seen, source, linkedin, emails, fullName, erased] = text.split(
    betweenFields,
  ) as [string, string, string, string, string, string, string, string, string, string]
  return {
    contactId,
    sourceHash: source || null,
    linkedinHash: linkedin || null,
    emailHashes: () => (emails === '' ? [] : emails.replaceAll('\\x', '').split(',')),
    name: () => nameKey(fullName || null),
    fingerprint,
    retired: retired !== '',
    seen: (seen || null) as LineEffect,
    isMissed: missed !== '',
    erased: erased === '' ? null : { nameHash: erased.slice('erased'.length) || null },
  }
}
