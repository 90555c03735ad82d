import { rawSql, sql } from '../../src/base/sql.ts'
import type { Database } from '../../src/db/database.ts'

/** Everything the database holds, as text, table by table. Bytes appear in hexadecimal, as a dump would show them. */
export async function dumpTables(database: Database): Promise<Map<string, string[]>> {
  const tables = await database.query<{ name: string }>(sql`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
  const dump = new Map<string, string[]>()
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(rawSql(`SELECT t::text AS row FROM ${name} t ORDER BY 1`))
    dump.set(
      name.replace(/^public\./, ''),
      rows.map(({ row }) => row),
    )
  }
  return dump
}

/**
 * The same without what may move although no request changes it: the request counters, when a key was last used, and the rows
 * that the OAuth server writes at its own pace when it starts.
 */
export async function dumpWithoutCounters(database: Database): Promise<Map<string, string[]>> {
  const dump = await dumpTables(database)
  dump.delete('request_counters')
  dump.delete('api_keys')
  dump.delete('oauth_resources')
  return dump
}
