/** One bad crawl "removes" an app from thousands of stores: such removals wait for the operator. */
import { listsOfRemovals, type Removal, removalTypes } from '../base/change-types.ts'
import { rawSql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type Chain, keepChanges } from './before-images.ts'
import { nextVersion, noteChangedStores, raiseVersion } from './change-log.ts'

export type HeldChanges = { type: Removal; value: string; stores: number }

/** Condition on a row of `store_changes`: it is shown. Held and undecided changes are not. */
export const isRecorded = sql`state = 'recorded'`

/** One technology may leave this many stores in one import, whatever the share … */
export const lossesMax = 20
/** … and at most this percentage of those that have it. */
export const lossPercentMax = 20

const isRemoval = sql`type = ANY(${removalTypes}::text[])`

/** The state of a row of `store_changes` that an import writes: removals wait for its end, which judges how many there are. */
export const stateOfNew = sql`CASE WHEN ${isRemoval} THEN 'undecided' ELSE 'recorded' END`

/**
 * At the end of an import: removals of a technology from more than `lossPercentMax` of the stores that have it are held back, the
 * others are recorded. What an interrupted import left undecided counts with them.
 */
export async function decideRemovals(
  tx: Db,
  importRun: number,
  { isIngested = false, chain = [] }: { isIngested?: boolean; chain?: Chain } = {},
): Promise<HeldChanges[]> {
  // Ingestion decides in each of its transactions, over everything that its import has removed so far.
  const isUndecided = sql`state = 'undecided' ${isIngested ? sql`AND import_run = ${importRun}` : sql``}`
  const removals = await tx.query<HeldChanges & { key: string }>(sql`
    SELECT type, lower(value) AS key, min(value) AS value, count(*)::integer AS stores FROM store_changes
    WHERE ${isIngested ? sql`import_run = ${importRun} AND ${isRemoval}` : isUndecided}
    GROUP BY type, lower(value) HAVING bool_or(state = 'undecided')`)
  if (removals.length === 0) return []
  const held: HeldChanges[] = []
  for (const { type, key, value, stores } of removals.filter((one) => one.stores > lossesMax)) {
    const list = listsOfRemovals[type]
    const [row] = await tx.query<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM stores WHERE retired_at IS NULL AND (
        EXISTS (SELECT FROM unnest(${rawSql(list)}) AS name WHERE lower(name) = ${key})
        OR EXISTS (SELECT FROM jsonb_array_elements_text(missing -> ${list}::text -> 'names') AS name WHERE lower(name) = ${key}))`)
    if (stores * 100 > (row!.count + stores) * lossPercentMax) held.push({ type, value, stores })
  }
  if (!isIngested) await keepChanges(tx, chain, isUndecided)
  await tx.query(sql`
    UPDATE store_changes SET import_run = ${importRun}, recorded_version = ${nextVersion}, state = CASE WHEN (type, lower(value)) IN (
        SELECT * FROM unnest(${held.map(({ type }) => type)}::text[], ${held.map(({ value }) => value.toLowerCase())}::text[]))
      THEN 'held' ELSE 'recorded' END
    WHERE ${isUndecided}`)
  return held
}

type HeldChangesFilter = { importRun: number; type?: string | undefined; value?: string | undefined }

const isMeant = ({ importRun, type, value }: HeldChangesFilter) => sql`
  state = 'held' AND import_run = ${importRun}
  AND (${type ?? null}::text IS NULL OR type = ${type ?? null}) AND (${value ?? null}::text IS NULL OR lower(value) = lower(${value ?? null}))`

export function listHeldChanges(db: Db): Promise<(HeldChanges & { importRun: number; observedAt: Date })[]> {
  return db.query(sql`
    SELECT import_run AS "importRun", type, min(value) AS value, count(*)::integer AS stores, max(observed_at) AS "observedAt"
    FROM store_changes WHERE state = 'held' GROUP BY import_run, type, lower(value) ORDER BY import_run, type, lower(value)`)
}

const listOfRemoval = sql`(${JSON.stringify(listsOfRemovals)}::jsonb ->> type)`

/** The removals are real. */
export async function releaseChanges(db: Db, narrowed: HeldChangesFilter): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM catalogue_state FOR NO KEY UPDATE`)
    const released = await tx.query<{ storeId: string }>(sql`
      UPDATE store_changes SET state = 'recorded', recorded_at = now(), recorded_version = ${nextVersion} WHERE ${isMeant(narrowed)} RETURNING store_id AS "storeId"`)
    await noteChangedStores(tx, { storeIds: [...new Set(released.map(({ storeId }) => storeId))] })
    if (released.length > 0) await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
    return released.length
  })
}

/** They are not: the technologies are missing as `diffStore` leaves them after one observation, and back without a change when they are seen again. */
export async function discardChanges(db: Db, narrowed: HeldChangesFilter): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM catalogue_state FOR NO KEY UPDATE`)
    const [row] = await tx.query<{ count: number }>(sql`
      WITH discarded AS (
        DELETE FROM store_changes WHERE ${isMeant(narrowed)} RETURNING store_id, type, value, observed_at),
      kinds AS (
        SELECT store_id, ${listOfRemoval} AS kind,
          max(extract(epoch FROM observed_at) * 1000)::bigint AS at, array_agg(value) AS names
        FROM discarded GROUP BY 1, 2),
      lists AS (
        SELECT kinds.store_id, jsonb_object_agg(kind, jsonb_build_object(
          'at', coalesce((missing -> kind ->> 'at')::bigint, at),
          'names', coalesce(missing -> kind -> 'names', '[]') || to_jsonb(names))) AS added
        FROM kinds JOIN stores USING (store_id) GROUP BY kinds.store_id),
      restored AS (
        UPDATE stores SET missing = coalesce(missing, '{}') || added FROM lists WHERE stores.store_id = lists.store_id)
      SELECT count(*)::integer AS count FROM discarded`)
    return row!.count
  })
}
