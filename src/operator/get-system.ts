import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Static, Type } from 'typebox'
import packageJson from '../../package.json' with { type: 'json' }
import { nullableDateTime, nullableInteger, nullableString } from '../base/schema.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { listAllJobs, type WatchedJob } from '../jobs/operator-jobs.ts'
import { listWebhooks } from '../webhooks/operator-webhooks.ts'
import { findings } from './health/finding.ts'
import { defineOperatorOperation } from './operation.ts'

const shownMax = 50

const reply = Type.Object({
  findings,
  node: Type.Object({
    version: Type.String(),
    runtime: Type.String(),
    cores: Type.Integer(),
    process_id: Type.Integer(),
    up_seconds: Type.Integer(),
    memory_bytes: Type.Integer(),
    disk_free_bytes: nullableInteger(),
  }),
  database: Type.Object({
    version: Type.String(),
    size_bytes: Type.Number(),
    connections: Type.Integer(),
    connections_max: Type.Integer(),
    last_migration: Type.String(),
  }),
  nodes: Type.Array(
    Type.Object({
      ...{ address: nullableString(), process_id: Type.Integer(), version: Type.String() },
      threads: Type.Integer({ description: 'How many of its threads answer requests.' }),
    }),
    { description: 'Nodes of this installation, by their connections to the database.' },
  ),
  programs: Type.Array(
    Type.Object({ program: Type.String(), address: nullableString(), connections: Type.Integer() }),
    { description: 'Who is connected to the database: each node, and each command.' },
  ),
  standbys: Type.Array(Type.Object({ name: Type.String(), state: Type.String(), lag_seconds: Type.Number() }), {
    description: 'Empty where the role may not see them.',
  }),
  queues: Type.Array(Type.Object({ queue: Type.String(), state: Type.String(), jobs: Type.Integer() })),
  webhooks: Type.Array(
    Type.Object({
      account_id: Type.String(),
      host: Type.String(),
      failing_since: nullableDateTime(),
      pending: Type.Integer(),
    }),
  ),
  jobs: Type.Array(
    Type.Object({
      job_id: Type.String(),
      account_id: Type.String(),
      kind: Type.String(),
      status: Type.String(),
      done: Type.Integer(),
      total: Type.Integer(),
      progressed_at: nullableDateTime(),
    }),
  ),
})

type System = Static<typeof reply>

export const getSystemOperation = defineOperatorOperation({
  id: 'getSystem',
  method: 'GET',
  path: '/system',
  summary:
    'Health, this node, the database, who is connected to it, queues, webhooks that fail, and jobs that run or failed',
  request: {},
  reply,

  async run(_call, { database, clock, dataDir, examine }) {
    const failing = await listWebhooks(database, clock, { accountIds: null, failing: true, limit: shownMax })
    const statuses = ['failed', 'running', 'queued']
    const jobs = await Promise.all(
      statuses.map((status) => listAllJobs(database, { accountIds: null, status, limit: shownMax })),
    )
    const disk = dataDir === null ? null : await statfs(dataDir).catch(() => null)
    return {
      findings: await examine(),
      node: {
        version: packageJson.version,
        runtime: `Node ${process.version} on ${process.platform} ${process.arch}`,
        cores: availableParallelism(),
        process_id: process.pid,
        up_seconds: Math.round(process.uptime()),
        memory_bytes: process.memoryUsage.rss(),
        disk_free_bytes: disk && disk.bavail * disk.bsize,
      },
      ...(await readDatabase(database)),
      webhooks: failing.map(({ accountId, url, failingSince, pending }) => ({
        ...{ account_id: accountId, host: new URL(url).host, pending },
        failing_since: failingSince?.toISOString() ?? null,
      })),
      jobs: jobs.flat().slice(0, shownMax).map(renderJob),
    }
  },
})

const renderJob = ({ id, accountId, kind, status, done, total, progressedAt }: WatchedJob) => ({
  ...{ job_id: id, account_id: accountId, kind, status, done, total },
  progressed_at: progressedAt?.toISOString() ?? null,
})

/** As `openBackground` names its connections; earlier releases did not name the threads. */
const nodeName = /^prospector background (\S+) #(\d+)(?: threads (\d+))?$/

async function readDatabase(db: Db): Promise<Pick<System, 'database' | 'nodes' | 'programs' | 'standbys' | 'queues'>> {
  const [database] = await db.query<System['database']>(sql`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size_bytes,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS connections_max,
      (SELECT name FROM migrations ORDER BY name DESC LIMIT 1) AS last_migration`)
  const programs = await db.query<System['programs'][number]>(sql`
    SELECT coalesce(nullif(application_name, ''), 'unnamed') AS program, host(client_addr) AS address, count(*)::int AS connections
    FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1, 2 ORDER BY 1, 2`)
  const nodes = programs.flatMap(({ program, address }) => {
    const [, version, processId, threads = 1] = nodeName.exec(program) ?? []
    return version === undefined ? [] : [{ address, version, process_id: Number(processId), threads: Number(threads) }]
  })
  const standbys = await db.query<System['standbys'][number]>(sql`
    SELECT application_name AS name, coalesce(state, 'unknown') AS state, coalesce(extract(epoch FROM replay_lag), 0)::float8 AS lag_seconds
    FROM pg_stat_replication WHERE state IS NOT NULL ORDER BY 1`)
  const queues = await db.query<System['queues'][number]>(sql`
    SELECT name AS queue, state::text AS state, count(*)::int AS jobs FROM jobs.job
    WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY 1, 2 ORDER BY 1, 2`)
  return { database: database!, nodes, programs, standbys, queues }
}
