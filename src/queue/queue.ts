import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { sql } from '../base/sql.ts'
import type { Database, Db } from '../db/database.ts'
import { type QueueName, type QueueSettings, queues } from './queues.ts'

export type Queue = {
  /**
   * Written in the transaction that causes it: the job is there if and only if that commits. With a `key` it is left out while one with that
   * key waits, be it for another try; one that is being worked on may have looked already, so it does not count. Only for causes that are
   * committed by now: the one that waits can begin at any moment.
   */
  enqueue(tx: Db, name: QueueName, payload: object, options?: EnqueueOptions): Promise<void>
  /** What a job does. Delivered at least once; handlers must be idempotent. Throwing means: retry later. */
  handle<Payload extends object>(name: QueueName, run: (payload: Payload) => Promise<void>): void
  /** As `handle`, started by the clock, once over all nodes: `minute hour day month weekday`, in UTC. */
  schedule(name: QueueName, cron: string, run: () => Promise<void>): void
  /** From now on this node takes jobs. Enqueueing needs no start. */
  start(): Promise<void>
  /** Jobs under way finish. */
  stop(): Promise<void>
  /** Runs what waits now, and what that enqueues, without the clock. Resolves with how many ran. For tests. */
  runWaiting(): Promise<number>
  /** How many jobs of each kind wait, run and have failed. */
  count(): Promise<JobCounts[]>
}

type EnqueueOptions = { key: string; startAfter?: never } | { key?: never; startAfter?: Date }

type JobCounts = { name: string; ready: number; active: number; failed: number }
type JobRun = { name: QueueName; seconds: number; failed: boolean }

type Options = { log: Logger; onRun?: (run: JobRun) => void }
type Handler = { run(payload: object): Promise<void>; cron: string | null }

class QueueStopped extends Error {}

const pollEverySeconds = 2
/** With clients that read slowly (`waitsMs.stop`, http/server.ts), a stop stays within the 30 seconds after which it ends by force. */
export const stopWithinMs = 12_000

/**
 * Background work on the database itself, by pg-boss: no second engine to run. It polls, so it needs no LISTEN and works
 * behind a transaction pooler. `database` should be one for background work, apart from that of requests.
 */
export function createQueue(database: Database, { log, onRun }: Options): Queue {
  const handlers = new Map<QueueName, Handler>()
  let opened: Promise<PgBoss> | undefined
  let isStopping = false

  /**
   * By whoever first needs it: threads that only answer requests seldom do. A failed attempt is forgotten: the next caller tries again. One
   * who comes while the node stops is refused, and what they do is undone with it: opened now, it would be closed by nobody, and its timers
   * would keep the thread alive for good.
   */
  async function open(): Promise<PgBoss> {
    if (isStopping && !opened) throw new QueueStopped('The queue has stopped: nothing can be enqueued here.')
    opened ??= openBoss(database, log).catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function run(name: QueueName, payload: object): Promise<void> {
    const startedAt = performance.now()
    let failed = true
    try {
      await handlers.get(name)!.run(payload)
      failed = false
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job failed')
      throw error
    } finally {
      onRun?.({ name, seconds: (performance.now() - startedAt) / 1_000, failed })
    }
  }

  async function runNext(boss: PgBoss, name: QueueName): Promise<boolean> {
    const [job] = await boss.fetch<object>(name, { batchSize: 1 })
    if (!job) return false
    await run(name, job.data ?? {}).then(
      () => boss.complete(name, job.id),
      (error: Error) => boss.fail(name, job.id, { message: error.message }),
    )
    return true
  }

  return {
    async enqueue(tx, name, payload, { key, startAfter } = {}) {
      const boss = await open()
      if (key !== undefined && (await isWaiting(tx, name, key))) return
      const inTransaction = {
        executeSql: async (text: string, values?: unknown[]) => ({
          rows: await tx.query({ text, values: values ?? [] }),
        }),
      }
      await boss.send(name, payload, {
        db: inTransaction,
        ...(key !== undefined && { singletonKey: key }),
        ...(startAfter && { startAfter }),
      })
    },
    handle: (name, handler) => void handlers.set(name, { run: handler as Handler['run'], cron: null }),
    schedule: (name, cron, handler) => void handlers.set(name, { run: handler, cron }),
    async start() {
      const boss = await open()
      for (const [name, { cron }] of handlers) {
        if (cron) await boss.schedule(name, cron)
        const work = async ([job]: Job<object>[]) => run(name, job!.data ?? {})
        await boss.work<object>(name, { pollingIntervalSeconds: pollEverySeconds, batchSize: 1 }, work)
      }
    },
    async stop() {
      isStopping = true
      if (!opened) return
      const boss = await opened.catch(() => null)
      await boss?.stop({ close: false, graceful: true, timeout: stopWithinMs })
    },
    async runWaiting() {
      const boss = await open()
      let ran = 0
      for (let before = -1; ran > before; ) {
        before = ran
        for (const name of handlers.keys()) while (await runNext(boss, name)) ran += 1
      }
      return ran
    },
    async count() {
      const boss = await open()
      const states = await Promise.all([...handlers.keys()].map((name) => boss.getQueueStats(name, { force: true })))
      return states.flatMap(([state]) =>
        state
          ? [{ name: state.name, ready: state.readyCount, active: state.activeCount, failed: state.failedCount }]
          : [],
      )
    },
  }
}

async function openBoss(database: Database, log: Logger): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'jobs',
    schedule: true,
    supervise: true,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reports an error'))
  try {
    await boss.start()
    await openQueues(boss)
    return boss
  } catch (error) {
    // Half open it would keep polling the database next to the next one.
    await boss.stop({ close: false, graceful: false }).catch(() => {})
    throw error
  }
}

/** Queues of an older release are given the settings of this one. A policy stays what it was: the library can't change it. */
async function openQueues(boss: PgBoss): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, settings] of Object.entries<QueueSettings>(queues)) {
    const { policy: _, ...changeable } = settings
    const held = known.get(name)
    if (!held) await boss.createQueue(name, settings)
    else if (!hasSettings(held, changeable)) await boss.updateQueue(name, changeable)
  }
}

const hasSettings = (held: QueueSettings, wanted: QueueSettings): boolean =>
  Object.entries(wanted).every(([name, value]) => held[name as keyof QueueSettings] === value)

/**
 * Why not the unique keys of the library: docs/decisions/0010-jobs.md. Two nodes that ask at the same moment may both enqueue: that is one
 * message too many, and the next one finds them.
 */
async function isWaiting(tx: Db, name: QueueName, key: string): Promise<boolean> {
  const waiting = await tx.query(sql`
    SELECT FROM jobs.job WHERE name = ${name} AND state < 'active' AND NOT blocked AND singleton_key = ${key} LIMIT 1`)
  return waiting.length > 0
}
