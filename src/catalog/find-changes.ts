import type { ChangeType } from '../base/change-types.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { isRecorded } from './held-changes.ts'
import { syntheticOf } from './synthetic.ts'

export type StoreChangeRow = {
  type: ChangeType
  value: string
  from: string | null
  to: string | null
  observedAt: Date
}

/** Where a page of changes ended. */
export type ChangePosition = { observedAt: string; type: string; value: string }

/** The same in a synthetic catalogue. */
export type ChangeReads = {
  findChanges(storeId: string, page: { after: ChangePosition | null; limit: number }): StoreChangeRow[]
}

/** The recorded changes of a store, newest first; those that wait for the operator are not among them. */
export async function findChanges(
  db: Db,
  storeId: string,
  { after, limit }: { after: ChangePosition | null; limit: number },
): Promise<StoreChangeRow[]> {
  const synthetic = syntheticOf<ChangeReads>(db)
  if (synthetic) return synthetic.findChanges(storeId, { after, limit })
  const rest =
    after === null
      ? sql``
      : sql`AND (observed_at < ${after.observedAt}::timestamptz
          OR (observed_at = ${after.observedAt}::timestamptz AND (type, value) > (${after.type}, ${after.value})))`
  return db.query<StoreChangeRow>(sql`
    SELECT type, value, old_value AS "from", new_value AS "to", observed_at AS "observedAt" FROM store_changes
    WHERE store_id = ${storeId} AND ${isRecorded} ${rest}
    ORDER BY observed_at DESC, type, value LIMIT ${limit}`)
}

/** How many are recorded of a store: few, as they are kept for two years. */
export async function countChanges(db: Db, storeId: string): Promise<number> {
  const synthetic = syntheticOf<ChangeReads>(db)
  if (synthetic) return synthetic.findChanges(storeId, { after: null, limit: Number.POSITIVE_INFINITY }).length
  const [row] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM store_changes WHERE store_id = ${storeId} AND ${isRecorded}`,
  )
  return row!.total
}
