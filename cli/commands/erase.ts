import { plural } from '../../src/base/words.ts'
import type { ErasureTarget } from '../../src/catalog/erasure.ts'
import { atTheCommandLine } from '../../src/operator/caller.ts'
import { erasePerson } from '../../src/operator/privacy-acts.ts'
import { contactId, emailOfPerson } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { type ReportOptions, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

export const eraseCommand = defineCommand({
  name: 'erase',
  summary: 'Forget a person for good.',
  details:
    'Names, titles and channels leave every row; only keyed hashes remain, which keep the person out of later imports. Accounts ' +
    'that revealed them keep their ledger entries. Can’t be undone: to hide somebody, use "prospector suppress".',
  examples: ['prospector erase --email ada@acme.example', 'prospector erase --contact ct_live_… --json'],
})
  .option('--email <address>', 'everyone who holds this address', emailOfPerson)
  .option('--contact <id>', 'this contact (ct_…)', contactId)
  .action(async (options: ReportOptions & { email?: string; contact?: string }) => {
    const target = readTarget(options)
    const { contacts } = await withDatabase((tools) =>
      erasePerson({ ...tools, dataDir: tools.config.dataDir }, atTheCommandLine(), target),
    )
    report(options, { contacts }, `Erased ${plural(contacts, 'contact')}. Nothing will bring them back.`)
  })

function readTarget({ email, contact }: { email?: string; contact?: string }): ErasureTarget {
  if (email !== undefined && contact === undefined) return { email }
  if (contact !== undefined && email === undefined) return { contact }
  return eraseCommand.error('error: give exactly one of --email and --contact')
}
