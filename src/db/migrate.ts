import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { Database } from './database.ts'
import { advisoryLocks } from './locks.ts'
import type { GuardedClient } from './wire/guarded-client.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * A statement that waits for a table lock makes all later ones wait behind it. So a migration waits only this long, releases all
 * its locks, lets the others proceed, and tries again.
 */
export const lockWithinMs = 400
const pauseMs = 600
const giveUpAfterMs = 30 * 60_000

export type MigrationResult = { applied: string[]; total: number }
type MigrateOptions = {
  log?: (line: string) => void
  /** The version of this program; another one only in tests. */
  release?: string
  /** The schema of an earlier moment: these and no others. Unset: all. */
  only?: readonly MigrationName[]
}

export type Migration = { name: string; text: string; checksum: string }

/**
 * Applies the migrations that are not yet in, in order, each in a transaction of its own. Two nodes that start at once
 * are serialised by an advisory lock; the second finds everything done.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrationResult> {
  const migrations = select(await readMigrations(), options.only)
  const applied: string[] = []
  const client = await database.connect()
  try {
    const done = await inShortTries(client, () => prepareTable(client, migrations, options), options)
    // A start finds nearly all of them done: a transaction for each would take longer than all the rest of a short command.
    const due = migrations.filter(({ name, checksum }) => done.get(name) !== checksum)
    for (const migration of due) {
      // The commit of the last one makes them all durable.
      const isDurable = migration === due.at(-1)
      const isNew = await inShortTries(client, () => apply(client, migration), { ...options, isDurable })
      if (isNew) applied.push(migration.name)
    }
  } finally {
    await client.end()
  }
  return { applied, total: migrations.length }
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

type MigrationName = Pick<Migration, 'name' | 'checksum'>

/** Those that this version does not have, or has with another text. */
const findForeign = (known: readonly MigrationName[], named: readonly MigrationName[]): string[] =>
  named
    .filter(({ name, checksum }) => !known.some((one) => one.name === name && one.checksum === checksum))
    .map(({ name }) => name)

/** Migrations of the named schema that only a newer version has. */
export const findUnknownMigrations = async (named: readonly MigrationName[]): Promise<string[]> =>
  findForeign(await readMigrations(), named)

function select(known: Migration[], only: MigrateOptions['only']): Migration[] {
  if (!only) return known
  const [foreign] = findForeign(known, only)
  if (foreign) throw new Error(`This version of Prospector does not know the migration ${foreign}. Use a newer one.`)
  return known.filter(({ name }) => only.some((one) => one.name === name))
}

/** Until the step has had all its locks. Resolves with what it returns. */
async function inShortTries<T>(
  client: GuardedClient,
  step: () => Promise<T>,
  { log, isDurable = true }: Pick<MigrateOptions, 'log'> & { isDurable?: boolean },
): Promise<T> {
  const startedAt = Date.now()
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(client, step, isDurable)
    if (outcome !== 'busy') return outcome.value
    if (Date.now() - startedAt > giveUpAfterMs) {
      throw new Error('The database could not be brought up to date: for half an hour others held locks on its tables.')
    }
    if (tries === 10) log?.('waiting for others to release their locks before the database can be brought up to date')
    await setTimeout(pauseMs)
  }
}

async function tryOnce<T>(
  client: GuardedClient,
  step: () => Promise<T>,
  isDurable: boolean,
): Promise<{ value: T } | 'busy'> {
  const durability = isDurable ? '' : 'SET LOCAL synchronous_commit = off; '
  await client.query(`BEGIN; ${durability}SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockWithinMs}`)
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1::bigint) AS mine', [
      advisoryLocks.migration,
    ])
    const value = rows[0].mine ? await step() : undefined
    await client.query(rows[0].mine ? 'COMMIT' : 'ROLLBACK')
    return rows[0].mine ? { value: value as T } : 'busy'
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    if ((error as { code?: string }).code === '55P03') return 'busy'
    throw error
  }
}

/** A migration with which nodes of earlier releases can't run says so in a line of its own. */
export const oldestReleaseOf = (text: string): string | null => /^-- Oldest release: (\S+)$/m.exec(text)?.[1] ?? null

async function apply(client: GuardedClient, { name, text, checksum }: Migration): Promise<boolean> {
  const known = await client.query('SELECT checksum FROM migrations WHERE name = $1', [name])
  if (known.rows[0]?.checksum === checksum) return false
  if (known.rows[0]) throw new Error(`Migration ${name} was edited after it was applied. Add a new migration instead.`)
  await client.query(text)
  await client.query('INSERT INTO migrations (name, checksum, oldest_release) VALUES ($1, $2, $3)', [
    name,
    checksum,
    oldestReleaseOf(text),
  ])
  return true
}

/** Resolves with the checksums of those that are in, by name. */
async function prepareTable(
  client: GuardedClient,
  migrations: Migration[],
  options: MigrateOptions,
): Promise<Map<string, string>> {
  // Looked for first: a role that may not create tables can still find that all is done.
  const { rows: found } = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS there")
  if (!found[0].there)
    await client.query(`
    CREATE TABLE migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const columns = await client.query(`
    SELECT FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'oldest_release'`)
  // Null: the release before works with it.
  if (columns.rowCount === 0) await client.query('ALTER TABLE migrations ADD COLUMN oldest_release text')
  const { rows } = await client.query('SELECT name, checksum, oldest_release FROM migrations')
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = rows.filter(({ name }) => !names.has(name))
  refuseTooNew(unknown, options.release ?? packageJson.version)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * Migrations are made so that the release before goes on working, and its nodes may restart while newer ones run. One that
 * can't be says which release it needs at least, in a line `-- Oldest release: 1.2.0`.
 */
export function refuseTooNew(unknown: { name: string; oldest_release: string | null }[], release: string): void {
  const tooNew = unknown.filter(({ oldest_release: oldest }) => oldest !== null && isBefore(release, oldest))
  if (tooNew.length === 0) return
  const names = tooNew.map(({ name, oldest_release: oldest }) => `${name} needs ${oldest}`)
  throw new Error(
    `The database is newer than this version of Prospector, ${release} (${names.join(', ')}). Start the newer version.`,
  )
}

function isBefore(release: string, other: string): boolean {
  const [one, two] = [release, other].map((text) => text.split(/[.-]/).map(Number)) as [number[], number[]]
  const at = two.findIndex((part, place) => part !== (one[place] ?? 0))
  return at >= 0 && (one[at] ?? 0) < two[at]!
}
