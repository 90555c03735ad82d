import { findBackup, listBackups } from '../../../src/backups/stored-backups.ts'
import { verifyBackup } from '../../../src/backups/verify-backup.ts'
import { systemClock } from '../../../src/base/clock.ts'
import { plural } from '../../../src/base/words.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { readSettings, withInterrupt } from '../../with-database.ts'
import { openConfiguredPlace } from './place.ts'

export const backupVerify = defineCommand({
  name: 'verify',
  summary: 'Restore a backup into a database of its own, and verify the ledger there.',
  details:
    'The restored database is made in DATA_DIR and removed afterwards; the one that serves is not touched. A backup that passes ' +
    'counts as good from then on.',
  examples: ['prospector backup verify', 'prospector backup verify prospector-20261117T030000Z-aBcDeF.backup'],
})
  .argument('[name]', 'as "prospector backup list" shows it; without one, the newest')
  .action(async (name: string | undefined, options: ReportOptions) => {
    const config = readSettings()
    const { settings, place } = openConfiguredPlace(config)
    const record = await withInterrupt(async (signal) => {
      const found = name === undefined ? (await listBackups(place))[0] : await findBackup(place, name)
      if (!found) throw new Refused(`There are no backups in ${place.address}.`)
      const { keys } = settings
      return verifyBackup(place, found, { keys, scratchFolder: config.dataDir, now: systemClock.now, signal })
    })
    const text = `${record.name} is good: ${plural(record.rows, 'row')} of ${plural(record.tables, 'table')}, and the ledger adds up.`
    report(options, record, text)
  })
