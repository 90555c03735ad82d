/** From a database that is up to date to a node that answers: demo, application, threads, port, and back. */
import type { Logger } from 'pino'
import { findUndescribedPlans, someAccounts } from './accounts/accounts.ts'
import type { Plans } from './accounts/plan.ts'
import { shareLimits } from './accounts/test-account.ts'
import { readBackupState } from './backups/backup-state.ts'
import { systemClock } from './base/clock.ts'
import { type Config, ConfigError } from './base/config.ts'
import type { Secrets } from './base/secrets.ts'
import { checkStripe } from './billing/stripe/check-stripe.ts'
import { type ChannelKeys, createChannelKeys } from './catalog/channel-keys.ts'
import { hashEmails } from './catalog/exclusions/hash-emails.ts'
import { fillEmailKinds } from './catalog/fill-email-kinds.ts'
import { fillOwnEmails } from './catalog/fill-own-emails.ts'
import { findMissingKey } from './catalog/find-missing-key.ts'
import { hashSourceIds } from './catalog/hash-source-ids.ts'
import { dropChannelTexts } from './catalog/import/drop-channel-texts.ts'
import type { ImportProgress } from './catalog/import/import-catalogue.ts'
import type { Database } from './db/database.ts'
import { type Demo, prepareDemo } from './demo/demo.ts'
import { collectStart } from './process/collect-start.ts'
import { explainListening } from './process/explain-listening.ts'
import { createConfiguredApp } from './threads/configured-app.ts'
import { openMetrics } from './threads/open-metrics.ts'
import { createServingThreads, type ServingThreads } from './threads/serving-threads.ts'

export type NodeOptions = {
  /** Gives up a start that is still under way. */
  signal?: AbortSignal
  onDemoProgress?: (progress: ImportProgress, storesTotal: number) => void
}

type NodeParts = { config: Config; database: Database; secrets: Secrets; log: Logger; plans: Plans }

type Node = {
  /** Null unless DEMO is on. */
  demo: Demo | null
  /** From now on the node says that it leaves. */
  drain(): void
  /** In-flight requests finish, new ones get 503, then everything but the database closes. */
  stop(): Promise<void>
}

export async function openNode(parts: NodeParts, { signal, onDemoProgress }: NodeOptions): Promise<Node> {
  const { config, database, secrets, log, plans } = parts
  await refuseUndescribedPlans(database, plans)
  // plans.json may have changed while no node ran.
  await shareLimits(database, plans, null)
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
  const measuring = await openMetrics(config)
  const metrics = measuring?.metrics ?? null
  const threads = config.threads > 1 ? openThreads(config, database, secrets, log, () => app.startOver()) : null
  const app = createConfiguredApp(config, { database, secrets, log, metrics, onSegmentNews: threads?.tell })
  const stopping = new AbortController()
  backFill(database, channelKeys, log, stopping.signal)
  const backups = await startBackups(config, database, log)
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
    await measuring?.serve(async () => measuring.metrics.text(await threads?.measured()))
    collectStart()
  } catch (error) {
    await stop()
    throw explainListening(error as NodeJS.ErrnoException, config)
  }
  const drain = () => {
    app.http.drain()
    threads?.drain()
  }
  return { demo, drain, stop }
}

/** A plan that was taken out of plans.json while accounts are on it: said now, with its name, and not by their failing requests. */
async function refuseUndescribedPlans(database: Database, plans: Plans): Promise<void> {
  const missing = await findUndescribedPlans(database, plans)
  if (missing.length === 0) return
  throw new ConfigError(
    missing.map((one) => {
      const { planId, accounts } = one
      const who = accounts === 1 ? '1 account is' : `${accounts} accounts are`
      return (
        `The plans lack "${planId}", which ${who} on (${someAccounts(one)}). ` +
        'Put it back (DATA_DIR/plans.json, or "prospector plans apply"), or move them to another one: prospector account set ACCOUNT --plan PLAN.'
      )
    }),
  )
}

/** Null: nobody set a schedule, or a tool of the operator's own makes them. */
async function startBackups({ backups: settings, databaseUrl, dataDir }: Config, { url }: Database, log: Logger) {
  if (!settings || !('place' in settings)) return null
  const { serveBackups } = await import('./backups/serve-backups.ts')
  return serveBackups({ settings, databaseUrl: url, dataDir, withSecrets: databaseUrl === null, log })
}

/** Once, after an upgrade; in the background, because it takes as long as the catalogue is large. */
function backFill(database: Database, keys: ChannelKeys, log: Logger, signal: AbortSignal): void {
  const report = (what: string) => (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, what)
  }
  hashSourceIds(database, keys, signal)
    .then(() => hashEmails(database, keys, signal))
    .catch(report('source ids and emails are not all hashed yet'))
  dropChannelTexts(database, keys, signal).catch(report('titles are not all searched for channels yet'))
  fillEmailKinds(database, keys, signal).catch(report("statuses and types of emails can't be searched yet"))
  fillOwnEmails(database, keys, signal).catch(report('accounts may find addresses that they reported as bounced'))
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
