import { afterAll, beforeAll, expect, it } from 'vitest'
import { openConfiguredDatabase } from '../../src/db/open.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

it('a database that keeps prepared statements is not refused as a pooler', async () => {
  const opened = await openConfiguredDatabase({
    databaseUrl: store.url,
    migrateDatabaseUrl: null,
    dataDir: '/nonexistent',
  })
  expect(opened.embedded).toBeNull()
  await opened.close()
})
