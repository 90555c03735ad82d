/**
 * The tables of a dry run. It writes as an import does, but into temporary tables that stand in front of those of the catalogue
 * under the same names, so that ingestion, opt-outs and erasures wait for none of its rows. A store is copied when a line is about it.
 */
import { rawSql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { lossesMax } from '../held-changes.ts'

/** Tables that say which imports there are, or that only imports read. */
export async function coverRuns(tx: Db): Promise<void> {
  await cover(tx, ['imports', 'import_sightings', 'import_before', 'catalogue_changes'])
  await tx.query(sql`INSERT INTO imports SELECT * FROM public.imports`)
}

/** Copies what interrupted imports left undecided: it is decided together with this import's removals. */
export async function coverCatalogue(tx: Db): Promise<void> {
  await cover(tx, ['stores', 'contacts', 'store_changes'])
  await tx.query(sql`INSERT INTO store_changes SELECT * FROM public.store_changes WHERE state = 'undecided'`)
}

async function cover(tx: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await tx.query(
      rawSql(
        `CREATE TEMPORARY TABLE ${table} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING INDEXES) ON COMMIT DROP`,
      ),
    )
  }
}

/** Before these stores are looked up: as they are now, unless the dry run has them already. */
export async function copyStores(tx: Db, domains: readonly string[]): Promise<void> {
  const copied = await tx.query<{ storeId: string }>(sql`
    INSERT INTO stores SELECT * FROM public.stores WHERE domain = ANY(${domains}::text[])
    ON CONFLICT DO NOTHING RETURNING store_id AS "storeId"`)
  if (copied.length === 0) return
  const ids = copied.map(({ storeId }) => storeId)
  await tx.query(sql`
    INSERT INTO contacts SELECT * FROM public.contacts WHERE store_id = ANY(${ids}::text[]) ON CONFLICT DO NOTHING`)
  await tx.query(sql`
    INSERT INTO store_changes SELECT * FROM public.store_changes WHERE store_id = ANY(${ids}::text[]) ON CONFLICT DO NOTHING`)
}

/** Before the end, which looks at stores that no line was about: `--replace` retires them, and shares of removals are of all stores. */
export async function copyRest(tx: Db, { replace }: { replace: boolean }): Promise<void> {
  const undecided = await tx.query(sql`SELECT FROM store_changes WHERE state = 'undecided' LIMIT ${lossesMax + 1}`)
  if (!replace && undecided.length <= lossesMax) return
  await tx.query(sql`INSERT INTO stores SELECT * FROM public.stores WHERE retired_at IS NULL ON CONFLICT DO NOTHING`)
  if (!replace) return
  await tx.query(
    sql`INSERT INTO contacts SELECT * FROM public.contacts WHERE retired_at IS NULL ON CONFLICT DO NOTHING`,
  )
}
