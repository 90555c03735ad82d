import { randomBytes } from 'node:crypto'
import { copyFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { createEmptyDatabase } from '../../../test/support/database.ts'
import { makeScratch } from '../../../test/support/scratch.ts'
import { recordCommand } from '../../audit/record.ts'
import { rawSql, sql } from '../../base/sql.ts'
import { suppress } from '../../catalog/suppressions.ts'
import { verifyLedger } from '../../credits/verify.ts'
import type { Database } from '../database.ts'
import { settlePrivileges } from '../roles.ts'
import { BadBackup } from './format.ts'
import { backupFile, openBackup } from './read-backup.ts'
import { isEmpty, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder: string
let file: string
let test: TestApp
const restored: { drop(): Promise<void> }[] = []
beforeAll(async () => {
  folder = await makeScratch('backup')
  file = join(folder, 'all.backup')
  test = await startTestApp()
  const { apiKey, accountId } = await test.createAccount({ credits: 50, name: 'Tab\tnew\nline \\. and \\N, "quoted"' })
  const contacts = await test.plantContacts(40)
  await test.reveal(apiKey, contacts.slice(0, 7), { 'idempotency-key': 'once' })
  await suppress(test.store.database, test.app.channelKeys, { contact: contacts[9]! })
  expect(accountId).toMatch(/^acc_/)
  await recordCommand(test.store.database, accountId, 'account.erased')
  // Whom the suppression is told to is followed up in the background: the last thing that changes before the comparison.
  const notices = () => test.store.database.query(sql`SELECT FROM contact_notices`)
  await vi.waitFor(async () => expect(await notices()).toEqual([]), { timeout: 60_000 })
  await writeBackup(test.store.database, file, given)
})
afterEach(async () => {
  for (const { drop } of restored.splice(0)) await drop()
})
afterAll(async () => {
  await test.stop()
  await rm(folder, { recursive: true, force: true })
})

const given = { release: '1.1.0', files: {}, now: new Date(0), signal: new AbortController().signal }

async function emptyDatabase(): Promise<Database> {
  const empty = await createEmptyDatabase()
  restored.push(empty)
  return empty.database
}

/** Everything that the tables of two installations could differ in. */
async function dump(database: Database): Promise<unknown> {
  const tables = await database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    if (name === 'migrations') continue
    rows[name] = await database.query(rawSql(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`))
  }
  const constraints = await database.query(sql`
    SELECT conname, pg_get_constraintdef(oid) AS definition, convalidated FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY conrelid::regclass::text, conname`)
  const privileges = await database.query(sql`
    SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`)
  return {
    rows,
    constraints,
    privileges,
    migrations: await database.query(sql`SELECT name FROM migrations ORDER BY 1`),
  }
}

it('CLI-14: a backup restores every row, constraint and privilege, and the ledger adds up', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const database = await emptyDatabase()
  expect(await isEmpty(database)).toBe(true)
  const backup = await openBackup(backupFile(file), [])
  const { rows } = await restoreBackup(database, backup)
  await settlePrivileges(database, new URL(test.store.url).username)
  expect(rows).toBeGreaterThan(60)
  expect(await dump(database)).toEqual(await dump(test.store.database))
  expect((await verifyLedger(database)).problems).toEqual([])
  expect(await isEmpty(database)).toBe(false)
  // New entries get the numbers after those that were restored.
  await recordCommand(database, null, 'account.erased')
})

it('CLI-14: a backup of an earlier release is brought up to date', async () => {
  const database = await emptyDatabase()
  const backup = await openBackup(backupFile(file), [])
  const migrations = backup.header.migrations.filter(({ name }) => name < '0014')
  const old = {
    ...backup,
    header: { ...backup.header, migrations },
    next: async () => ({ end: true, tables: 0, rows: 0 }) as const,
  }
  await restoreBackup(database, old)
  backup.close()
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM migrations`,
  )
  expect(count).toBe(backup.header.migrations.length)
})

it('CLI-14: a file that is damaged, cut off or no backup is refused, and the database is empty as before', async () => {
  const database = await emptyDatabase()
  const restore = async (path: string) => {
    const backup = await openBackup(backupFile(path), [])
    await restoreBackup(database, backup).finally(backup.close)
  }
  const noise = join(folder, 'noise')
  await writeFile(noise, randomBytes(5_000))
  await expect(restore(noise)).rejects.toThrow(/not a backup of Prospector/)
  await expect(restore(join(folder, 'missing'))).rejects.toThrow(/There is no file/)
  const cut = join(folder, 'cut')
  await copyFile(file, cut)
  await truncate(cut, Math.floor((await stat(cut)).size * 0.8))
  await expect(restore(cut)).rejects.toThrow(BadBackup)
  expect(await isEmpty(database)).toBe(true)
  await restore(file)
  expect((await verifyLedger(database)).problems).toEqual([])
})

it('CLI-14: a backup shows one moment, whatever is committed while it is written', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(2)
  await test.reveal(apiKey, [ids[0]])
  const path = join(folder, 'in-use.backup')
  // The backup reads tables by name: entries are written, and reveals wait behind a lock while somebody reveals.
  const holder = await test.store.owner.connect()
  await holder.query('BEGIN; LOCK TABLE oauth_resources IN ACCESS EXCLUSIVE MODE')
  const written = writeBackup(test.store.database, path, given)
  const isWaiting = async () =>
    (
      await test.store.owner.query(sql`
        SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'COPY%' AND datname = current_database()`)
    ).length > 0
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
  expect((await test.reveal(apiKey, [ids[1]])).status).toBe(200)
  await holder.query('COMMIT')
  await holder.end()
  await written
  const database = await emptyDatabase()
  const backup = await openBackup(backupFile(path), [])
  await restoreBackup(database, backup)
  expect((await verifyLedger(database)).problems).toEqual([])
})
