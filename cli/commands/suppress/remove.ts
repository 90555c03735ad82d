import { plural } from '../../../src/base/words.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { showPeople } from '../../../src/operator/catalogue-acts.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { addTargetOptions, readTarget, type TargetOptions } from './target.ts'

const command = defineCommand({
  name: 'remove',
  summary: 'Remove a suppression.',
  details: 'A contact that another suppression also covers stays suppressed.',
  examples: [
    'prospector suppress remove --email ada@acme.example',
    'prospector suppress remove --domain acme.example --json',
  ],
})

export const suppressRemove = addTargetOptions(command).action(async (options: ReportOptions & TargetOptions) => {
  const target = readTarget(suppressRemove, options)
  const result = await withDatabase((tools) => showPeople(tools, atTheCommandLine(), target))
  report(options, result, `Removed ${result.target}: ${plural(result.contacts_changed, 'contact')} visible again.`)
})
