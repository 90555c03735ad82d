/** Rows as they were before an import, kept in the transaction that changes them: `import/undo-import.ts` puts them back. */
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Kept no longer than this, for people's sake: a before image holds data that a later import removed. */
export const undoDays = 30

/**
 * The numbers of one import: its own, and those of interrupted runs of the same files right before it. Rows that one of them
 * wrote last are as this import left them.
 */
export type Chain = readonly number[]

/** `which` is a condition on a row of `stores`. */
export async function keepStores(tx: Db, chain: Chain, which: Sql): Promise<void> {
  await tx.query(sql`
    INSERT INTO import_before (kind, row_id, row_before)
    SELECT 'store', store_id, CASE WHEN observed_run = ANY(${chain}::bigint[])
      THEN to_jsonb(stores) || jsonb_build_object('observed_at', observed_before, 'observed_run', NULL)
        || CASE WHEN people_seen_run = ANY(${chain}::bigint[])
          THEN jsonb_build_object('people_seen_at', people_seen_before, 'people_seen_run', NULL) ELSE '{}' END
      ELSE to_jsonb(stores) END
    FROM stores WHERE ${which} AND ${isFromBefore(chain)}
    ${keepFirst}`)
}

/** `which` is a condition on a row of `contacts`. */
export async function keepContacts(tx: Db, chain: Chain, which: Sql): Promise<void> {
  await tx.query(sql`
    INSERT INTO import_before (kind, row_id, row_before)
    SELECT 'contact', contact_id, to_jsonb(contacts) FROM contacts WHERE ${which} AND ${isFromBefore(chain)}
    ${keepFirst}`)
}

/** `which` is a condition on a row of `store_changes`: what an interrupted import of other files had not decided. */
export async function keepChanges(tx: Db, chain: Chain, which: Sql): Promise<void> {
  await tx.query(sql`
    INSERT INTO import_before (kind, row_id, row_before)
    SELECT 'change', concat_ws(' ', store_id, observed_at, type, value), to_jsonb(store_changes) FROM store_changes
    WHERE ${which} AND import_run <> ALL(${chain}::bigint[])
    ON CONFLICT DO NOTHING`)
}

const isFromBefore = (chain: Chain): Sql =>
  sql`import_run <> ALL(${chain}::bigint[]) AND coalesce(added_run, -1) <> ALL(${chain}::bigint[])`

/** A second before image is taken only if somebody else wrote the row since the first. */
const keepFirst: Sql = sql`
  ON CONFLICT (kind, row_id) DO UPDATE SET row_before = excluded.row_before
  WHERE import_before.row_before ->> 'import_run' <> excluded.row_before ->> 'import_run'`

/** Before images that hold one of these addresses, although their rows no longer do. */
export async function forgetBeforeBy(tx: Db, emailHashes: readonly Buffer[]): Promise<void> {
  if (emailHashes.length === 0) return
  const written = emailHashes.map((hash) => `\\x${hash.toString('hex')}`)
  await tx.query(sql`
    DELETE FROM import_before WHERE kind = 'contact' AND row_before -> 'email_hashes' ?| ${written}::text[]`)
}

/** Erased people are gone from here, too. */
export async function forgetBefore(tx: Db, contactIds: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM import_before WHERE kind = 'contact' AND row_id = ANY(${contactIds}::text[])`)
}
