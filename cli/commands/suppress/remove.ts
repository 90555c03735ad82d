import { recordCommand } from '../../../src/audit/record.ts'
import { unsuppress } from '../../../src/catalog/suppressions.ts'
import { defineCommand, Refused } from '../../command.ts'
import { plural, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { addTargetOptions, describeResult, readTarget, type TargetOptions } from './target.ts'

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
  const result = await withDatabase(({ database, channelKeys }) =>
    database.transaction(async (tx) => {
      const done = await unsuppress(tx, channelKeys, target)
      const details = { kind: done.kind, contacts: done.contactsChanged }
      if (done.changed) await recordCommand(tx, null, 'contact.unsuppressed', { details })
      return done
    }),
  )
  if (!result.changed) throw new Refused(`${result.shown} is not suppressed. "prospector suppress list" shows who is.`)
  report(
    options,
    describeResult(result),
    `Removed ${result.shown}: ${plural(result.contactsChanged, 'contact')} visible again.`,
  )
})
