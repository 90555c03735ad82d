/** Opens the database that the settings name: a server of the operator's own, or the embedded one in DATA_DIR. */
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/server.ts'
import { sql } from './sql.ts'
import { isDatabaseAway } from './wire/errors.ts'

export type OpenDatabase = {
  database: Database
  /** Null with a server of the operator's own, which is theirs to keep running. */
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

type Settings = { databaseUrl: string | null; dataDir: string }
type Options = { log?: (line: string) => void; poolSize?: number; applicationName?: string }

/** The oldest version we promise. The tests run on the embedded server; CONTRIBUTING.md says how to run them on others. */
const leastMajorVersion = 15

/** Says in plain words what is wrong with the database, and what to do about it. */
class DatabaseRefused extends Error {}

export async function openConfiguredDatabase(settings: Settings, options: Options = {}): Promise<OpenDatabase> {
  const { log, ...connection } = options
  const embedded =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, ...(log && { log }) })
      : null
  const database = openDatabase({ url: embedded?.url ?? settings.databaseUrl!, ...connection })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await checkServer(database)
    return { database, embedded, close }
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
  if (server!.major < leastMajorVersion) {
    throw new DatabaseRefused(
      `DATABASE_URL leads to PostgreSQL ${server!.major}; Prospector needs PostgreSQL ${leastMajorVersion} or later.`,
    )
  }
  if (server!.standby) {
    throw new DatabaseRefused(
      'DATABASE_URL leads to a standby, which can only be read. Set it to the primary server; a standby belongs into DATABASE_REPLICA_URL.',
    )
  }
}

function explain(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error]
  const reason = (first?.message ?? error.message).replace(/\.$/, '')
  return isDatabaseAway(error)
    ? `The database can't be reached: ${reason}. Check that the server runs and that DATABASE_URL names it.`
    : `The database refuses the connection: ${reason}. Check the user, password and database name in DATABASE_URL.`
}
