import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rawSql, sql } from '../base/sql.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const files = (await readdir(new URL('../../migrations/', import.meta.url))).sort()

let store: TestDatabase
beforeEach(async () => {
  store = await createTestDatabase()
})
afterEach(() => store.drop())

const empty = () =>
  store.owner.query(rawSql('DROP SCHEMA public CASCADE; DROP SCHEMA jobs CASCADE; CREATE SCHEMA public'))

it('an empty database gets every migration once, in order', async () => {
  await empty()
  expect(await migrate(store.owner)).toEqual({ applied: files, total: files.length })
  expect(await migrate(store.owner)).toEqual({ applied: [], total: files.length })
})

it('CLI-12: several nodes that start at once apply each migration once', async () => {
  await empty()
  const nodes = Array.from({ length: 4 }, () => openDatabase({ url: store.ownerUrl }))
  const results = await Promise.all(nodes.map((node) => migrate(node)))
  await Promise.all(nodes.map((node) => node.close()))
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(files)
})

it('a migration that was edited after it was applied is refused', async () => {
  await store.owner.query(sql`UPDATE migrations SET checksum = 'other' WHERE name = ${files[0]}`)
  await expect(migrate(store.owner)).rejects.toThrow(`Migration ${files[0]} was edited after it was applied.`)
})

it('RUN-7: an older version starts on a database that a newer one has migrated, unless a migration says that it can’t', async () => {
  await store.owner.query(sql`INSERT INTO migrations (name, checksum) VALUES ('9998_future.sql', '')`)
  expect(await migrate(store.owner, { release: '1.1.0' })).toMatchObject({ applied: [] })
  await store.owner.query(
    sql`INSERT INTO migrations (name, checksum, oldest_release) VALUES ('9999_future.sql', '', '1.10.0')`,
  )
  expect(await migrate(store.owner, { release: '1.10.0' })).toMatchObject({ applied: [] })
  await expect(migrate(store.owner, { release: '1.9.3' })).rejects.toThrow(
    'The database is newer than this version of Prospector, 1.9.3 (9999_future.sql needs 1.10.0).',
  )
})

it('RUN-7: while a backup holds its locks a migration waits, and requests do not wait behind it', async () => {
  await store.owner.query(rawSql('ALTER TABLE migrations DROP COLUMN oldest_release'))
  // The lock that pg_dump holds on every table while it runs.
  const backup = await store.owner.connect()
  await backup.query('BEGIN; LOCK TABLE migrations IN ACCESS SHARE MODE')
  let done = false
  const migrating = migrate(store.owner).then((result) => {
    done = true
    return result
  })
  const waiting = async () =>
    (await backup.query("SELECT FROM pg_locks WHERE relation = 'migrations'::regclass AND NOT granted")).rowCount
  await expect.poll(waiting, { interval: 20 }).toBe(1)
  // Had one to wait behind the migration, it would wait for the backup, too, and be given up by its deadline.
  for (let request = 0; request < 10; request += 1) await store.owner.query(sql`SELECT count(*) FROM migrations`)
  expect(done).toBe(false)
  await backup.query('COMMIT')
  await backup.end()
  expect(await migrating).toMatchObject({ applied: [] })
})
