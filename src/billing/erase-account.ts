import { type Account, anonymiseAccount, lockAccount } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import type { Plans } from '../accounts/plan.ts'
import { removeTestAccounts } from '../accounts/test-account.ts'
import { forgetAccount } from '../audit/forget-account.ts'
import type { Clock } from '../base/clock.ts'
import { deleteExclusions } from '../catalog/exclusions/exclusions.ts'
import { deleteCollections } from '../collections/delete-collections.ts'
import { deleteConnections } from '../connections/connections.ts'
import { lockBalance } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'
import { forgetWordsOf } from '../events/forget-words.ts'
import { deleteKeys } from '../keys/keys.ts'
import { deleteMembers, withoutAccount } from '../members/members.ts'
import { deletePeople } from '../sign-in/users.ts'
import { deleteWebhooks } from '../webhooks/webhooks.ts'
import { deleteWork } from '../work/work-rows.ts'
import { forgetCard } from './cards.ts'
import { setAccount } from './set-account.ts'
import { readKnown } from './settle/facts.ts'
import { hasEnded, subscriptionsOf } from './settle/subscriptions.ts'

class EraseRefused extends Error {}

/**
 * Removes the people and keys of an account, and whatever names them; the ledger stays under the account's id. Access ends with it, but
 * a subscription at the payment provider would go on being charged: while one lives, this is refused. `forgetElsewhere` clears what modules below this one keep. People are deleted before what they did is anonymised: only then is it known who is gone for good.
 */
export function eraseAccount(
  db: Db,
  clock: Clock,
  plans: Plans,
  { id, name }: Account,
  forgetElsewhere: (tx: Db, accountId: string) => Promise<void>,
): Promise<{ people: number }> {
  return db.transaction(async (tx) => {
    // In the order of all locks: the balance first.
    await lockBalance(tx, id)
    const account = await lockAccount(tx, id)
    if (!subscriptionsOf(await readKnown(tx, id)).every(hasEnded)) {
      throw new EraseRefused(
        `${name} has a subscription that is still charged. Cancel it at the payment provider first.`,
      )
    }
    if (account && hasApiAccess(account, clock.now())) await setAccount(tx, clock, plans, id, { status: 'lapsed' })
    await deleteConnections(tx, id)
    await removeTestAccounts(tx, clock, id)
    const people = await withoutAccount(tx, await deleteMembers(tx, id))
    await deletePeople(tx, id, people)
    await deleteKeys(tx, id)
    await deleteCollections(tx, id)
    await deleteExclusions(tx, id)
    await deleteWork(tx, id)
    await forgetWordsOf(tx, id)
    await deleteWebhooks(tx, id)
    await forgetCard(tx, id)
    await forgetElsewhere(tx, id)
    await anonymiseAccount(tx, id)
    await forgetAccount(tx, id, people)
    return { people: people.length }
  })
}
