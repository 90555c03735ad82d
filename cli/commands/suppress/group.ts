import { plural } from '../../../src/base/words.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { hidePeople } from '../../../src/operator/catalogue-acts.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { suppressList } from './list.ts'
import { suppressRemove } from './remove.ts'
import { addTargetOptions, readTarget, type TargetOptions } from './target.ts'

const command = defineCommand({
  name: 'suppress',
  summary: 'Hide people from every reply: opt-outs.',
  details:
    'Holds at once, for accounts that have revealed them too, and for all later imports. ' +
    'Nothing is spent or refunded.',
  examples: [
    'prospector suppress --email ada@acme.example',
    'prospector suppress --contact ct_live_…',
    'prospector suppress --domain acme.example --json',
    'prospector suppress list',
    'prospector suppress remove --email ada@acme.example',
  ],
})

export const suppressCommands = addTargetOptions(command)
  .addCommand(suppressList)
  .addCommand(suppressRemove)
  .action(async (options: ReportOptions & TargetOptions) => {
    const target = readTarget(suppressCommands, options)
    const result = await withDatabase((tools) => hidePeople(tools, atTheCommandLine(), target))
    const already = result.changed ? '' : ' They were already on the list.'
    report(
      options,
      result,
      `Suppressed ${result.target}: ${plural(result.contacts, 'contact')} in the catalogue.${already}`,
    )
  })
