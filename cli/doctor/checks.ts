import { statfs } from 'node:fs/promises'
import type { Config } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { describeRole, judgeRole } from '../../src/db/roles.ts'
import { sql } from '../../src/db/sql.ts'
import { bad, type Finding, good, look } from './finding.ts'

/** What the settings alone tell. */
export function checkSettings(config: Config): Finding[] {
  const isPublic = !/^https?:\/\/(localhost|127\.0\.0\.1)/.test(config.publicUrl)
  return [
    isPublic && !config.publicUrl.startsWith('https://')
      ? bad(
          'address',
          'PUBLIC_URL is not https: passwords and keys travel in the clear. Put a proxy with TLS in front.',
        )
      : good('address', `PUBLIC_URL is ${config.publicUrl}.`),
    isPublic && config.trustedProxies.length === 0
      ? look(
          'proxies',
          'TRUSTED_PROXIES is unset: behind a proxy, limits by address see the proxy instead of its clients.',
        )
      : good('proxies', 'TRUSTED_PROXIES is set, or not needed at a local address.'),
    isPublic && config.demo
      ? bad('demo', 'DEMO is on at a public address: the demo account has a known key. Set DEMO=false.')
      : good('demo', config.demo ? 'DEMO is on, at a local address only.' : 'DEMO is off.'),
    config.metricsPort === null
      ? look('metrics', 'METRICS_PORT is unset: nobody can watch this node.')
      : good('metrics', `Metrics are on port ${config.metricsPort}.`),
  ]
}

type Server = {
  version: string
  now: Date
  lockTimeout: string
  connections: number
  connectionsMost: number
  synchronous: string
  standbys: number
  oldestTransactionSeconds: number
  bloated: string[]
}

export async function checkDatabase(database: Database, protectedAgain: readonly string[]): Promise<Finding[]> {
  const askedAt = Date.now()
  const [server] = await database.query<Server>(sql`
    SELECT current_setting('server_version') AS version, clock_timestamp() AS now,
      current_setting('lock_timeout') AS "lockTimeout",
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS "connectionsMost",
      current_setting('synchronous_commit') AS synchronous,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start))::int FROM pg_stat_activity
        WHERE backend_type = 'client backend'), 0) AS "oldestTransactionSeconds",
      ARRAY(SELECT relname::text FROM pg_stat_user_tables WHERE n_dead_tup > 100000 AND n_dead_tup > n_live_tup) AS bloated`)
  const { version, now, connections, connectionsMost, synchronous, standbys } = server!
  const skewMs = Math.abs(now.getTime() - (askedAt + Date.now()) / 2)
  return [
    good('database', `PostgreSQL ${version}.`),
    server!.lockTimeout === '0'
      ? look('deadlines', 'A connection pooler drops our settings. Set them on the role (docs/scaling.md, PgBouncer).')
      : good('deadlines', 'Connections have their deadlines.'),
    connections > connectionsMost * 0.8
      ? bad(
          'connections',
          `${connections} of ${connectionsMost} connections are in use. Raise max_connections or add a pooler.`,
        )
      : good('connections', `${connections} of ${connectionsMost} connections are in use.`),
    synchronous === 'off'
      ? bad(
          'durability',
          'synchronous_commit is off: a crash may lose reveals that were answered. Turn it on for the role.',
        )
      : good('durability', `Commits wait for the disk (${synchronous}); standbys connected: ${standbys}.`),
    skewMs > 5_000
      ? bad('clock', `This machine and the database differ by ${Math.round(skewMs / 1_000)} s. Synchronise both (NTP).`)
      : good('clock', 'This machine and the database agree on the time.'),
    checkBloat(server!),
    ...(await checkRole(database, protectedAgain)),
    await checkJobs(database),
  ]
}

function checkBloat({ oldestTransactionSeconds: seconds, bloated }: Server): Finding {
  if (seconds > 600)
    return look('bloat', `A transaction has been open for ${seconds} s. Dead rows can't be removed until it ends.`)
  return bloated.length === 0
    ? good('bloat', 'No transaction has been open for long, and dead rows are removed.')
    : look('bloat', `${bloated.join(', ')} hold more dead rows than live ones. Check that autovacuum runs.`)
}

async function checkRole(database: Database, protectedAgain: readonly string[]): Promise<Finding[]> {
  const standing = await judgeRole(database)
  const says = describeRole({ ...standing, changeable: [] })
  return [
    says === null ? good('role', `${standing.role} owns no table and can't become their owner.`) : look('role', says),
    checkProtection(standing.isSuperuser ? [] : standing.changeable, protectedAgain),
  ]
}

function checkProtection(changeable: readonly string[], protectedAgain: readonly string[]): Finding {
  if (changeable.length > 0) {
    const says = `${changeable.join(', ')} can be changed: their protection was lost.`
    return bad('ledger', `${says} Run "prospector migrate" as the role that owns them: it restores it.`)
  }
  return protectedAgain.length > 0
    ? look(
        'ledger',
        `${protectedAgain.join(', ')} could be changed, as after a restore without privileges; not any more.`,
      )
    : good('ledger', 'Entries and reveals are append-only.')
}

async function checkJobs(database: Database): Promise<Finding> {
  const [row] = await database.query<{ failed: number; late: number }>(sql`
    SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed,
      count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after < now() - interval '1 hour')::int AS late
    FROM jobs.job`)
  if (row!.failed + row!.late === 0) return good('jobs', 'Background work is up to date.')
  return look(
    'jobs',
    `${row!.failed} background jobs failed, and ${row!.late} have been waiting for over an hour. The log says why.`,
  )
}

export async function checkDisk(dataDir: string): Promise<Finding> {
  const disk = await statfs(dataDir).catch(() => null)
  if (!disk) return look('disk', `DATA_DIR (${dataDir}) can't be read.`)
  const free = Math.round((disk.bavail / disk.blocks) * 100)
  return free < 10
    ? bad('disk', `${free}% of the disk of DATA_DIR is free. A full disk stops every reveal.`)
    : good('disk', `${free}% of the disk of DATA_DIR is free.`)
}
