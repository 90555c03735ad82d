import { createLog } from '../../../src/base/log.ts'
import type { ImportProgress } from '../../../src/catalog/import/import-catalogue.ts'
import { prepareDemo } from '../../../src/demo/demo.ts'
import { leaveRoot } from '../../../src/process/leave-root.ts'
import { defineCommand } from '../../command.ts'
import { createProgress, storesAndContacts } from '../../progress.ts'
import { type ReportOptions, report } from '../../report.ts'
import { readSettings, withDatabase } from '../../with-database.ts'

export const demoPrepare = defineCommand({
  name: 'prepare',
  summary:
    'Do what the first "serve" does before it can answer: make the database, the demo catalogue and its account.',
  details:
    'The first "npm start" runs this while the web application is being built. It does nothing when all of it is there, ' +
    'with DEMO=false, or with DATABASE_URL.',
  examples: ['prospector demo prepare'],
}).action(async (options: ReportOptions) => {
  const config = readSettings()
  if (config.databaseUrl !== null || !config.demo) {
    report(options, { prepared: false }, 'There is no demo here: DATABASE_URL is set, or DEMO is off.')
    return
  }
  await leaveRoot(config, createLog('silent'))
  const progress = createProgress('Loading the demo catalogue')
  const onProgress = (state: ImportProgress, storesTotal: number) =>
    progress.show(state.stores, storesTotal, storesAndContacts(state))
  await withDatabase(({ database, clock, plans, channelKeys, signal }) =>
    prepareDemo({ database, clock, plans, channelKeys, dataDir: config.dataDir, signal, onProgress }),
  ).finally(progress.finish)
  report(options, { prepared: true }, 'The demo is ready: prospector serve')
})
