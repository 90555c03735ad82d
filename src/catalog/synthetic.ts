import { type Sql, sql } from '../base/sql.ts'
import type { Database, Db } from '../db/database.ts'

const synthetic = Symbol('synthetic catalogue')
type MaybeSynthetic = { [synthetic]?: object }

/**
 * A catalogue that is generated, not stored: what test mode reads in place of the tables. Each file that reads the tables names the
 * functions that stand in for it; undefined where the tables are read.
 */
export const syntheticOf = <Reads>(db: object): Reads | undefined =>
  (db as MaybeSynthetic)[synthetic] as Reads | undefined

const liveTables =
  /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:stores|contacts|store_changes|catalogue_\w+|suppressions|suppression_changes|imports|sources)\b/i

/**
 * A database for test mode: data of accounts is in the tables, the catalogue is the synthetic one. A statement on the live
 * catalogue is refused, so that code which does not know of test mode fails instead of mixing the two.
 */
export function withSynthetic(database: Database, catalogue: object): Database {
  return { ...database, ...overSynthetic(database, catalogue) }
}

/** The same for a transaction that is open. */
export function overSynthetic(db: Db, catalogue: object): Db & MaybeSynthetic {
  return {
    [synthetic]: catalogue,
    query({ text, values }) {
      if (liveTables.test(text)) throw new Error('A statement of test mode names a table of the live catalogue.')
      // Not prepared: the text differs from the live one where an account's clock is ahead.
      return db.query({ text, values })
    },
    transaction: (work) => db.transaction((tx) => work(overSynthetic(tx, catalogue))),
  }
}

/** Rows with what the tables say of them. `condition` is about the column `contact.contact_id`. */
export async function withRevealed<Row extends { id: string }>(
  db: Db,
  rows: Row[],
  isRevealed: Sql,
): Promise<(Row & { revealed: boolean })[]> {
  const owned = new Set(
    await idsThat(
      db,
      rows.map(({ id }) => id),
      isRevealed,
    ),
  )
  return rows.map((row) => ({ ...row, revealed: owned.has(row.id) }))
}

/** Those of some contacts that meet a condition on `contact.contact_id`. */
export async function idsThat(db: Db, contactIds: readonly string[], condition: Sql): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT contact.contact_id AS id FROM unnest(${contactIds}::text[]) AS contact (contact_id) WHERE ${condition}`)
  return rows.map(({ id }) => id)
}
