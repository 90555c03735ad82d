/**
 * Two roles: one owns the tables and brings them up to date, the other serves. The serving role owns nothing, and what it
 * may do to a table is what is written here. An installation with one role works too; the start and `doctor` say so.
 */

import { rawSql, sql } from '../base/sql.ts'
import type { Db } from './database.ts'
import { advisoryLocks } from './locks.ts'

/** Tables whose rows are never changed: the role that serves may only insert and read. */
export const appendOnlyTables = [
  'credit_entries',
  'reveals',
  'billing_facts',
  'billing_snapshots',
  'plan_history',
  'audit_entries',
] as const

/** Lawful acts on tables that the serving role can't touch by itself (migrations 0057 and 0320). */
const ownerFunctions = ['forget_old_audit_entries', 'forget_account', 'forget_test_account', 'analyze_catalogue']

/**
 * Gives the serving role what it lacks, takes from it what is too much, and takes from the owner, too, the right to change
 * append-only tables by accident. As the owner, after every migration and after a restore: without a need it changes nothing.
 * Says which append-only tables could have been changed. `servingRole` is null where the owner serves as well.
 */
export async function settlePrivileges(owner: Db, servingRole: string | null): Promise<string[]> {
  return owner.transaction(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(${advisoryLocks.privileges}::bigint)`)
    const exposed = await tx.query<{ name: string }>(sql`
      SELECT relname AS name FROM pg_class c
      WHERE relnamespace = 'public'::regnamespace AND relname = ANY(${[...appendOnlyTables]}::text[]) AND EXISTS (
        SELECT FROM (
          SELECT coalesce(relacl, acldefault('r', relowner)) AS acl
          UNION ALL SELECT attacl FROM pg_attribute WHERE attrelid = c.oid AND attacl IS NOT NULL) AS lists, aclexplode(acl)
        WHERE privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')
          AND grantee IN (0, relowner, coalesce(to_regrole(quote_ident(${servingRole}))::oid, relowner)))
      ORDER BY 1`)
    const tables = exposed.map(({ name }) => name)
    const grantees = ['CURRENT_USER', 'PUBLIC', ...(servingRole === null ? [] : [quoteName(servingRole)])].join(', ')
    if (tables.length > 0)
      await tx.query(rawSql(`REVOKE UPDATE, DELETE, TRUNCATE ON ${tables.join(', ')} FROM ${grantees}`))
    if (servingRole !== null) for (const line of await listChanges(tx, servingRole)) await tx.query(rawSql(line))
    return tables
  })
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The statements that are still needed. Identity columns need no right on their sequence. */
async function listChanges(tx: Db, role: string): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(sql`
    WITH wanted AS (
      SELECT c.oid, relacl, relowner, CASE
          WHEN nspname = 'public' AND relname = ANY(${[...appendOnlyTables]}::text[]) THEN ARRAY['SELECT', 'INSERT']
          WHEN nspname = 'public' AND relname = 'migrations' THEN ARRAY['SELECT']
          WHEN nspname = 'public' AND relname IN ('import_sightings', 'import_before')
            THEN ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']
          ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END AS privileges
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname IN ('public', 'jobs') AND relkind IN ('r', 'p')),
    held AS (
      SELECT oid, privileges, ARRAY(
          SELECT privilege_type FROM aclexplode(coalesce(relacl, acldefault('r', relowner)))
          WHERE grantee = to_regrole(quote_ident(${role}))) AS held
      FROM wanted)
    SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, ${role}::text) AS line
    FROM pg_namespace WHERE nspname IN ('public', 'jobs') AND NOT has_schema_privilege(${role}, oid, 'USAGE')
    UNION ALL
    SELECT format('GRANT %s ON %s TO %I', array_to_string(privileges, ', '), oid::regclass, ${role}::text)
    FROM held WHERE NOT held @> privileges
    UNION ALL
    SELECT format('REVOKE %s ON %s FROM %I', privilege, oid::regclass, ${role}::text)
    FROM held, unnest(held) AS privilege WHERE privilege <> ALL(privileges)
    UNION ALL
    SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC; GRANT EXECUTE ON FUNCTION %1$s TO %I', oid::regprocedure, ${role}::text)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY(${ownerFunctions}::text[])
      AND (has_function_privilege('public', oid, 'EXECUTE') OR NOT has_function_privilege(${role}, oid, 'EXECUTE'))`)
  return rows.map(({ line }) => line)
}

type RoleRights = {
  role: string
  isSuperuser: boolean
  /** It owns tables, or may become the role that does: it could give itself any right. */
  couldOwn: boolean
  /** Append-only tables that it may change as it is. */
  changeable: string[]
}

/** How far the role of this connection is bound: asked of the database, not of the settings. */
export async function judgeRole(db: Db): Promise<RoleRights> {
  const [rights] = await db.query<RoleRights>(sql`
    SELECT current_user::text AS role, rolsuper AS "isSuperuser",
      EXISTS (SELECT FROM pg_class WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('jobs'))
        AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'MEMBER')) OR rolcreaterole OR rolbypassrls AS "couldOwn",
      ARRAY(SELECT relname::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relname = ANY(${[...appendOnlyTables]}::text[])
          AND (has_table_privilege(oid, 'DELETE, TRUNCATE') OR has_any_column_privilege(oid, 'UPDATE'))
        ORDER BY 1) AS changeable
    FROM pg_roles WHERE rolname = current_user`)
  return rights!
}

/** What the operator has to know about it; null: this role can neither change nor delete what was appended. */
export function describeRole({ role, isSuperuser, couldOwn, changeable }: RoleRights): string | null {
  if (isSuperuser)
    return `The serving role ${role} is a superuser: nothing keeps it from changing ledger, reveals and audit log.`
  if (changeable.length > 0) return `The serving role ${role} may change append-only tables: ${changeable.join(', ')}.`
  if (couldOwn)
    return (
      `The serving role ${role} owns the tables or could become their owner. It may only insert into ledger, reveals and ` +
      'audit log, but could give itself more. Use two roles: docs/operating.md, "Two database roles".'
    )
  return null
}
