import type { Logger } from 'pino'
import type { MadeBackups } from '../base/backup-settings.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { repeat } from '../base/repeat.ts'
import { lastDue } from '../base/schedule.ts'
import { openDatabase } from '../db/database.ts'
import { openPlace } from './places/open-place.ts'
import { runBackup } from './run-backup.ts'

type Options = {
  settings: MadeBackups
  databaseUrl: string
  dataDir: string
  withSecrets: boolean
  log: Logger
  clock?: Clock
  lookEveryMs?: number
}

/**
 * Makes the backups of the schedule. Every node looks, and the database decides which one makes it; a scheduled time at which no node
 * ran is made up for by the next one that starts.
 */
export function serveBackups(options: Options): { stop(): Promise<void> } {
  const { settings, databaseUrl, dataDir, withSecrets, log, clock = systemClock, lookEveryMs = 20_000 } = options
  const { schedule } = settings
  if (schedule === null) return { stop: async () => {} }
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 2,
    purpose: 'background',
    applicationName: 'prospector backup',
  })
  const stopping = new AbortController()
  const parts = {
    database,
    clock,
    settings,
    place: openPlace(settings, dataDir),
    dataDir,
    withSecrets,
    signal: stopping.signal,
  }
  const looking = repeat(
    lookEveryMs,
    async () => {
      const done = await runBackup(parts, lastDue(schedule, clock.now()))
      if (!done) return
      const { record, removed, pruneProblem } = done
      log.info({ backup: record.name, bytes: record.bytes, rows: record.rows, removed }, 'backup made and verified')
      if (pruneProblem) log.warn({ problem: pruneProblem }, 'old backups could not be removed')
    },
    (error) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'a backup failed')
    },
  )
  return {
    async stop() {
      stopping.abort(new Error('The node that made it was stopped.'))
      await looking.stop()
      await database.close()
    },
  }
}
