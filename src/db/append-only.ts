import type { Db } from './database.ts'
import { rawSql, sql } from './sql.ts'

/** Tables whose rows are never changed: even the role that owns them may only insert and read. */
const appendOnlyTables = ['credit_entries', 'reveals', 'billing_facts', 'plan_history'] as const

/** Those that have lost this protection, as after `pg_restore --no-privileges`. A superuser is bound by nothing. */
export async function findUnprotected(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    SELECT name FROM unnest(${[...appendOnlyTables]}::text[]) AS name
    WHERE has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE')
      AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)`)
  return rows.map(({ name }) => name)
}

/** Takes the privileges back, and says of which tables. */
export async function protectAgain(db: Db): Promise<string[]> {
  const tables = await findUnprotected(db)
  if (tables.length > 0)
    await db.query(rawSql(`REVOKE UPDATE, DELETE, TRUNCATE ON ${tables.join(', ')} FROM CURRENT_USER`))
  return tables
}
