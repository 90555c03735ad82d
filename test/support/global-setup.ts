import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { randomLetters } from '../../src/base/ids.ts'
import { rawSql } from '../../src/base/sql.ts'
import { openDatabase } from '../../src/db/database.ts'
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
  }
}

/** A busy machine may take long to start a connection or to make a database. */
const patiently = { purpose: 'background', connectWithinMs: 60_000 } as const

/** One real server per run, and one migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_SERVER_URL ? await theirServer(process.env.TEST_SERVER_URL) : await ownServer()
  const database = openDatabase({ url: server.url, ...patiently })
  await database.query(rawSql('DROP DATABASE IF EXISTS template_prospector'))
  await database.query(rawSql('CREATE DATABASE template_prospector'))
  await database.close()
  const template = openDatabase({ url: withDatabase(server.url, 'template_prospector'), ...patiently })
  await migrate(template)
  await settlePrivileges(template, new URL(server.servingUrl).username)
  await template.close()
  project.provide('serverUrl', server.url)
  project.provide('servingUrl', server.servingUrl)
  return server.stop
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
  await database.close()
  return { url, servingUrl: serving.href, stop: async () => {} }
}

async function ownServer(): Promise<Server> {
  // A machine that loses power loses the test run as well: writing to disk would prove nothing here. Tests that kill a
  // database have one of their own.
  const dataDir = await makeScratch('test')
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
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  for (const url of [postgres.ownerUrl, postgres.url]) await hashPasswordOnce(url)
  return {
    url: postgres.ownerUrl,
    servingUrl: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A password is hashed 4,096 times at every connection, on both sides; a run opens thousands, and guards nothing. */
async function hashPasswordOnce(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, ...patiently })
  await database.query(rawSql(`SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`))
  await database.close()
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
