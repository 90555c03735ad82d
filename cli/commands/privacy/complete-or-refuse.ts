import { count } from '../../../src/base/words.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { completePrivacyRequest, refusePrivacyRequest } from '../../../src/operator/privacy-acts.ts'
import { refusalLengthMax } from '../../../src/privacy/requests.ts'
import { contactId } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const privacyComplete = defineCommand({
  name: 'complete',
  summary: 'Carry a request out: erase the person, or write their correction over what is held.',
  details:
    'The person gets a mail. An erasure can’t be undone; every account that had revealed the person is asked to delete its copies. ' +
    'If several people share the mailbox, name those who asked with --contact; a correction is then recorded as done, and you ' +
    'bring it in by an import.',
  examples: [
    'prospector privacy complete PR-7K3M-Q9TX',
    'prospector privacy complete PR-7K3M-Q9TX --contact ct_live_QmXvTzRbKwNpLdFs',
  ],
})
  .argument('<number>', 'the number of the request')
  .option('--contact <id>', 'erase only this contact (may be given several times)', collect)
  .action(async (number: string, options: ReportOptions & { contact?: string[] }) => {
    const asked = { contact_ids: options.contact }
    await withDatabase((tools) =>
      completePrivacyRequest({ ...tools, dataDir: tools.config.dataDir }, atTheCommandLine(), number, asked),
    )
    report(options, { number, state: 'done' }, `${number} is done. The person gets a mail.`)
  })

export const privacyRefuse = defineCommand({
  name: 'refuse',
  summary: 'Refuse a request, with a reason that the person reads.',
  examples: ['prospector privacy refuse PR-7K3M-Q9TX --reason "You are not the person concerned."'],
})
  .argument('<number>', 'the number of the request')
  .requiredOption('--reason <text>', 'why, in the language of the person')
  .action(async (number: string, options: ReportOptions & { reason: string }, command) => {
    const reason = options.reason.trim()
    if (reason === '' || reason.length > refusalLengthMax) {
      command.error(`error: --reason must have 1 to ${count(refusalLengthMax)} characters`)
    }
    await withDatabase((tools) =>
      refusePrivacyRequest({ ...tools, dataDir: null }, atTheCommandLine(), number, { reason }),
    )
    report(options, { number, state: 'refused' }, `${number} is refused. The person gets a mail with the reason.`)
  })

function collect(value: string, before: string[] = []): string[] {
  return [...before, contactId(value)]
}
