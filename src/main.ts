/** From settings to a service that answers, and back: config, database, secrets, then all the rest (open-node.ts). */
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Config, canSharePort } from './base/config.ts'
import { createLog } from './base/log.ts'
import { repeat } from './base/repeat.ts'
import { loadSecrets } from './base/secrets.ts'
import { billingWarnings } from './billing/billing-warnings.ts'
import { createLivePlans } from './billing/plans/live-plans.ts'
import { readPlansFile } from './billing/plans/plans-file.ts'
import type { EmbeddedPostgres } from './db/embedded/server.ts'
import { type OpenDatabase, openConfiguredDatabase } from './db/open.ts'
import { prepareDatabase } from './db/prepare.ts'
import type { Demo } from './demo/demo.ts'
import type { NodeOptions } from './open-node.ts'
import { explainListening } from './process/explain-listening.ts'
import { leaveRoot } from './process/leave-root.ts'

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

export type ServiceOptions = NodeOptions & {
  /** Told when the embedded database runs, for a process that has to end before the service has stopped. */
  onEmbedded?: (embedded: Pick<EmbeddedPostgres, 'stopAtOnce'>) => void
}

const loadNode = () => import('./open-node.ts')

export async function startService(given: Config, options: ServiceOptions = {}): Promise<Service> {
  const log = createLog(given.logLevel)
  const config = await settlePort(settleThreads(given, log))
  // Only root can keep it for the next start. The first one loads it while its database is being made.
  if (process.getuid?.() === 0 && !isFirstStart(config)) await loadNode()
  await leaveRoot(config, log)
  const livePlans = createLivePlans(readPlansFile(config.dataDir))
  for (const warning of billingWarnings(config)) log.warn(warning)
  const opened = await openConfiguredDatabase(config, {
    log: (line) => log.info(line),
    // Most of the code there is; nothing else happens in this thread meanwhile, so the database is started before and asked after.
    whileStarting: loadNode,
  })
  if (opened.embedded) options.onEmbedded?.(opened.embedded)
  try {
    const secrets = await loadSecrets(config)
    const { database, embedded } = opened
    options.signal?.throwIfAborted()
    const { migrations, protectedAgain: tables, warning } = await prepareDatabase(opened)
    if (migrations.applied.length > 0) log.info({ applied: migrations.applied }, 'database brought up to date')
    if (tables.length > 0) log.warn({ tables }, 'append-only protection was lost and is back')
    if (warning) log.warn(warning)
    await livePlans.refresh(database)
    const { openNode } = await loadNode()
    const node = await openNode({ config, database, secrets, log, plans: livePlans.plans }, options)
    // An embedded server that died under us is started again. Until it answers, requests get 503; nothing is lost.
    const watchdog =
      embedded &&
      repeat(1_000, embedded.ensureRunning, (error) =>
        log.error({ err: error }, 'the embedded PostgreSQL is not running'),
      )
    return {
      publicUrl: config.publicUrl,
      demo: node.demo,
      stop: async ({ drain = false } = {}) => {
        node.drain()
        if (drain) await setTimeout(config.drainSeconds * 1_000)
        await node.stop()
        await watchdog?.stop()
        await opened.close()
      },
    }
  } catch (error) {
    await closeQuietly(opened)
    throw error
  }
}

/** The first error is the cause. */
async function closeQuietly(opened: OpenDatabase): Promise<void> {
  await opened.close().catch(() => {})
}

const isFirstStart = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl === null && !existsSync(join(dataDir, 'postgres'))

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
