/** Brings the database up to date as the role that owns it, and makes sure of what the role that serves may do. */

import { sql } from '../base/sql.ts'
import { type Database, openDatabase } from './database.ts'
import { type MigrationResult, migrate } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { describeRole, judgeRole, settlePrivileges } from './roles.ts'

type PreparedDatabase = {
  migrations: MigrationResult
  /** Append-only tables that could be changed, as after `pg_restore --no-privileges`, and can't any more. */
  protectedAgain: string[]
  /** What is still to say about the serving role; null: it is bound. */
  warning: string | null
}

/** The role in DATABASE_URL lacks rights, and no other role is configured. */
class OwnerNeeded extends Error {}

export async function prepareDatabase({
  database,
  ownerUrl,
}: Pick<OpenDatabase, 'database' | 'ownerUrl'>): Promise<PreparedDatabase> {
  const prepared =
    ownerUrl === null || ownerUrl === database.url
      ? await prepareAsServing(database)
      : await prepareAsOwner(database, ownerUrl)
  return { ...prepared, warning: describeRole(await judgeRole(database)) }
}

/** The owner connects only for this: nothing that answers requests holds such a connection. */
async function prepareAsOwner(database: Database, ownerUrl: string): Promise<Omit<PreparedDatabase, 'warning'>> {
  const owner = openDatabase({
    url: ownerUrl,
    poolSize: 1,
    purpose: 'background',
    applicationName: 'prospector migrate',
  })
  try {
    const [[serving], [owning]] = await Promise.all([askWho(database), askWho(owner)])
    if (serving!.database !== owning!.database)
      throw new Error('MIGRATE_DATABASE_URL and DATABASE_URL lead to different databases.')
    const migrations = await migrate(owner)
    const servingRole = serving!.role === owning!.role ? null : serving!.role
    return { migrations, protectedAgain: await settlePrivileges(owner, servingRole) }
  } finally {
    await owner.close()
  }
}

const askWho = (db: Database) =>
  db.query<{ role: string; database: string }>(
    sql`SELECT current_user::text AS role, current_database()::text AS database`,
  )

/** One role for all; or a serving role on a database that its owner keeps up to date elsewhere. */
async function prepareAsServing(database: Database): Promise<Omit<PreparedDatabase, 'warning'>> {
  const migrations = await migrate(database).catch((error: Error & { code?: string }) => {
    if (error.code !== '42501') throw error
    throw new OwnerNeeded(
      `The database is not up to date, and the role in DATABASE_URL may not change that (${error.message}). ` +
        'Run "prospector migrate" with MIGRATE_DATABASE_URL set to the role that owns the tables.',
    )
  })
  const { couldOwn } = await judgeRole(database)
  if (couldOwn) return { migrations, protectedAgain: await settlePrivileges(database, null) }
  await refuseMissingRights(database)
  return { migrations, protectedAgain: [] }
}

/** A restore without privileges takes away what the serving role needs: said now, and not by failing requests. */
async function refuseMissingRights(database: Database): Promise<void> {
  const missing = await database.query<{ name: string }>(sql`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'jobs'::regnamespace) AND relkind IN ('r', 'p')
      AND relname <> 'migrations' AND NOT has_table_privilege(oid, 'INSERT')
    ORDER BY 1 LIMIT 5`)
  if (missing.length === 0) return
  throw new OwnerNeeded(
    `The role in DATABASE_URL lacks rights on ${missing.map(({ name }) => name).join(', ')}. ` +
      'Run "prospector migrate" with MIGRATE_DATABASE_URL set to the role that owns the tables.',
  )
}
