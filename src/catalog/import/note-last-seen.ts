/** When stores and people were last seen. */
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Chain } from '../before-images.ts'
import { sourceRun, sourceWroteAt } from '../corrections.ts'
import type { BatchPlan } from './batch-plan.ts'

export type Sightings = Pick<BatchPlan, 'observedStores' | 'peopledStoreIds' | 'missedContactIds' | 'foundContactIds'>

export const moment = (time: number): string => new Date(time).toISOString()

/** People who are not in a list are as old as the list before; those who are, as old as this one (`people_seen_at`). */
export async function noteMissed(tx: Db, { missedContactIds, foundContactIds }: Sightings): Promise<void> {
  if (missedContactIds.length > 0) {
    await tx.query(sql`
      UPDATE contacts contact SET seen_at = coalesce(stores.people_seen_at, ${sourceWroteAt}, now()),
        seen_run = coalesce(stores.people_seen_run, ${sourceRun})
      FROM stores WHERE stores.store_id = contact.store_id AND contact_id = ANY(${missedContactIds}::text[])`)
  }
  if (foundContactIds.length > 0) {
    await tx.query(sql`
      UPDATE contacts SET seen_at = NULL, seen_run = NULL WHERE contact_id = ANY(${foundContactIds}::text[])`)
  }
}

/** An older one does not say whose store it is, but the import has met it. */
const isOlder = sql`seen.at < stores.observed_at`

/** An observation that brings nothing new is still one. */
export async function noteObserved(
  tx: Db,
  batch: Sightings,
  { importRun, chain }: { importRun: number; chain: Chain },
): Promise<void> {
  const { observedStores, peopledStoreIds } = batch
  if (observedStores.length === 0) return
  await tx.query(sql`
    UPDATE stores SET observed_at = greatest(stores.observed_at, seen.at),
      observed_run = CASE WHEN ${isOlder} THEN observed_run ELSE ${importRun} END,
      stale_run = CASE WHEN ${isOlder} THEN ${importRun} ELSE stale_run END,
      observed_before = CASE WHEN ${isOlder} OR observed_run = ANY(${chain}::bigint[]) THEN observed_before ELSE observed_at END,
      people_seen_at = CASE WHEN seen.peopled THEN seen.at ELSE people_seen_at END,
      people_seen_run = CASE WHEN seen.peopled THEN ${importRun} ELSE people_seen_run END,
      people_seen_before = CASE WHEN NOT seen.peopled OR people_seen_run = ANY(${chain}::bigint[]) THEN people_seen_before
        ELSE people_seen_at END
    FROM unnest(${observedStores.map(({ storeId }) => storeId)}::text[],
      ${observedStores.map(({ at }) => moment(at))}::timestamptz[],
      ${observedStores.map(({ storeId }) => peopledStoreIds.has(storeId))}::boolean[]) AS seen (store_id, at, peopled)
    WHERE stores.store_id = seen.store_id`)
}
