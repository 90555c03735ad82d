import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { isDatabaseAway } from '../db/wire/errors.ts'
import type { FinishedJob, Metrics } from '../metrics/metrics.ts'
import type { Traces } from '../metrics/traces.ts'
import { cleanUp, type Retention } from './housekeeping.ts'
import { createQueue, type Queue, stopWithinMs } from './queue.ts'

type Options = {
  database: Database
  clock: Clock
  log: Logger
  retention: readonly Retention[]
  metrics?: Metrics | null
  traces?: Traces | null
  /** Set in a thread that only serves: it runs exports there, and no jobs. */
  segmentNews?: unknown
  /** Unset: one thread answers requests. */
  config?: { threads: number } | null
}

export const housekeepingMinutes = 15

/** Jobs and exports: their statements may take long, and must not take the connections of requests. */
export function openBackground(options: Options): { background: Database; queue: Queue } {
  const { database, clock, log, retention, metrics, traces, segmentNews, config } = options
  const background = openDatabase({
    url: database.url,
    purpose: 'background',
    poolSize: segmentNews ? 2 : 4,
    // So that the console can say which nodes there are, of which version, and with how many threads.
    applicationName: `prospector background ${packageJson.version} #${process.pid} threads ${config?.threads ?? 1}`,
  })
  const onRun = ({ name, seconds, failed }: FinishedJob) => {
    metrics?.jobDone({ name, seconds, failed })
    traces?.record({ name: `job ${name}`, kind: 'job', seconds, failed, attributes: {} })
  }
  const queue = createQueue(background, { log, ...((metrics || traces) && { onRun }) })
  queue.schedule('housekeeping', `*/${housekeepingMinutes} * * * *`, async () => {
    const cleaned = await cleanUp(background, clock, retention)
    log.info({ deleted: Object.fromEntries(cleaned.map(({ table, rows }) => [table, rows])) }, 'housekeeping done')
  })
  const stop = async () => {
    // The network may have lost a connection and be back: the database answers, and only time tells that this connection never will.
    setTimeout(() => background.abandon(), stopWithinMs).unref()
    await Promise.all([queue.stop(), abandonIfLost(background, database)])
  }
  return { background, queue: { ...queue, stop } }
}

/**
 * Background connections wait long for an answer (`silenceMs`, db/wire/deadlines.ts). A node that stops has no time for that: it asks on a connection of
 * requests, which waits for seconds, whether the database is there at all.
 */
async function abandonIfLost(background: Database, database: Database): Promise<void> {
  try {
    await database.query(sql`SELECT`)
  } catch (error) {
    if (isDatabaseAway(error)) background.abandon()
  }
}
