/** From settings to a service that answers, and back: config, secrets, database, catalogue, application, port. */
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findUndescribedPlans } from './accounts/accounts.ts'
import type { Plans } from './accounts/plan.ts'
import { readBackupState } from './backups/backup-state.ts'
import { serveBackups } from './backups/serve-backups.ts'
import { systemClock } from './base/clock.ts'
import { type Config, ConfigError, canSharePort } from './base/config.ts'
import { createLog } from './base/log.ts'
import { repeat } from './base/repeat.ts'
import { loadSecrets, type Secrets } from './base/secrets.ts'
import { billingWarnings } from './billing/billing-warnings.ts'
import { createLivePlans } from './billing/plans/live-plans.ts'
import { readPlansFile } from './billing/plans/plans-file.ts'
import { checkStripe } from './billing/stripe/check-stripe.ts'
import { type ChannelKeys, createChannelKeys } from './catalog/channel-keys.ts'
import { hashEmails } from './catalog/exclusions/hash-emails.ts'
import { fillEmailKinds } from './catalog/fill-email-kinds.ts'
import { hashSourceIds } from './catalog/hash-source-ids.ts'
import { findMissingKey } from './catalog/held-keys.ts'
import type { ImportProgress } from './catalog/import/import-catalogue.ts'
import type { Database } from './db/database.ts'
import type { EmbeddedPostgres } from './db/embedded/server.ts'
import { type OpenDatabase, openConfiguredDatabase } from './db/open.ts'
import { prepareDatabase } from './db/prepare.ts'
import { type Demo, prepareDemo } from './demo/demo.ts'
import { createMetrics, serveMetrics } from './metrics/metrics.ts'
import { leaveRoot } from './process/leave-root.ts'
import { createConfiguredApp } from './threads/configured-app.ts'
import { createServingThreads, type ServingThreads } from './threads/serving-threads.ts'

export type Service = {
  publicUrl: string
  /** Null unless DEMO is on. */
  demo: Demo | null
  /**
   * In-flight requests finish, new ones get 503, then everything closes. With `drain` the node first says that it leaves,
   * and goes on answering for DRAIN_SECONDS: a load balancer that looks every second or two sends it nothing more by then.
   */
  stop(options?: { drain?: boolean }): Promise<void>
}

export type ServiceOptions = {
  /** Gives up a start that is still under way. */
  signal?: AbortSignal
  onDemoProgress?: (progress: ImportProgress, storesTotal: number) => void
  /** Told when the embedded database runs, for a process that has to end before the service has stopped. */
  onEmbedded?: (embedded: Pick<EmbeddedPostgres, 'stopAtOnce'>) => void
}

/** A plan that was taken out of plans.json while accounts are on it: said now, with its name, and not by their failing requests. */
async function refuseUndescribedPlans(database: Database, plans: Plans): Promise<void> {
  const missing = await findUndescribedPlans(database, plans)
  if (missing.length === 0) return
  throw new ConfigError(
    missing.map(({ planId, accounts, someIds }) => {
      const who = accounts === 1 ? '1 account is' : `${accounts} accounts are`
      const ids = someIds.join(', ') + (accounts > someIds.length ? ', …' : '')
      return (
        `The plans lack "${planId}", which ${who} on (${ids}). ` +
        'Put it back (DATA_DIR/plans.json, or "prospector plans apply"), or move them to another one: prospector account set ACCOUNT --plan PLAN.'
      )
    }),
  )
}

