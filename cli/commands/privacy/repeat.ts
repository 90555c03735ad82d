import { listWithheld } from '../../../src/catalog/withheld-people.ts'
import { isoDate } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const privacyRepeat = defineCommand({
  name: 'repeat',
  summary: 'Print the commands that suppress and erase the same people in a restored copy, which holds them again.',
  details:
    'Asked of the database that goes on, or of the one that was replaced. Erasures since that date, in whatever way they came; of ' +
    'suppressions all, because doing one twice changes nothing. Contacts have the same ids in both.',
  examples: [
    'prospector privacy repeat --since 2026-11-18T16:52:00Z > repeat.txt',
    'xargs -L 1 prospector < repeat.txt',
    'prospector privacy repeat --since 2026-11-18 --json',
  ],
})
  .requiredOption('--since <date>', 'when the backup was made, such as 2026-11-01 or 2026-11-01T12:00:00Z', isoDate)
  .action(async ({ since, ...options }: ReportOptions & { since: Date }) => {
    const withheld = await withDatabase(({ database }) => listWithheld(database, since))
    const commands = [
      ...withheld.domains.map((domain) => `suppress --domain ${domain}`),
      ...withheld.suppressed.map((id) => `suppress --contact ${id}`),
      ...withheld.erased.map((id) => `erase --contact ${id}`),
    ]
    report(options, { commands }, commands.join('\n'))
  })
