import { inject } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { rawSql } from '../../src/base/sql.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { Deadlines } from '../../src/db/wire/deadlines.ts'
import { withDatabase } from './global-setup.ts'

export type TestDatabase = {
  /** As the role that serves: like the application, it owns no table. */
  database: Database
  url: string
  /** As the role that owns the tables, for what only a test, a migration or an attacker does. Opened at its first use. */
  readonly owner: Database
  ownerUrl: string
  drop(): Promise<void>
}

/** A busy machine is no reason to give up a statement or to end a connection. Tests of deadlines bring their own. */
const patient: Deadlines = { statementMs: 60_000, lockMs: 20_000, idleInTransactionMs: 60_000, silenceMs: 90_000 }

const connectWithinMs = 60_000

/** A database of one's own, cloned from the migrated template. */
export async function createTestDatabase(deadlines = patient): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `test_${randomLetters(12).toLowerCase()}`
  // Copied as files: through the log, a clone costs more than most tests that use it.
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template_prospector STRATEGY FILE_COPY`)
  const store = openStore(withDatabase(inject('servingUrl'), name), withDatabase(serverUrl, name), { deadlines })
  return Object.assign(store, {
    drop: async () => {
      await store.close()
      await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  })
}

/** A database without anything, as the role that owns it. */
export async function createEmptyDatabase(): Promise<{ database: Database; url: string; drop(): Promise<void> }> {
  const serverUrl = inject('serverUrl')
  const name = `test_${randomLetters(12).toLowerCase()}`
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = withDatabase(serverUrl, name)
  const database = openDatabase({ url, purpose: 'background', connectWithinMs })
  const drop = async () => {
    await database.close()
    await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { database, url, drop }
}

/** The two roles on a database that exists; dropping it only closes the connections. */
export function openStore(
  url: string,
  ownerUrl: string,
  options: { purpose?: 'background'; deadlines?: Deadlines } = {},
): TestDatabase & { close(): Promise<void> } {
  const database = openDatabase({ url, poolSize: 20, connectWithinMs, ...options })
  let owner: Database | undefined
  const close = async () => {
    await database.close()
    await owner?.close()
  }
  return {
    database,
    url,
    get owner() {
      owner ??= openDatabase({ url: ownerUrl, poolSize: 2, connectWithinMs, ...options })
      return owner
    },
    ownerUrl,
    close,
    drop: close,
  }
}

/** Of the worker, which ends with it open: a new connection for each statement would cost a third of a clone. */
let administrator: Database | undefined

async function administer(serverUrl: string, statement: string): Promise<void> {
  administrator ??= openDatabase({ url: serverUrl, poolSize: 1, deadlines: patient, connectWithinMs })
  await administrator.query(rawSql(statement))
}
