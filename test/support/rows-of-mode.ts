/** What the database holds of one mode, to see that the other one left it alone. */
import { rawSql, sql } from '../../src/base/sql.ts'
import type { Db } from '../../src/db/database.ts'

/** Every row of every table that belongs to a test account, or to none: by its table, in a form that can be compared. */
export async function rowsOfMode(database: Db, mode: 'live' | 'test'): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname NOT LIKE 'unmet\\_%' -- searches that found nothing are noted by the node in its own time; REPORT-3 has the mode
    ORDER BY 1`)
  const rows: Record<string, string> = {}
  for (const { name } of tables) {
    // Up to which version of the catalogue a watch was judged is noted by the node itself, in its own time.
    const row = name === 'watches' ? `(to_jsonb(t) - '{judged_version,query}'::text[])::text` : 't::text'
    const [table] = await database.query<{ content: string }>(
      rawSql(`SELECT count(*) || ' ' || coalesce(md5(string_agg(${row}, ' ' ORDER BY ${row})), '') AS content FROM ${name} t
        WHERE t::text ${mode === 'live' ? '!~' : '~'} '(acc|cus)_test_'`),
    )
    rows[name] = table!.content
  }
  return rows
}

/** Rows of live accounts that name something of test mode. */
export async function mixedRows(database: Db): Promise<string[]> {
  const tables = await database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'account_id'
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`)
  const found = tables.map(({ name }) =>
    database.query<{ row: string }>(
      rawSql(`SELECT '${name} ' || t::text AS row FROM ${name} t
        WHERE NOT starts_with(account_id, 'acc_test_') AND t::text ~ '(ct|st|acc|cus|psk)_test_' LIMIT 3`),
    ),
  )
  return (await Promise.all(found)).flat().map(({ row }) => row)
}
