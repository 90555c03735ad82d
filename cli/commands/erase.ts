import { rm } from 'node:fs/promises'
import { recordCommand } from '../../src/audit/record.ts'
import { plural } from '../../src/base/words.ts'
import type { ErasureTarget } from '../../src/catalog/erasure.ts'
import { erasePeople } from '../../src/privacy/erasing/erase-people.ts'
import { snapshotPathIn } from '../../src/search/indexing/keep-snapshot.ts'
import { contactId, emailAddress } from '../arguments.ts'
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
  .option('--email <address>', 'everyone who holds this address', emailAddress)
  .option('--contact <id>', 'this contact (ct_…)', contactId)
  .action(async (options: ReportOptions & { email?: string; contact?: string }) => {
    const target = readTarget(options)
    const { contacts } = await withDatabase(async ({ database, channelKeys, config }) => {
      const erased = await database.transaction(async (tx) => {
        const contacts = (await erasePeople(tx, channelKeys, [target])).length
        await recordCommand(tx, null, 'contact.erased', { details: { contacts } })
        return { contacts }
      })
      // It holds first names and titles. Nodes that run write a new one; nodes that don't would keep it until their start.
      await rm(snapshotPathIn(config.dataDir), { force: true })
      return erased
    })
    report(options, { contacts }, `Erased ${plural(contacts, 'contact')}. Nothing will bring them back.`)
  })

function readTarget({ email, contact }: { email?: string; contact?: string }): ErasureTarget {
  if (email !== undefined && contact === undefined) return { email }
  if (contact !== undefined && email === undefined) return { contact }
  return eraseCommand.error('error: give exactly one of --email and --contact')
}
