import { rawSql, sql } from '../../src/base/sql.ts'
import type { Db } from '../../src/db/database.ts'

/** Every row of every table, as text: what a dump would show. */
export async function dumpOf(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(sql`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`)
  const rows = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(rawSql(`SELECT t::text AS row FROM ${name} t`))),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}
