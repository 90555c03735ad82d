import { readFile } from 'node:fs/promises'
import { plural } from '../../../src/base/words.ts'
import type { OptOuts } from '../../../src/catalog/opt-outs.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { repeatOptOuts } from '../../../src/operator/privacy-acts.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

/** What `privacy opt-outs` writes. */
export const optOutsFormat = 'prospector opt-outs 1'

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
    const optOuts = await readOptOutsFile(file)
    const done = await withDatabase((tools) =>
      repeatOptOuts({ ...tools, dataDir: tools.config.dataDir }, atTheCommandLine(), optOuts),
    )
    report(
      options,
      done,
      `Repeated ${plural(done.opt_outs, 'opt-out')}: ${plural(done.suppressed, 'contact')} suppressed, ${done.erased} erased.`,
    )
  })

async function readOptOutsFile(file: string): Promise<OptOuts> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Refused(`${file} can't be read: ${error.message}`)
  })
  const document = parse(text)
  if (document?.format === optOutsFormat) return document
  throw new Refused(`${file} is not what this version's "prospector privacy opt-outs" writes.`)
}

function parse(text: string): (OptOuts & { format: unknown }) | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
