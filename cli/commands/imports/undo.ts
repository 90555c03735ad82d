import { recordCommand } from '../../../src/audit/record.ts'
import { plural } from '../../../src/base/words.ts'
import { undoDays } from '../../../src/catalog/before-images.ts'
import { undoImport } from '../../../src/catalog/import/undo-import.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const importsUndo = defineCommand({
  name: 'undo',
  summary: 'Undo the last import.',
  details:
    'Puts back what it changed, retires what it added, and takes back the changes of stores that it recorded. ' +
    'Runs of the same files that were interrupted before it are undone with it. ' +
    `Refused if something later changed the same stores, and after ${undoDays} days.`,
  examples: ['prospector imports undo 12', 'prospector imports undo 12 --json'],
})
  .argument('<import>', 'the number of the last import ("prospector imports list")', wholeNumber(1))
  .action(async (importRun: number, options: ReportOptions) => {
    const { stores, contacts, changes } = await withDatabase(({ database, channelKeys }) =>
      undoImport(database, channelKeys, importRun, (tx, undone) =>
        recordCommand(tx, null, 'catalogue.import_undone', {
          target: { type: 'import', id: String(importRun) },
          details: { restored: undone.stores.restored, retired: undone.stores.retired, changes: undone.changes },
        }),
      ),
    )
    report(
      options,
      { import: importRun, stores, contacts, changes },
      `Undid import ${importRun}: ${plural(stores.restored, 'store')} and ${plural(contacts.restored, 'contact')} put back, ` +
        `${plural(stores.retired, 'store')} and ${plural(contacts.retired, 'contact')} retired, ${plural(changes, 'change')} taken back.`,
    )
  })
