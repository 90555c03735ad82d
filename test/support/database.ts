import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { rawSql } from '../../src/db/sql.ts'
import { randomLetters } from '../../src/ids.ts'
import { withDatabase } from './global-setup.ts'

export type TestDatabase = { database: Database; url: string; drop(): Promise<void> }

/** A database of one's own, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `test_${randomLetters(12).toLowerCase()}`
  // Copied as files: through the log, a clone costs more than most tests that use it.
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template_prospector STRATEGY FILE_COPY`)
  const url = withDatabase(serverUrl, name)
  const database = openDatabase({ url, poolSize: 20 })
  return {
    database,
    url,
    drop: async () => {
      await database.close()
      await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const server = openDatabase({ url: serverUrl, poolSize: 1 })
  try {
    await server.query(rawSql(statement))
  } finally {
    await server.close()
  }
}
