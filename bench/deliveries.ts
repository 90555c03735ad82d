import { PgBoss } from 'pg-boss'
import { systemClock } from '../src/base/clock.ts'
import { createLog } from '../src/base/log.ts'
import { createSealer } from '../src/base/seal.ts'
import { sql } from '../src/base/sql.ts'
import type { Database } from '../src/db/database.ts'
import { recordEvents } from '../src/events/record.ts'
import type { OutgoingRequests } from '../src/outgoing/outgoing-requests.ts'
import { createDispatcher } from '../src/webhooks/dispatch.ts'
import { insertWebhook } from '../src/webhooks/webhooks.ts'
import { openBenchDatabase } from './bench-database.ts'
import { perSecond, report } from './measure.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const eventsAtOnce = 10
const roundLength = 15
const requestsAtOnce = 5

/**
 * `npm run bench deliveries [-- EVENTS]`: what a delivery costs in each design. The receiver answers at once, so that only the bookkeeping is
 * measured: events are recorded ten a transaction, then everything is delivered, by one runner with five requests at once.
 */
export async function run([count = '10000']: string[]): Promise<void> {
  const bench = await openBenchDatabase()
  try {
    const outbox = await withOutbox(bench.database, Number(count))
    const jobs = await withJobs(bench.database, Number(count))
    report(`${count} events to one webhook, deliveries a second`, [
      ['outbox: events recorded', perSecond(outbox.recorded)],
      ['outbox: deliveries', perSecond(outbox.delivered)],
      ['outbox: transactions a delivery', outbox.transactions.toFixed(2)],
      ['one job each: events recorded, with their jobs', perSecond(jobs.recorded)],
      ['one job each: deliveries', perSecond(jobs.delivered)],
      ['one job each: transactions a delivery', jobs.transactions.toFixed(2)],
    ])
  } finally {
    await bench.close()
  }
}

type Figures = { recorded: number; delivered: number; transactions: number }

/** A transaction holds the events of ten causes; `also` is done in the same one. */
async function recordAll(
  database: Database,
  accountId: string,
  count: number,
  also: (tx: Parameters<Parameters<Database['transaction']>[0]>[0], events: number) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now()
  const data = { job_id: 'job_1', kind: 'reveal', status: 'finished', total: 1, done: 1, credits_spent: 1 }
  for (let at = 0; at < count; at += eventsAtOnce) {
    await database.transaction(async (tx) => {
      const drafts = Array.from({ length: eventsAtOnce }, () => ({ type: 'job.finished' as const, data }))
      await also(tx, drafts.length)
      await recordEvents(tx, systemClock, accountId, drafts)
    })
  }
  return (count * 1_000) / (performance.now() - begun)
}

async function measured(database: Database, count: number, deliver: () => Promise<void>) {
  const before = await countTransactions(database)
  const begun = performance.now()
  await deliver()
  const seconds = (performance.now() - begun) / 1_000
  const transactions = ((await countTransactions(database)) - before) / count
  return { delivered: count / seconds, transactions }
}

async function countTransactions(database: Database): Promise<number> {
  await database.query(sql`SELECT pg_stat_force_next_flush()`)
  const [row] = await database.query<{ commits: number }>(
    sql`SELECT xact_commit::float8 AS commits FROM pg_stat_database WHERE datname = current_database()`,
  )
  return row!.commits
}

async function withOutbox(database: Database, count: number): Promise<Figures> {
  const { accountId } = await openUnlimitedAccount(database, 'outbox')
  const sealer = createSealer(Buffer.alloc(32))
  await database.transaction((tx) =>
    insertWebhook(tx, systemClock, sealer, { accountId, url: 'https://receiver.example', types: null }),
  )
  const recorded = await recordAll(database, accountId, count, async () => {})
  const answer = async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) })
  const requests = { send: answer, close() {}, refusal: () => null } as unknown as OutgoingRequests
  const dispatcher = createDispatcher({
    ...{ database, clock: systemClock, sealer, requests, log: createLog('silent') },
    enqueue: async () => {},
    pace: async () => {},
    renderEvents: async (_, events) => events,
  })
  const figures = await measured(database, count, async () => {
    for (let done = 0; done < count; ) {
      await dispatcher.runDue()
      const [row] = await database.query<{ done: number }>(
        sql`SELECT count(*)::int AS done FROM webhook_deliveries WHERE account_id = ${accountId} AND outcome = 'succeeded'`,
      )
      done = row!.done
    }
  })
  return { recorded, ...figures }
}

/** Each event is also a job; what came of it is written as the outbox does. */
async function withJobs(database: Database, count: number): Promise<Figures> {
  const { accountId } = await openUnlimitedAccount(database, 'jobs')
  await database.query(
    sql`CREATE TABLE bench_deliveries (sequence bigserial PRIMARY KEY, outcome text, attempted_at timestamptz)`,
  )
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    ...{ schema: 'bench_jobs', schedule: false, supervise: false },
  })
  await boss.start()
  await boss.createQueue('delivery')
  const recorded = await recordAll(database, accountId, count, (tx, events) =>
    boss.insert(
      'delivery',
      Array.from({ length: events }, () => ({ data: { webhook_id: 'wh_1' } })),
      { db: { executeSql: async (text, values) => ({ rows: await tx.query({ text, values: values ?? [] }) }) } },
    ),
  )
  const figures = await measured(database, count, async () => {
    for (;;) {
      const jobs = await boss.fetch('delivery', { batchSize: roundLength })
      if (jobs.length === 0) return
      for (let at = 0; at < jobs.length; at += requestsAtOnce) {
        await Promise.all(
          jobs.slice(at, at + requestsAtOnce).map(async ({ id }) => {
            await database.query(sql`INSERT INTO bench_deliveries (outcome, attempted_at) VALUES ('succeeded', now())`)
            await boss.complete('delivery', id)
          }),
        )
      }
    }
  })
  await boss.stop({ close: false })
  return { recorded, ...figures }
}
