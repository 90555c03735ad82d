import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/**
 * The assignments in catalogue_state that raise the version. The list of changes continues or, if somebody has raised
 * the version without it, starts over.
 */
export const raiseVersion: Sql = rawSql(`
  changes_after = CASE WHEN changes_until = version THEN changes_after ELSE version END,
  changes_until = version + 1,
  version = version + 1`)

/** The version with which everybody sees what is written now. The caller holds the row of catalogue_state. */
export const nextVersion: Sql = sql`(SELECT version + 1 FROM catalogue_state)`

/**
 * Notes that the next version of the catalogue has these stores changed: anything that an index holds of them or of their
 * contacts. The caller holds the row of catalogue_state, and the notes take effect when the version is raised next. Notes of
 * an import that was interrupted count with the next raise, like the rows that it has written.
 */
export async function noteChangedStores(
  tx: Db,
  { storeIds = [], contactIds = [] }: { storeIds?: readonly string[]; contactIds?: readonly string[] },
): Promise<void> {
  if (storeIds.length === 0 && contactIds.length === 0) return
  await tx.query(sql`
    INSERT INTO catalogue_changes (version, store_id)
    SELECT state.version + 1, changed.store_id FROM catalogue_state state, (
      SELECT unnest(${storeIds}::text[]) AS store_id
      UNION SELECT store_id FROM contacts WHERE contact_id = ANY(${contactIds}::text[])) changed
    ON CONFLICT DO NOTHING`)
}
