import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { getMigrations } from 'better-auth/db/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { hashOnce } from '../../test/support/hash-once.ts'
import { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import { createLog } from '../base/log.ts'
import { openDatabase } from '../db/database.ts'
import { createAuth } from './auth.ts'
import type { AuthOptions } from './auth-options.ts'
import { configureAuth } from './configure-auth.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const logged: string[] = []
const sink = new Writable({
  write(line, _encoding, done) {
    logged.push(String(line))
    done()
  },
})

const optionsFor = (database: AuthOptions['database']): AuthOptions => ({
  database,
  authSecret: randomBytes(32),
  publicUrl: 'http://localhost:8080',
  mailer: { send: async () => {} },
  log: createLog('error', sink),
  openAccount: async () => 'acc_1',
  firstAccountOf: async () => null,
  isInvited: async () => false,
  joinAtSignUp: async () => null,
  endConnections: async () => {},
  accountsOf: async () => [],
  hashing: hashOnce,
  readGrantedScopes: async () => [],
})

it('the migrations make every table and column that better-auth uses', async () => {
  const { options } = configureAuth(optionsFor(store.owner), () => {})
  const plan = await getMigrations(options, { throwOnUnsafe: false })
  expect(plan).toMatchObject({ toBeCreated: [], toBeAdded: [], unsafeChanges: [], schemaProblems: [] })
})

it('sign-in does not depend on a reading of the whole schema, which may fail on a busy database', async () => {
  const proxy = await startTcpProxy(store.url)
  const database = openDatabase({ url: proxy.url })
  void proxy.cutCommit('before', 'pg_attribute')
  const auth = createAuth(optionsFor(database))
  const session = await auth.api.getSession({ headers: new Headers() })
  expect(session).toBeNull()
  await auth.drain()
  expect(logged).toEqual([])
  await database.close()
  await proxy.close()
})
