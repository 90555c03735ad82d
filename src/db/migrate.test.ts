import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { rawSql, sql } from './sql.ts'

const files = (await readdir(new URL('../../migrations/', import.meta.url))).sort()

let store: TestDatabase
beforeEach(async () => {
  store = await createTestDatabase()
})
afterEach(() => store.drop())

const empty = () => store.database.query(rawSql('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))

it('an empty database gets every migration once, in order', async () => {
  await empty()
  expect(await migrate(store.database)).toEqual({ applied: files, total: files.length })
  expect(await migrate(store.database)).toEqual({ applied: [], total: files.length })
})

it('CLI-12: of several nodes that start at once one migrates, and the others find it done', async () => {
  await empty()
  const nodes = Array.from({ length: 4 }, () => openDatabase({ url: store.url }))
  const results = await Promise.all(nodes.map((node) => migrate(node)))
  await Promise.all(nodes.map((node) => node.close()))
  expect(results.filter(({ applied }) => applied.length === files.length)).toHaveLength(1)
  expect(results.filter(({ applied }) => applied.length === 0)).toHaveLength(3)
})

it('a migration that was edited after it was applied is refused', async () => {
  await store.database.query(sql`UPDATE migrations SET checksum = 'other' WHERE name = ${files[0]}`)
  await expect(migrate(store.database)).rejects.toThrow(`Migration ${files[0]} was edited after it was applied.`)
})

it('a database of a newer Prospector is refused', async () => {
  await store.database.query(sql`INSERT INTO migrations (name, checksum) VALUES ('9999_future.sql', '')`)
  await expect(migrate(store.database)).rejects.toThrow('The database is newer than this version of Prospector')
})
