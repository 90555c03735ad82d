/** How an import of files notices that lines were ingested next to it. */
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'

/** Raised by every transaction of ingestion. */
export async function readIngested(db: Db): Promise<number> {
  const [state] = await db.query<{ ingested: number }>(sql`SELECT ingested FROM catalogue_state`)
  return state!.ingested
}

/**
 * Whether something was ingested since then, and one of these stores was since the import began, or one of their people was
 * corrected: that has a higher number.
 */
export async function wereIngested(
  tx: Db,
  domains: readonly string[],
  { importRun, ingested }: { importRun: number; ingested: number },
): Promise<boolean> {
  if ((await readIngested(tx)) === ingested) return false
  const found = await tx.query(sql`
    SELECT FROM stores WHERE domain = ANY(${domains}::text[])
      AND (greatest(import_run, coalesce(observed_run, 0)) > ${importRun}
        OR EXISTS (SELECT FROM contacts WHERE contacts.store_id = stores.store_id AND contacts.import_run > ${importRun}))
    LIMIT 1`)
  return found.length > 0
}
