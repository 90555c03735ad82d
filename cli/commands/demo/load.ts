import { plural } from '../../../src/base/words.ts'
import { importCatalogue } from '../../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../../src/catalog/import/read-lines.ts'
import { demoCatalogue } from '../../../src/demo/catalogue.ts'
import { demoSeed, demoStores } from '../../../src/demo/demo.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { createProgress, storesAndContacts } from '../../progress.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { stores: number; seed: number }

export const demoLoad = defineCommand({
  name: 'load',
  summary: 'Load a synthetic catalogue with about 2.5 contacts per store.',
  details:
    'The same seed produces the same stores and people; loading more adds to what is there. ' +
    'Domains are reserved and phone numbers are fictional, so nothing in it can reach a real person.',
  examples: ['prospector demo load', 'prospector demo load --stores 100000 --seed 7', 'prospector demo load --json'],
})
  .option('--stores <number>', 'how many stores', wholeNumber(1, 10_000_000), demoStores)
  .option('--seed <number>', 'which catalogue', wholeNumber(0), demoSeed)
  .action(async (options: Options) => {
    const progress = createProgress('Loading the demo catalogue')
    const result = await withDatabase(({ database, channelKeys, signal }) =>
      importCatalogue(database, {
        source: readRecords(demoCatalogue({ stores: options.stores, seed: options.seed }), 'demo'),
        channelKeys,
        signal,
        onProgress: (state) => progress.show(state.stores, options.stores, storesAndContacts(state)),
      }),
    ).finally(progress.finish)
    const { lines, stores, counts, contacts, rejected } = result
    const people = contacts.new + contacts.changed + contacts.unchanged
    report(
      options,
      { lines, stores, ...counts, contacts, rejected },
      `Loaded ${plural(stores, 'store')} and ${plural(people, 'contact')}.`,
    )
  })
