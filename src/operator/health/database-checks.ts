import { sql } from '../../base/sql.ts'
import { plural } from '../../base/words.ts'
import type { Database } from '../../db/database.ts'
import { describeRole, judgeRole } from '../../db/roles.ts'
import { error, type Finding, ok, warning } from './finding.ts'

type Server = {
  version: string
  now: Date
  lockTimeout: string
  connections: number
  connectionsMax: number
  synchronous: string
  standbys: number
  oldestTransactionSeconds: number
  bloated: string[]
}

/** A transaction that only waits, as the one that holds the lock of an import, keeps none. */
export const keepsDeadRows = sql`(backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)`

export async function checkDatabase(database: Database, protectedAgain: readonly string[]): Promise<Finding[]> {
  const askedAt = Date.now()
  const [server] = await database.query<Server>(sql`
    SELECT current_setting('server_version') AS version, clock_timestamp() AS now,
      current_setting('lock_timeout') AS "lockTimeout",
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS "connectionsMax",
      current_setting('synchronous_commit') AS synchronous,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start))::int FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND ${keepsDeadRows}), 0) AS "oldestTransactionSeconds",
      ARRAY(SELECT relname::text FROM pg_stat_user_tables WHERE n_dead_tup > 100000 AND n_dead_tup > n_live_tup) AS bloated`)
  const { version, now, connections, connectionsMax, synchronous, standbys } = server!
  const skewMs = Math.abs(now.getTime() - (askedAt + Date.now()) / 2)
  return [
    ok('database', `PostgreSQL ${version}.`),
    server!.lockTimeout === '0'
      ? warning(
          'deadlines',
          'A connection pooler drops our settings. Set them on the role (docs/scaling.md, PgBouncer).',
        )
      : ok('deadlines', 'Connections have their deadlines.'),
    connections > connectionsMax * 0.8
      ? error(
          'connections',
          `${connections} of ${connectionsMax} connections are in use. Raise max_connections or add a pooler.`,
        )
      : ok('connections', `${connections} of ${connectionsMax} connections are in use.`),
    synchronous === 'off'
      ? error(
          'durability',
          'synchronous_commit is off: a crash may lose reveals that were answered. Turn it on for the role.',
        )
      : ok('durability', `Commits wait for the disk (${synchronous}); standbys connected: ${standbys}.`),
    skewMs > 5_000
      ? error(
          'clock',
          `This machine and the database differ by ${Math.round(skewMs / 1_000)} s. Synchronise both (NTP).`,
        )
      : ok('clock', 'This machine and the database agree on the time.'),
    checkBloat(server!),
    ...(await checkRole(database, protectedAgain)),
    await checkJobs(database),
  ]
}

function checkBloat({ oldestTransactionSeconds: seconds, bloated }: Server): Finding {
  if (seconds > 600)
    return warning('bloat', `A transaction has been open for ${seconds} s. Dead rows can't be removed until it ends.`)
  return bloated.length === 0
    ? ok('bloat', 'No transaction has been open for long, and dead rows are removed.')
    : warning('bloat', `${bloated.join(', ')} hold more dead rows than live ones. Check that autovacuum runs.`)
}

async function checkRole(database: Database, protectedAgain: readonly string[]): Promise<Finding[]> {
  const rights = await judgeRole(database)
  const message = describeRole({ ...rights, changeable: [] })
  return [
    message === null
      ? ok('role', `${rights.role} owns no table and can't become their owner.`)
      : warning('role', message),
    checkProtection(rights.isSuperuser ? [] : rights.changeable, protectedAgain),
  ]
}

function checkProtection(changeable: readonly string[], protectedAgain: readonly string[]): Finding {
  if (changeable.length > 0) {
    const message = `${changeable.join(', ')} can be changed: their protection was lost.`
    return error('ledger', `${message} Run "prospector migrate" as the role that owns them: it restores it.`)
  }
  return protectedAgain.length > 0
    ? warning(
        'ledger',
        `${protectedAgain.join(', ')} could be changed, as after a restore without privileges; not any more.`,
      )
    : ok('ledger', 'Entries and reveals are append-only.')
}

async function checkJobs(database: Database): Promise<Finding> {
  const late = sql`state IN ('created', 'retry') AND start_after < now() - interval '1 hour'`
  const [row] = await database.query<{ failed: number; late: number; queues: string[] }>(sql`
    SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE ${late})::int AS late,
      array_agg(DISTINCT name) FILTER (WHERE state = 'failed' OR ${late}) AS queues
    FROM jobs.job`)
  if (row!.failed + row!.late === 0) return ok('jobs', 'Background work is up to date.')
  const failed = plural(row!.failed, 'background job')
  return warning(
    'jobs',
    `${failed} failed, and ${row!.late} have been waiting for over an hour (${row!.queues.join(', ')}). The log says why.`,
  )
}
