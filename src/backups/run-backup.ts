import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { MadeBackups } from '../base/backup-settings.ts'
import type { Clock } from '../base/clock.ts'
import { repeat } from '../base/repeat.ts'
import { sql } from '../base/sql.ts'
import { type WrittenBackup, writeBackup } from '../db/backup/write-backup.ts'
import type { Database } from '../db/database.ts'
import { readDataFiles } from './data-files.ts'
import { explain } from './places/folder.ts'
import type { BackupPlace } from './places/place.ts'
import { aliveEverySeconds, beginRun, endRun, keepAlive } from './runs.ts'
import { type BackupRecord, newBackupName, prune } from './stored-backups.ts'
import { verifyBackup } from './verify-backup.ts'

export type BackupParts = {
  /** With the deadlines of background work. */
  database: Database
  clock: Clock
  settings: MadeBackups
  place: BackupPlace
  dataDir: string
  /** The secrets that are generated in DATA_DIR belong to the embedded database, and into its backups. */
  withSecrets: boolean
  signal: AbortSignal
}

type BackupResult = {
  record: BackupRecord
  /** Names of backups that the rule does not keep any longer. */
  removed: string[]
  /** Why older ones could not be removed. */
  pruneProblem: string | null
}

/**
 * Makes a backup, tries it out and removes what is not kept any longer. Null: another process makes one, or `dueAt` has its own. If
 * anything fails, earlier backups are as they were, and no part of this one counts as a backup.
 */
export async function runBackup(parts: BackupParts, dueAt: Date | null): Promise<BackupResult | null> {
  const { database, clock, place, settings } = parts
  const runId = await beginRun(database, clock, dueAt)
  if (runId === null) return null
  const lost = new AbortController()
  const signal = AbortSignal.any([parts.signal, lost.signal])
  const alive = repeat(
    aliveEverySeconds * 1_000,
    async () => {
      if (!(await keepAlive(database, clock, runId))) lost.abort(new Error('Another process took this backup over.'))
    },
    // A database that is away shows in what reads from it.
    () => {},
  )
  try {
    const record = await makeBackup({ ...parts, signal })
    await endRun(database, clock, runId, record)
    const pruned = await prune(place, settings.keep, clock.now()).catch((error: Error) => error.message)
    return typeof pruned === 'string'
      ? { record, removed: [], pruneProblem: pruned }
      : { record, removed: pruned.map(({ name }) => name), pruneProblem: null }
  } catch (error) {
    const cause = signal.aborted ? signal.reason : error
    const problem = cause instanceof Error ? cause.message : String(cause)
    await endRun(database, clock, runId, { problem }).catch(() => {})
    throw cause
  } finally {
    await alive.stop()
  }
}

async function makeBackup({
  database,
  clock,
  settings,
  place,
  dataDir,
  withSecrets,
  signal,
}: BackupParts): Promise<BackupRecord> {
  await place.prepare()
  const now = clock.now()
  const name = newBackupName(now)
  const files = await readDataFiles(dataDir, { withSecrets })
  const { createFile } = place
  const key = settings.keys[0]!
  const options = { release: packageJson.version, files, now, signal, key, ...(createFile && { createFile }) }
  const { bytes }: WrittenBackup = await writeBackup(database, join(place.workFolder, name), options).catch((error) => {
    throw explain(place.workFolder, error)
  })
  await place.put(name, signal)
  const [size] = await database.query<{ bytes: number }>(sql`SELECT pg_database_size(current_database()) AS bytes`)
  const trial = { keys: settings.keys, scratchFolder: dataDir, restoredBytes: size!.bytes, now: clock.now, signal }
  return verifyBackup(place, { name, bytes }, trial)
}
