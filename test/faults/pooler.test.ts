import { afterAll, beforeAll, expect, it } from 'vitest'
import { openConfiguredDatabase } from '../../src/db/open.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startForgetfulPooler } from '../support/forgetful-pooler.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const open = (databaseUrl: string) =>
  openConfiguredDatabase({ databaseUrl, migrateDatabaseUrl: null, dataDir: '/nonexistent' })

it('a database that keeps prepared statements is not refused as a pooler', async () => {
  const opened = await open(store.url)
  expect(opened.embedded).toBeNull()
  await opened.close()
})

it('a pooler that loses prepared statements, as PgBouncer below 1.21 does, is refused with what to do about it', async () => {
  const pooler = await startForgetfulPooler(store.url)
  await expect(open(pooler.url)).rejects.toThrow(
    'DATABASE_URL leads to a connection pooler that loses prepared statements. PgBouncer needs version 1.21 or later with ' +
      'max_prepared_statements above 0 (docs/scaling.md), or name the database itself.',
  )
  await pooler.close()
})
