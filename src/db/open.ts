/** Opens the database that the settings name: a server of the operator's own, or the embedded one in DATA_DIR. */

import { prepared, sql } from '../base/sql.ts'
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/server.ts'
import type { Purpose } from './wire/deadlines.ts'
import { isDatabaseAway, isStalePreparedStatement } from './wire/errors.ts'
import type { GuardedClient } from './wire/guarded-client.ts'
import { prepare, runPrepared } from './wire/prepared-query.ts'

export type OpenDatabase = {
  /** As the role that serves. */
  database: Database
  /** As the role that owns the tables. Null: nobody said who that is, so it is the role that serves, or not for us to use. */
  ownerUrl: string | null
  /** Null with a server of the operator's own, which is theirs to keep running. */
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

type Settings = { databaseUrl: string | null; migrateDatabaseUrl: string | null; dataDir: string }
type Options = {
  log?: (line: string) => void
  /** Done while an embedded server starts. */
  whileStarting?: () => Promise<unknown>
  poolSize?: number
  applicationName?: string
  purpose?: Purpose
}

/** The oldest version we promise. The tests run on the embedded server; CONTRIBUTING.md says how to run them on others. */
export const majorVersionMin = 15

/** Says in plain words what is wrong with the database, and what to do about it. */
class DatabaseRefused extends Error {}

export async function openConfiguredDatabase(settings: Settings, options: Options = {}): Promise<OpenDatabase> {
  const { log, whileStarting, ...connection } = options
  const embedded =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, whileStarting, ...(log && { log }) })
      : null
  const database = openDatabase({ url: embedded?.url ?? settings.databaseUrl!, ...connection })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await checkServer(database)
    if (!embedded) await refuseForgetfulPooler(database)
    return { database, ownerUrl: embedded?.ownerUrl ?? settings.migrateDatabaseUrl, embedded, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function checkServer(database: Database): Promise<void> {
  const [server] = await database
    .query<{ major: number; standby: boolean }>(
      sql`SELECT current_setting('server_version_num')::int / 10000 AS major, pg_is_in_recovery() AS standby`,
    )
    .catch((error: Error) => {
      throw new DatabaseRefused(explain(error))
    })
  if (server!.major < majorVersionMin) {
    throw new DatabaseRefused(
      `DATABASE_URL leads to PostgreSQL ${server!.major}; Prospector needs PostgreSQL ${majorVersionMin} or later.`,
    )
  }
  if (server!.standby) {
    throw new DatabaseRefused(
      'DATABASE_URL leads to a standby, which can only be read. Set it to the primary server; a standby belongs into DATABASE_REPLICA_URL.',
    )
  }
}

const remembered = prepared('prospector_pooler_check', sql`SELECT 1`)

/**
 * A transaction pooler gives every transaction another connection of the server; one that does not carry prepared
 * statements along would fail requests at random. So one client prepares a statement, another takes the connection it was
 * prepared on, and the first uses it.
 */
async function refuseForgetfulPooler(database: Database): Promise<void> {
  const clients: GuardedClient[] = []
  try {
    for (let at = 0; at < 2; at += 1) clients.push(await database.connect())
    const [first, second] = clients as [GuardedClient, GuardedClient]
    const readRow = await prepare(first, remembered)
    await second.query('BEGIN')
    await second.query('SELECT 1')
    await runPrepared(first, remembered, readRow)
    await second.query('ROLLBACK')
  } catch (error) {
    if (!isStalePreparedStatement(error)) throw error
    throw new DatabaseRefused(
      'DATABASE_URL leads to a connection pooler that loses prepared statements. PgBouncer needs version 1.21 or later ' +
        'with max_prepared_statements above 0 (docs/scaling.md), or name the database itself.',
    )
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

function explain(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error]
  const reason = (first?.message ?? error.message).replace(/\.$/, '')
  return isDatabaseAway(error)
    ? `The database can't be reached: ${reason}. Check that the server runs and that DATABASE_URL names it.`
    : `The database refuses the connection: ${reason}. Check the user, password and database name in DATABASE_URL.`
}
