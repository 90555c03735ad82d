import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import packageJson from '../../../package.json' with { type: 'json' }
import { rawSql, sql } from '../../base/sql.ts'
import type { Database } from '../database.ts'
import { findUnknownMigrations, migrate } from '../migrate.ts'
import type { GuardedClient } from '../wire/guarded-client.ts'
import { type BackupHeader, BadBackup } from './format.ts'
import type { OpenBackup } from './read-backup.ts'
import { quote } from './write-backup.ts'

type RestoreReport = { tables: number; rows: number }

/** What extensions keep in the schema does not count, and stays. */
const isOfExtension = (catalog: 'pg_class' | 'pg_proc') =>
  rawSql(`EXISTS (SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = o.oid AND deptype = 'e')`)

const objects = sql`
  SELECT format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass) AS removal FROM pg_class o
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT ${isOfExtension('pg_class')}
  UNION ALL
  SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc o
  WHERE pronamespace = 'public'::regnamespace AND NOT ${isOfExtension('pg_proc')}`

export const isEmpty = async (database: Database): Promise<boolean> => (await database.query(objects)).length === 0

/** Before anything is touched: a schema that only a newer version knows can't be made here. */
export async function refuseNewer({ release, migrations }: BackupHeader): Promise<void> {
  const [unknown] = await findUnknownMigrations(migrations)
  if (unknown === undefined) return
  throw new BadBackup(
    `This backup was written by Prospector ${release}, which is newer than this version, ${packageJson.version}: ` +
      `it has the migration ${unknown}. Restore it with that version.`,
  )
}

/**
 * Makes the schema that the backup was written from, loads every row in one transaction, and brings the database up to
 * date. If anything fails, the database is empty again.
 */
export async function restoreBackup(database: Database, backup: OpenBackup): Promise<RestoreReport> {
  await refuseNewer(backup.header)
  try {
    await migrate(database, { only: backup.header.migrations })
    const report = await loadRows(database, backup)
    await migrate(database)
    return report
  } catch (error) {
    await clear(database).catch(() => {})
    throw error
  }
}

/** The database was empty, so everything in it comes from the migrations. */
async function clear(database: Database): Promise<void> {
  await database.query(rawSql('DROP SCHEMA IF EXISTS jobs CASCADE'))
  for (const { removal } of await database.query<{ removal: string }>(objects)) await database.query(rawSql(removal))
}

async function loadRows(database: Database, backup: OpenBackup): Promise<RestoreReport> {
  const client = await database.connect()
  client.on('error', () => {})
  try {
    await client.query('BEGIN')
    const references = await dropReferences(client)
    const report = await loadTables(client, backup)
    for (const { table, name, definition } of references) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    }
    await continueNumbers(client)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return report
  } finally {
    await client.end()
  }
}

async function loadTables(client: GuardedClient, backup: OpenBackup): Promise<RestoreReport> {
  let tables = 0
  let rows = 0
  for (;;) {
    const next = await backup.next()
    if ('end' in next) {
      if (next.rows !== rows || next.tables !== tables) {
        throw new BadBackup(`The backup is damaged: it says ${next.rows} rows, and ${rows} were found.`)
      }
      return { tables, rows }
    }
    const table = `public.${quote(next.table)}`
    // Migrations give a few tables their first rows.
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`)
    if (rowCount) await client.query(`DELETE FROM ${table}`)
    const copy = client.query(copyFrom(`COPY ${table} (${next.columns.map(quote).join(', ')}) FROM STDIN`))
    await pipeline(Readable.from(backup.rows()), copy)
    rows += copy.rowCount
    tables += 1
  }
}

type Reference = { table: string; name: string; definition: string }

/** Tables refer to each other in circles: the references are checked when all rows are in. */
async function dropReferences(client: GuardedClient): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`)
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  return rows
}

/** Rows that were loaded brought their numbers along; the next row gets the next one. */
async function continueNumbers(client: GuardedClient): Promise<void> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT format('SELECT setval(%L, coalesce((SELECT max(%I) FROM %s), 0) + 1, false)',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass) AS line
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attidentity <> '' AND relnamespace = 'public'::regnamespace`)
  for (const { line } of rows) await client.query(line)
}
