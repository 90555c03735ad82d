import { plural } from '../../../src/base/words.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { repeatOptOuts } from '../../../src/operator/privacy-acts.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { openOptOuts } from './opt-outs-file.ts'

export const privacyRepeat = defineCommand({
  name: 'repeat',
  summary: 'Repeat the opt-outs of another database in a restored copy of it.',
  details:
    'Reads what "prospector privacy opt-outs" wrote. Whoever is suppressed, erased or on a deletion list there is so here, now and in ' +
    'later imports, also who came after the backup. It needs the CHANNEL_KEY of that database. Nobody is shown again, and opt-outs that ' +
    'were removed there since the backup stay. Doing it twice changes nothing.',
  examples: ['prospector privacy repeat opt-outs.json'],
})
  .argument('<file>', 'what "prospector privacy opt-outs" wrote')
  .action(async (file: string, options: ReportOptions) => {
    const optOuts = await openOptOuts(file)
    const done = await withDatabase((tools) =>
      repeatOptOuts({ ...tools, dataDir: tools.config.dataDir }, atTheCommandLine(), optOuts),
    )
    report(
      options,
      done,
      `Repeated ${plural(done.opt_outs, 'opt-out')}: ${plural(done.suppressed, 'contact')} suppressed, ${done.erased} erased.`,
    )
  })
