import type { Db } from './database.ts'
import { rawSql, sql } from './sql.ts'

/** Tables whose rows are never changed: even the role that owns them may only insert and read. */
const appendOnlyTables = [
  'credit_entries',
  'reveals',
  'billing_facts',
  'billing_snapshots',
  'plan_history',
  'audit_entries',
] as const

/** Those that have lost this protection, as after `pg_restore --no-privileges`. A superuser is bound by nothing. */
export async function findUnprotected(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    SELECT name FROM unnest(${[...appendOnlyTables]}::text[]) AS name
    WHERE has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE')
      AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)`)
  return rows.map(({ name }) => name)
}

/** A superuser may change every row, whatever was revoked: the operator is told. */
export async function isBoundByPrivileges(db: Db): Promise<boolean> {
  const [role] = await db.query<{ bound: boolean }>(
    sql`SELECT NOT rolsuper AND NOT rolbypassrls AS bound FROM pg_roles WHERE rolname = current_user`,
  )
  return role!.bound
}

/** Takes the privileges back, and says of which tables. */
export async function protectAgain(db: Db): Promise<string[]> {
  const tables = await findUnprotected(db)
  if (tables.length > 0)
    await db.query(rawSql(`REVOKE UPDATE, DELETE, TRUNCATE ON ${tables.join(', ')} FROM CURRENT_USER`))
  return tables
}

/** Any constant will do: two that change the privileges of one table at once would fail one of them. */
const privilegeLock = 7_305_120_832

/**
 * Retention and erasure: the privilege is there for this transaction alone, and nobody else ever sees it. If the
 * transaction fails, the privilege was never given.
 */
export async function whileAllowed<T>(
  tx: Db,
  table: (typeof appendOnlyTables)[number],
  privileges: 'UPDATE' | 'DELETE' | 'UPDATE, DELETE',
  work: () => Promise<T>,
): Promise<T> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${privilegeLock}::bigint)`)
  await tx.query(rawSql(`GRANT ${privileges} ON ${table} TO CURRENT_USER`))
  const outcome = await work()
  await tx.query(rawSql(`REVOKE ${privileges} ON ${table} FROM CURRENT_USER`))
  return outcome
}
