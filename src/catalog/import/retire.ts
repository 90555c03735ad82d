/** What `--replace` retires at the end of an import, and what speaks against it. */
import type { Client } from 'pg'
import { type Sql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { type Chain, keepContacts, keepStores } from '../before-images.ts'
import { listMark } from './write-batch.ts'

/**
 * `rejected_lines`: what stood in them must not be treated as gone. `no_stores`, `too_many` and `too_many_people`: files are empty
 * or cut, or their lists of people are, more often than a catalogue is.
 */
export type Retirement = 'not_asked' | 'done' | 'rejected_lines' | 'no_stores' | 'too_many' | 'too_many_people'

/** Smaller catalogues change by a larger share in the course of things. */
export const guardedFrom = 100
/** `doctor` warns from here on, too, whatever retired them. */
export const retiredShareMax = 1 / 5

export type LiveCounts = { stores: number; contacts: number }

export async function countLive(client: Client): Promise<LiveCounts> {
  const { rows } = await client.query<LiveCounts>(`
    SELECT (SELECT count(*)::integer FROM stores WHERE retired_at IS NULL) AS stores,
      (SELECT count(*)::integer FROM contacts WHERE retired_at IS NULL) AS contacts`)
  return rows[0]!
}

type Outcome = {
  replace?: boolean
  retireAnyway?: boolean
  importRun: number
  liveBefore: LiveCounts
  rejected: number
  storeLines: number
}

export async function decideRetirement(tx: Db, outcome: Outcome): Promise<Retirement> {
  const { replace = false, retireAnyway = false, importRun, liveBefore, rejected, storeLines } = outcome
  if (!replace) return 'not_asked'
  if (retireAnyway) return 'done'
  if (storeLines === 0) return 'no_stores'
  if (rejected > 0) return 'rejected_lines'
  if (await isTooMany(tx, sql`FROM stores WHERE ${isStoreUnseen(importRun)}`, liveBefore.stores)) return 'too_many'
  const people = sql`FROM contacts WHERE ${isContactUnseen(importRun)}`
  return (await isTooMany(tx, people, liveBefore.contacts)) ? 'too_many_people' : 'done'
}

async function isTooMany(tx: Db, unseen: Sql, liveBefore: number): Promise<boolean> {
  if (liveBefore < guardedFrom) return false
  const [row] = await tx.query<{ count: number }>(sql`SELECT count(*)::integer AS count ${unseen}`)
  return row!.count > liveBefore * retiredShareMax
}

/** Rows that were ingested meanwhile have a higher number: they are newer than the files. */
const isStoreUnseen = (importRun: number): Sql =>
  sql`retired_at IS NULL AND import_run < ${importRun} AND coalesce(greatest(observed_run, stale_run), 0) < ${importRun}`

/** Ingestion has seen them since, in a list that is newer than that of the files. */
const isSeenSince = (importRun: number): Sql => sql`
  EXISTS (SELECT FROM stores WHERE stores.store_id = contacts.store_id
    AND CASE WHEN contacts.seen_at IS NULL THEN stores.people_seen_run ELSE contacts.seen_run END > ${importRun})`

/** Whom the list of their store's line does not hold, and everybody at stores that go or are gone. */
const isContactUnseen = (importRun: number): Sql => sql`
  retired_at IS NULL AND import_run < ${importRun}
    AND NOT EXISTS (SELECT FROM import_sightings WHERE seen_id = contact_id) AND (
      (EXISTS (SELECT FROM import_sightings WHERE seen_id = ${listMark} || store_id) AND NOT (${isSeenSince(importRun)}))
      OR EXISTS (
        SELECT FROM stores
        WHERE stores.store_id = contacts.store_id AND (stores.retired_at IS NOT NULL OR (${isStoreUnseen(importRun)}))))`

/** Stores that no line held, with their people; and people whom the list of their store's line no longer holds. */
export async function retireUnseen(
  tx: Db,
  { importRun, chain }: { importRun: number; chain: Chain },
): Promise<{ stores: number; contacts: number }> {
  await keepStores(tx, chain, isStoreUnseen(importRun))
  const stores = await retireAndNote(
    tx,
    sql`UPDATE stores SET retired_at = now() WHERE ${isStoreUnseen(importRun)} RETURNING store_id`,
  )
  await keepContacts(tx, chain, isContactUnseen(importRun))
  const contacts = await retireAndNote(
    tx,
    sql`UPDATE contacts SET retired_at = now() WHERE ${isContactUnseen(importRun)} RETURNING store_id`,
  )
  return { stores, contacts }
}

async function retireAndNote(tx: Db, update: Sql): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    WITH retired AS (${update}), noted AS (
      INSERT INTO catalogue_changes (version, store_id)
      SELECT DISTINCT state.version + 1, store_id FROM retired, catalogue_state state ON CONFLICT DO NOTHING
    )
    SELECT count(*)::integer AS count FROM retired`)
  return row!.count
}
