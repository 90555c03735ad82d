/** Changes of the catalogue, for indexes and watches that follow it. */
import type { ChangeType } from '../base/change-types.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChangeReads } from './find-changes.ts'
import type { ContactReads } from './find-contacts.ts'
import { isRecorded } from './held-changes.ts'
import { syntheticOf } from './synthetic.ts'

/**
 * The stores that changed after one version of the catalogue and up to another. Null: too many to list, or no longer known. The list is
 * kept for a week.
 */
export async function storesChanged(
  db: Db,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<string[] | null> {
  const rows = await db.query<{ isComplete: boolean; storeId: string | null }>(sql`
    SELECT state.changes_after <= ${after}::bigint AND state.changes_until >= ${upTo}::bigint AS "isComplete",
      changed.store_id AS "storeId"
    FROM catalogue_state state LEFT JOIN LATERAL (
      SELECT DISTINCT store_id FROM catalogue_changes WHERE version > ${after}::bigint AND version <= ${upTo}::bigint
      LIMIT ${most + 1}) changed ON true`)
  if (!rows[0]!.isComplete || rows.length > most) return null
  return rows.flatMap(({ storeId }) => storeId ?? [])
}

/** The contacts of these stores, whether they are shown or not. */
export async function contactsOfStores(db: Db, storeIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE store_id = ANY(${storeIds}::text[])`,
  )
  return rows.map(({ id }) => id)
}

/** The store of each of these contacts. */
export async function storesOfContacts(db: Db, contactIds: readonly string[]): Promise<Map<string, string>> {
  const synthetic = syntheticOf<ContactReads>(db)
  if (synthetic) return new Map([...synthetic.findContacts(contactIds)].map(([id, { store }]) => [id, store.id]))
  const rows = await db.query<{ id: string; storeId: string }>(
    sql`SELECT contact_id AS id, store_id AS "storeId" FROM contacts WHERE contact_id = ANY(${contactIds}::text[])`,
  )
  return new Map(rows.map(({ id, storeId }) => [id, storeId]))
}

export type RecordedChange = {
  storeId: string
  type: ChangeType
  value: string
  observedAt: Date
  recordedAt: Date | null
  /** The version of the catalogue with which everybody sees it; null of changes from before versions were kept. */
  recordedVersion: number | null
}

/** The recorded changes of these stores, observed since a moment, oldest first. */
export async function findRecordedChanges(db: Db, storeIds: readonly string[], since: Date): Promise<RecordedChange[]> {
  const synthetic = syntheticOf<ChangeReads>(db)
  if (synthetic) return storeIds.flatMap((storeId) => syntheticChanges(synthetic, storeId, since))
  return db.query<RecordedChange>(sql`
    SELECT store_id AS "storeId", type, value, observed_at AS "observedAt", recorded_at AS "recordedAt",
      recorded_version::float8 AS "recordedVersion"
    FROM store_changes
    WHERE store_id = ANY(${storeIds}::text[]) AND ${isRecorded} AND observed_at > ${since}
    ORDER BY observed_at, type, value`)
}

const syntheticChanges = (catalogue: ChangeReads, storeId: string, since: Date): RecordedChange[] =>
  catalogue
    .findChanges(storeId, { after: null, limit: Number.POSITIVE_INFINITY })
    .filter(({ observedAt }) => observedAt > since)
    .map(({ type, value, observedAt }) => ({
      storeId,
      type,
      value,
      observedAt,
      recordedAt: null,
      recordedVersion: null,
    }))
    .toReversed()
