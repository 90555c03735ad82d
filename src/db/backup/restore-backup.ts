import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { rawSql, sql } from '../../base/sql.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { GuardedClient } from '../wire/guarded-client.ts'
import { BadBackup } from './format.ts'
import type { OpenBackup } from './read-backup.ts'
import { quote } from './write-backup.ts'

type RestoreReport = { tables: number; rows: number }

export async function isEmpty(database: Database): Promise<boolean> {
  const [row] = await database.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)
  return row!.count === 0
}

/**
 * Makes the schema that the backup was written from, loads every row in one transaction, and brings the database up to
 * date. If anything fails, the database is empty again.
 */
export async function restoreBackup(database: Database, backup: OpenBackup): Promise<RestoreReport> {
  try {
    await migrate(database, { only: backup.header.migrations })
    const report = await loadRows(database, backup)
    await migrate(database)
    return report
  } catch (error) {
    await database.query(rawSql('DROP SCHEMA IF EXISTS jobs, public CASCADE')).catch(() => {})
    await database.query(rawSql('CREATE SCHEMA public')).catch(() => {})
    throw error
  }
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
