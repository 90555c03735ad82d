import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plans } from '../src/accounts/plan.ts'
import { type Clock, systemClock } from '../src/base/clock.ts'
import { type Config, readConfig } from '../src/base/config.ts'
import { loadSecrets } from '../src/base/secrets.ts'
import { createLivePlans, type LivePlans } from '../src/billing/plans/live-plans.ts'
import { readPlansFile } from '../src/billing/plans/plans-file.ts'
import { type ChannelKeys, createChannelKeys } from '../src/catalog/channel-keys.ts'
import type { Database } from '../src/db/database.ts'
import type { MigrationResult } from '../src/db/migrate.ts'
import { type OpenDatabase, openConfiguredDatabase } from '../src/db/open.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { Refused } from './command.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A relative DATA_DIR is meant from the repository, so that the command finds the same database from any folder. */
export const readSettings = (): Config => readConfig(process.env, root)

export type Tools = {
  database: Database
  clock: Clock
  plans: Plans
  livePlans: LivePlans
  channelKeys: ChannelKeys
  config: Config
  authSecret: Buffer
  migrations: MigrationResult
  /** Append-only tables that could be changed until now. */
  protectedAgain: string[]
  /** Raised by Ctrl-C and SIGTERM, for work that takes its time. */
  signal: AbortSignal
}

/** For work without a database that takes its time. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Refused('Interrupted.'))
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    return await work(interrupted.signal)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/** Runs `work` on the configured database as it is, without bringing it up to date. */
export async function withPlainDatabase<T>(
  config: Config,
  work: (opened: OpenDatabase, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Refused('Interrupted: nothing was written.'))
  const opened = await openConfiguredDatabase(config, {
    poolSize: 2,
    applicationName: 'prospector command',
    purpose: 'background',
  })
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    return await work(opened, interrupted.signal)
  } finally {
    await opened.close()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/**
 * Runs `work` on the configured database, brought up to date. With the embedded one: on the server that is already up,
 * or on one that is started and stopped again.
 */
export async function withDatabase<T>(work: (tools: Tools) => Promise<T>): Promise<T> {
  const config = readSettings()
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Refused('Interrupted. Run the same command again to finish it.'))
  const opened = await openConfiguredDatabase(config, {
    poolSize: 4,
    applicationName: 'prospector command',
    purpose: 'background',
  })
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const secrets = await loadSecrets(config)
    const { migrations, protectedAgain } = await prepareDatabase(opened)
    const livePlans = createLivePlans(readPlansFile(config.dataDir))
    await livePlans.refresh(opened.database)
    return await work({
      database: opened.database,
      clock: systemClock,
      plans: livePlans.plans,
      livePlans,
      channelKeys: createChannelKeys(secrets.channelKeys),
      config,
      authSecret: secrets.authSecret,
      migrations,
      protectedAgain,
      signal: interrupted.signal,
    })
  } finally {
    await opened.close()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
