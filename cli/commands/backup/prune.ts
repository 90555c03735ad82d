import { chooseRemoved, listBackups, prune, unverifiedDays } from '../../../src/backups/stored-backups.ts'
import { keepDefault, written } from '../../../src/base/backup-settings.ts'
import { systemClock } from '../../../src/base/clock.ts'
import { plural } from '../../../src/base/words.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { readSettings } from '../../with-database.ts'
import { openConfiguredPlace } from './place.ts'

export const backupPrune = defineCommand({
  name: 'prune',
  summary: 'Remove backups that BACKUP_KEEP does not keep.',
  details:
    `Of verified backups, the last of each of the last ${keepDefault.daily} days, ${keepDefault.weekly} weeks and ${keepDefault.monthly} months ` +
    `that have one are kept (BACKUP_KEEP: ${written(keepDefault)}). Unverified ones go after ${unverifiedDays} days, if a newer one is verified. Every backup that is made does this, too.`,
  examples: ['prospector backup prune --dry-run', 'prospector backup prune'],
})
  .option('--dry-run', 'only say what would be removed')
  .action(async (options: ReportOptions & { dryRun?: boolean }) => {
    const { settings, place } = openConfiguredPlace(readSettings())
    const now = systemClock.now()
    const removed = options.dryRun
      ? chooseRemoved(await listBackups(place), settings.keep, now)
      : await prune(place, settings.keep, now)
    const names = removed.map(({ name }) => name)
    const verb = options.dryRun ? 'Would remove' : 'Removed'
    const text = [
      `${verb} ${plural(names.length, 'backup')} in ${place.address}${names.length > 0 ? ':' : '.'}`,
      ...names,
    ]
    report(options, { removed: names, dry_run: options.dryRun === true }, text.join('\n'))
  })
