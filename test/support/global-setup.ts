import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { randomLetters } from '../../src/base/ids.ts'
import { rawSql } from '../../src/base/sql.ts'
import { openDatabase } from '../../src/db/database.ts'
import { OWNER, SERVING_ROLE } from '../../src/db/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { settlePrivileges } from '../../src/db/roles.ts'
import { makeScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** As the role that may create databases and owns them. */
    serverUrl: string
    /** As the role that serves. */
    servingUrl: string
    /** A DATA_DIR to copy: its embedded database is up to date, and no server runs on it. */
    preparedDataDir: string
  }
}

/** A busy machine may take long to start a connection or to make a database. */
const patiently = { purpose: 'background', connectWithinMs: 60_000 } as const

/** One real server per run, one migrated template that every test file clones, and one for tests that start a server of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [preparedDataDir] = await Promise.all([prepareDataDir(), compileOnce()])
  const theirs = process.env.TEST_SERVER_URL
  const server = theirs ? await theirServer(theirs) : await ownServer(preparedDataDir)
  project.provide('serverUrl', server.url)
  project.provide('servingUrl', server.servingUrl)
  project.provide('preparedDataDir', preparedDataDir)
  return async () => {
    await server.stop()
    await rm(dirname(preparedDataDir), { recursive: true, force: true })
  }
}

/**
 * In a new clone nothing is compiled, and a worker keeps what it compiled when it ends: until then each of them, and each node
 * that a test starts, would compile the whole service for itself. Later runs find what the workers of the last one kept.
 */
async function compileOnce(): Promise<void> {
  const done = join(process.env.NODE_COMPILE_CACHE!, `service-${process.version}`)
  if (existsSync(done)) return
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('compile-service.ts', import.meta.url))])
  await writeFile(done, '')
}

/** The files of a cluster take a second of a core to make, and its tables another one; copying them takes neither. */
async function prepareDataDir(): Promise<string> {
  const dataDir = join(await makeScratch('prepared'), 'data')
  // A standby can be made of a copy only if the log of this server was enough for one.
  const settings = { fsync: 'off', min_wal_size: '32MB', wal_level: 'replica' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await bringUpToDate(postgres.ownerUrl, postgres.url)
  await postgres.stop()
  await rm(join(dataDir, 'postgres.log'))
  // Each copy looks for a port of its own.
  await rm(join(dataDir, 'postgres', 'postmaster.opts'))
  return dataDir
}

async function bringUpToDate(ownerUrl: string, servingUrl: string): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, ...patiently })
  await migrate(owner)
  await settlePrivileges(owner, new URL(servingUrl).username)
  await owner.close()
}

type Server = { url: string; servingUrl: string; stop(): Promise<void> }

/** To hold the suite against another version: CONTRIBUTING.md says how. Its databases and the role are left as they are. */
async function theirServer(url: string): Promise<Server> {
  const serving = new URL(url)
  serving.username = 'prospector_test_serving'
  serving.password = randomLetters(20)
  const database = openDatabase({ url, poolSize: 1, ...patiently })
  await database.query(
    rawSql(`DO $$ BEGIN CREATE ROLE ${serving.username}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      ALTER ROLE ${serving.username} LOGIN PASSWORD '${serving.password}'; GRANT ${serving.username} TO CURRENT_USER`),
  )
  await database.query(rawSql('DROP DATABASE IF EXISTS template_prospector'))
  await database.query(rawSql('CREATE DATABASE template_prospector'))
  await database.close()
  await bringUpToDate(withDatabase(url, 'template_prospector'), serving.href)
  return { url, servingUrl: serving.href, stop: async () => {} }
}

async function ownServer(preparedDataDir: string): Promise<Server> {
  // A machine that loses power loses the test run as well: writing to disk would prove nothing here. Tests that kill a
  // database have one of their own.
  const home = await makeScratch('test')
  const dataDir = join(home, 'data')
  await promisify(execFile)('cp', ['-a', preparedDataDir, dataDir])
  // A vacuum at work would keep its database from being dropped: only the superuser may end it.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_compression: 'off',
    max_connections: '300',
    // A database that is dropped is looked for in every buffer.
    shared_buffers: '64MB',
    autovacuum: 'off',
  }
  await trustRoles(join(dataDir, 'postgres'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const database = openDatabase({ url: postgres.ownerUrl, poolSize: 1, ...patiently })
  await database.query(rawSql('CREATE DATABASE template_prospector TEMPLATE prospector STRATEGY FILE_COPY'))
  await database.close()
  return {
    url: postgres.ownerUrl,
    servingUrl: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** A password is hashed thousands of times at every connection, on both sides; a run opens thousands of them, and guards nothing. */
async function trustRoles(directory: string): Promise<void> {
  const file = join(directory, 'pg_hba.conf')
  const others = await readFile(file, 'utf8')
  await writeFile(file, `host all ${OWNER},${SERVING_ROLE} 127.0.0.1/32 trust\n${others}`)
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
