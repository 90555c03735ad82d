import { anonymiseAccount, lockAccount } from '../../../src/accounts/accounts.ts'
import { forgetAccount } from '../../../src/audit/forget-account.ts'
import { forgetCard } from '../../../src/billing/forget-card.ts'
import { deleteCollections } from '../../../src/collections/delete-collections.ts'
import { deleteConnections } from '../../../src/connections/connections.ts'
import { deleteKeys } from '../../../src/keys/keys.ts'
import { deleteMembers, withoutAccount } from '../../../src/members/members.ts'
import { deletePeople } from '../../../src/sign-in/users.ts'
import { defineCommand, Refused } from '../../command.ts'
import { requireAccount } from '../../find-account.ts'
import { plural, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const accountErase = defineCommand({
  name: 'erase',
  summary: 'Remove the people and keys of an account for good.',
  details:
    'Members who belong to no other account, keys, connections, invitations, lists, saved searches and the audit log are deleted. The ledger ' +
    'stays under the account’s id. Refused while the account has access: cancel its subscription first. Can’t be undone.',
  examples: ['prospector account erase acc_… --yes', 'prospector account erase ada@acme.example --yes --json'],
})
  .argument('<account>', 'its id, or the email address of its owner')
  .option('--yes', 'erase without asking; required, because this can’t be undone')
  .action(async (named: string, options: ReportOptions & { yes?: boolean }) => {
    const erased = await withDatabase(async ({ database }) => {
      const { id, name } = await requireAccount(database, named)
      if (!options.yes) throw new Refused(`This removes the people and keys of ${name} (${id}) for good. Add --yes.`)
      return database.transaction(async (tx) => {
        const account = await lockAccount(tx, id)
        if (account && ['trialing', 'active', 'past_due'].includes(account.status)) {
          throw new Refused(
            `${name} is ${account.status}. Cancel its subscription, or: account set ${id} --status lapsed`,
          )
        }
        await deleteConnections(tx, id)
        const left = await withoutAccount(tx, await deleteMembers(tx, id))
        await deletePeople(tx, id, left)
        await deleteKeys(tx, id)
        await deleteCollections(tx, id)
        await forgetCard(tx, id)
        await anonymiseAccount(tx, id)
        await forgetAccount(tx, id, left)
        return { account_id: id, people: left.length }
      })
    })
    report(options, erased, `Erased ${erased.account_id}: ${plural(erased.people, 'person', 'people')} removed.`)
  })