export async function startService(given: Config, options: ServiceOptions = {}): Promise<Service> {
  const { signal, onDemoProgress, onEmbedded } = options
  const log = createLog(given.logLevel)
  const config = await settlePort(settleThreads(given, log))
  await leaveRoot(config, log)
  const { plans, refresh } = createLivePlans(readPlansFile(config.dataDir))
  for (const warning of billingWarnings(config)) log.warn(warning)
  const opened = await openConfiguredDatabase(config, { log: (line) => log.info(line) })
  if (opened.embedded) onEmbedded?.(opened.embedded)
  try {
    const secrets = await loadSecrets(config)
    const { database, embedded } = opened
    signal?.throwIfAborted()
    const { migrations, protectedAgain: tables, warning } = await prepareDatabase(opened)
    if (migrations.applied.length > 0) log.info({ applied: migrations.applied }, 'database brought up to date')
    if (tables.length > 0) log.warn({ tables }, 'append-only protection was lost and is back')
    if (warning) log.warn(warning)
    await refresh(database)
    await refuseUndescribedPlans(database, plans)
    const stripe = config.billing === 'stripe' ? config.stripe : null
    if (stripe) for (const warning of (await checkStripe(stripe, plans)).warnings) log.warn(warning)
    const channelKeys = createChannelKeys(secrets.channelKeys)
    const missingKey = await findMissingKey(database, channelKeys)
    if (missingKey)
      log.error({ key_id: missingKey }, 'CHANNEL_KEY is missing a key. Contacts encrypted with it can’t be revealed.')
    const demo = config.demo
      ? await prepareDemo({
          database,
          clock: systemClock,
          plans,
          channelKeys,
          dataDir: config.dataDir,
          ...(signal && { signal }),
          ...(onDemoProgress && { onProgress: onDemoProgress }),
        })
      : null
    const metrics = config.metricsPort === null ? null : createMetrics()
    const threads = config.threads > 1 ? openThreads(config, database, secrets, log, () => app.startOver()) : null
    const app = createConfiguredApp(config, { database, secrets, log, metrics, onSegmentNews: threads?.tell })
    const stopping = new AbortController()
    backFill(database, channelKeys, log, stopping.signal)
    const backups = startBackups(config, database, log)
    if (config.backups) metrics?.watchBackups(() => readBackupState(database, systemClock, config.backups!))
    const stop = async () => {
      stopping.abort()
      const backupsEnded = backups?.stop()
      await threads?.stop()
      await app.stop()
      await backupsEnded
    }
    try {
      await Promise.all([app.start(), threads?.start()])
      if (!threads) await app.http.listen({ port: config.port, host: config.host })
      await app.queue.start()
      app.webhooks.start()
      app.hubspot.start()
      if (metrics) await serveMetrics(async () => metrics.text(await threads?.measured()), config.metricsPort!)
    } catch (error) {
      await stop()
      throw explainListening(error as NodeJS.ErrnoException, config)
    }
    // An embedded server that died under us is started again. Until it answers, requests get 503; nothing is lost.
    const watchdog =
      embedded &&
      repeat(1_000, embedded.ensureRunning, (error) =>
        log.error({ err: error }, 'the embedded PostgreSQL is not running'),
      )
    return {
      publicUrl: config.publicUrl,
      demo,
      stop: async ({ drain = false } = {}) => {
        app.http.drain()
        threads?.drain()
        if (drain) await setTimeout(config.drainSeconds * 1_000)
        await stop()
        await watchdog?.stop()
        await opened.close()
      },
    }
  } catch (error) {
    await closeQuietly(opened)
    throw error
  }
}

/** Null: nobody set a schedule, or a tool of the operator's own makes them. */
const startBackups = ({ backups: settings, databaseUrl, dataDir }: Config, { url }: Database, log: Logger) =>
  settings && 'place' in settings
    ? serveBackups({ settings, databaseUrl: url, dataDir, withSecrets: databaseUrl === null, log })
    : null

/** Once, after an upgrade; in the background, because it takes as long as the catalogue is large. */
function backFill(database: Database, keys: ChannelKeys, log: Logger, signal: AbortSignal): void {
  const report = (what: string) => (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, what)
  }
  hashSourceIds(database, keys, signal)
    .then(() => hashEmails(database, keys, signal))
    .catch(report('source ids and emails are not all hashed yet'))
  fillEmailKinds(database, keys, signal).catch(report('statuses and types of emails can not be searched yet'))
}

/** The threads that answer requests: this one then only follows the catalogue and runs jobs. */
const openThreads = (
  config: Config,
  { url: databaseUrl }: Database,
  secrets: Secrets,
  log: Logger,
  onStartOver: () => void,
): ServingThreads =>
  createServingThreads({
    config,
    secrets,
    databaseUrl,
    // Together as many as a few threads need, so that a node with many cores leaves connections for others.
    poolSize: Math.max(4, Math.ceil(20 / config.threads)),
    count: config.threads,
    log,
    onStartOver,
  })

/** The first error is the cause. */
async function closeQuietly(opened: OpenDatabase): Promise<void> {
  await opened.close().catch(() => {})
}

function settleThreads(config: Config, log: Logger): Config {
  if (config.threads === 1 || canSharePort) return config
  log.warn(
    'THREADS is ignored: one thread answers requests, because this system does not share a port between threads.',
  )
  return { ...config, threads: 1 }
}

/**
 * A port that is taken is found out now, not after a minute of loading. For port 0 the system's choice is made here,
 * because links and documents name the address before anybody listens on it.
 */
async function settlePort(config: Config): Promise<Config> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListening(error, config)))
    probe.listen({ port: config.port, host: config.host }, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : config.port))
    })
  })
  const publicUrl = config.publicUrl.replace(/^(http:\/\/localhost):0$/, `$1:${port}`)
  return { ...config, port, publicUrl }
}

/** The address can't be listened on; the message says what to do. */
export class AddressRefused extends Error {}

function explainListening(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new AddressRefused(`Port ${port} on ${host} is already in use. Stop the other program, or set PORT.`)
    case 'EACCES':
      return new AddressRefused(`Listening on port ${port} needs root privileges. Set PORT to 1024 or higher.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AddressRefused(
        `${host} is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`,
      )
    default:
      return error
  }
}
