import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type BackupFigures, createBackupMetrics } from './backup-metrics.ts'
import { type CustomerJobs, createCustomerJobMetrics } from './customer-job-metrics.ts'
import { createHubspotMetrics, type HubspotBacklog } from './hubspot-metrics.ts'
import { createIndexMetrics, type IndexMetrics } from './index-metrics.ts'
import { createThreadMetrics } from './thread-metrics.ts'
import type { AnsweredRequest } from './traces.ts'
import { type Backlog, createWebhookMetrics, type WebhookAttempt } from './webhook-metrics.ts'

export type FinishedJob = { name: string; seconds: number; failed: boolean }

/** Gauges that are read when scraped: cheap then, and free in between. */
type Sources = {
  underway(): number
  limit(): number
  refused(): number
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  indexIsReady(): boolean
  catalogue(): Promise<{ version: number }>
  webhooks(): Promise<Backlog>
  hubspot(): Promise<HubspotBacklog>
  /** Until California's deletion lists are due, in seconds; null: nobody asked for them. */
  dropDue?(): Promise<number | null>
  jobs(): Promise<{ name: string; ready: number; active: number; failed: number }[]>
  customerJobs(): Promise<CustomerJobs[]>
}

export type Metrics = {
  answered(answer: Pick<AnsweredRequest, 'operation' | 'status' | 'code' | 'seconds'>): void
  creditsSpent(credits: number): void
  /** A webhook was attempted. */
  webhookAttempt(attempt: WebhookAttempt): void
  /** HubSpot answered, or did not. */
  hubspotReply(outcome: 'succeeded' | 'failed'): void
  /** A subscription at the payment provider has a price that stands for none of our plans. */
  unknownPrice(): void
  jobDone(job: FinishedJob): void
  /** Metrics of one kind of batch. */
  batches(batch: string): { onBatch(run: { size: number; seconds: number }): void }
  index: Pick<IndexMetrics, 'published'>
  /** From now on these are read at every look. */
  watch(sources: Sources): void
  /** As `watch`, for the state of backups. */
  watchBackups(read: () => Promise<BackupFigures>): void
  /** As plain data, which another thread can add up with its own. */
  measured(): Promise<object[]>
  /** In Prometheus's text format, with what other threads have measured. */
  text(others?: object[][]): Promise<string>
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counters of one thread. No label holds an account, a key or an address. What is true of the whole process and of the job
 * queue is counted by only one thread of the node.
 */
export function createMetrics({ ofWholeNode = true }: { ofWholeNode?: boolean } = {}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (ofWholeNode) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'prospector_request_seconds',
    help: 'Requests by operation and status',
    labelNames: ['operation', 'status'],
    buckets: latencyBuckets,
    registers,
  })
  const refusals = new Counter({
    name: 'prospector_refusals_total',
    help: 'Answers other than success by error code',
    labelNames: ['code'],
    registers,
  })
  const credits = new Counter({ name: 'prospector_credits_spent_total', help: 'Contact credits spent', registers })
  const unknownPrices = new Counter({
    name: 'prospector_billing_unknown_prices_total',
    help: 'Looks at a subscription whose price stands for no plan: name it in plans.json',
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'prospector_job_seconds',
    help: 'Background jobs by kind and outcome',
    labelNames: ['queue', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  })
  const batches = createBatchMetrics(registers)
  const gauge = (name: string, help: string, labelNames: string[] = [], aggregator: 'sum' | 'min' = 'sum') =>
    new Gauge({ name: `prospector_${name}`, help, labelNames, registers, aggregator })
  const underway = gauge('requests_underway', 'Requests that are being answered')
  const limit = gauge('requests_limit', 'How many may be answered at once')
  const refused = gauge('requests_refused', 'Requests refused because of overload since the start')
  const connections = gauge('database_connections', 'Connections of the request pool', ['state'])
  const indexReady = gauge('index_ready', 'Whether the search index answers', [], 'min')
  const [index, thread] = [createIndexMetrics(registers), createThreadMetrics(registers)]
  const [webhooks, hubspot] = [createWebhookMetrics(registers), createHubspotMetrics(registers)]
  const jobs = gauge('jobs', 'Background jobs by kind and state', ['queue', 'state'])
  const customerJobs = createCustomerJobMetrics(registers)
  const dropDue = gauge('drop_due_seconds', 'Until California’s deletion lists are due; negative: overdue', [], 'min')
  dropDue.remove() // What is not known has no value: 0 would be lists that are due now.
  const backups = createBackupMetrics(registers)
  let sources: Sources | undefined

  async function look(): Promise<void> {
    thread.look()
    if (!sources) return
    underway.set(sources.underway())
    limit.set(sources.limit())
    refused.set(sources.refused())
    const { pool } = sources
    connections.set({ state: 'open' }, pool.totalCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'waited_for' }, pool.waitingCount)
    indexReady.set(sources.indexIsReady() ? 1 : 0)
    if (!ofWholeNode) return
    // While the database is away the rest is still worth reading.
    index.look((await sources.catalogue().catch(() => null))?.version)
    webhooks.look(await sources.webhooks().catch(() => null))
    hubspot.look(await sources.hubspot().catch(() => null))
    const due = await sources.dropDue?.().catch(() => null)
    if (due !== null && due !== undefined) dropDue.set(due)
    await backups.look()
    customerJobs.look(await sources.customerJobs().catch(() => null))
    for (const { name, ready, active, failed } of await sources.jobs().catch(() => [])) {
      jobs.set({ queue: name, state: 'ready' }, ready)
      jobs.set({ queue: name, state: 'active' }, active)
      jobs.set({ queue: name, state: 'failed' }, failed)
    }
  }

  return {
    answered({ operation, status, code, seconds }) {
      requests.observe({ operation, status }, seconds)
      if (code !== null) refusals.inc({ code })
    },
    creditsSpent: (spent) => credits.inc(spent),
    ...{ webhookAttempt: webhooks.attempt, hubspotReply: hubspot.reply },
    unknownPrice: () => unknownPrices.inc(),
    jobDone: ({ name, seconds, failed }) =>
      jobSeconds.observe({ queue: name, outcome: failed ? 'failed' : 'done' }, seconds),
    batches,
    index,
    watch: (given) => {
      sources = given
    },
    watchBackups: backups.watch,
    async measured() {
      await look()
      return registry.getMetricsAsJSON()
    },
    async text(others = []) {
      await look()
      return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics()
    },
  }
}

function createBatchMetrics(registers: Registry[]): Metrics['batches'] {
  const options = { labelNames: ['batch'], registers }
  const sizes = new Histogram({
    ...options,
    name: 'prospector_batch_size',
    help: 'Calls that shared one statement, by kind of batch',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  })
  const times = new Histogram({
    ...options,
    name: 'prospector_batch_seconds',
    help: 'How long batches took, by kind',
    buckets: latencyBuckets,
  })
  return (batch) => ({
    onBatch({ size, seconds }) {
      sizes.observe({ batch }, size)
      times.observe({ batch }, seconds)
    },
  })
}

/** On a port and address of its own, so that nobody who may call the API can read it. */
export async function serveMetrics(text: () => Promise<string>, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(await text())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  server.unref()
  return server
}
