import { plural } from '../../../src/base/words.ts'
import { eraseAccount } from '../../../src/billing/erase-account.ts'
import type { Db } from '../../../src/db/database.ts'
import { deleteConnection } from '../../../src/hubspot/connections.ts'
import { deleteJobs } from '../../../src/jobs/forget-people.ts'
import { forgetConfirmers } from '../../../src/privacy/erasure-confirmations.ts'
import { defineCommand, Refused } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

async function forgetElsewhere(tx: Db, accountId: string): Promise<void> {
  await deleteJobs(tx, accountId)
  await deleteConnection(tx, accountId)
  await forgetConfirmers(tx, accountId)
}

export const accountErase = defineCommand({
  name: 'erase',
  summary: 'Remove the people and keys of an account for good.',
  details:
    'Members who belong to no other account, keys, connections, invitations, lists, saved searches, jobs and the audit log are deleted. The ledger ' +
    'stays under the account’s id, and its access ends. Refused while a subscription is charged: cancel it at the payment provider first. ' +
    'Can’t be undone, so at a terminal --yes is required.',
  examples: ['prospector account erase acc_… --yes', 'prospector account erase ada@acme.example --yes --json'],
})
  .argument('<account>', accountWords)
  .option('--yes', 'really erase; required at a terminal')
  .action(async (named: string, options: ReportOptions & { yes?: boolean }) => {
    const erased = await withDatabase(async ({ database, clock, plans }) => {
      const account = await requireAccount(database, named)
      const { id, name } = account
      if (!options.yes && process.stdin.isTTY)
        throw new Refused(`This removes the people and keys of ${name} (${id}) for good. Add --yes.`)
      return { account_id: id, ...(await eraseAccount(database, clock, plans, account, forgetElsewhere)) }
    })
    report(options, erased, `Erased ${erased.account_id}: ${plural(erased.people, 'person', 'people')} removed.`)
  })
