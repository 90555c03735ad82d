import { runBackup } from '../../../src/backups/run-backup.ts'
import { findRunning } from '../../../src/backups/runs.ts'
import { count, minute, plural } from '../../../src/base/words.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, remark, report } from '../../report.ts'
import { readSettings, withDatabase } from '../../with-database.ts'
import { openConfiguredPlace } from './place.ts'

export const backupRun = defineCommand({
  name: 'run',
  summary: 'Make an encrypted backup now, in BACKUP_DIR or at BACKUP_S3_URL, and verify it.',
  details:
    'What BACKUP_SCHEDULE does by itself: writes all rows as they are at one moment, encrypts them with BACKUP_KEY, restores the ' +
    'backup into a database of its own in DATA_DIR, verifies the ledger there, and removes backups that BACKUP_KEEP does not keep. ' +
    'DATA_DIR needs free space for the restored database. Only one backup is made at a time.',
  examples: ['prospector backup run', 'prospector backup run --json'],
}).action(async (options: ReportOptions) => {
  const { settings, place } = openConfiguredPlace(readSettings())
  const done = await withDatabase(async ({ database, clock, config, signal }) => {
    const { dataDir, databaseUrl } = config
    const withSecrets = databaseUrl === null
    const result = await runBackup({ database, clock, settings, place, dataDir, withSecrets, signal }, null)
    if (result) return result
    const running = await findRunning(database, clock)
    const who = running ? ` since ${minute(running.startedAt)} (${running.host})` : ''
    throw new Refused(`A backup is already being made${who}. Nothing was begun.`)
  })
  const { record, removed, pruneProblem } = done
  const text =
    `Made and verified ${record.name} in ${place.address}: ${plural(record.rows, 'row')}, ` +
    `${count(Math.ceil(record.bytes / 1_024))} KiB. The ledger adds up.` +
    (removed.length > 0 ? ` Removed ${plural(removed.length, 'older backup')}.` : '')
  report(options, { ...record, place: place.address, removed }, text)
  if (pruneProblem) remark(`Older backups could not be removed: ${pruneProblem}`)
})
