import { insertAccount } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import { openLedger } from '../credits/ledger.ts'
import type { Database } from '../db/database.ts'
import { addMember } from '../members/members.ts'

/** What a person who signed up gets: an account without a plan, with its counters and an empty ledger, in one piece. */
export function createSignUpAccount(db: Database, plans: Plans, name: string, ownerId: string): Promise<string> {
  const [entryPlanId] = plans.keys()
  return db.transaction(async (tx) => {
    const accountId = await insertAccount(tx, {
      name,
      planId: entryPlanId!,
      status: 'none',
      periodAnchor: null,
      trialEndsAt: null,
      accessEndsAt: null,
    })
    await openLedger(tx, accountId)
    await addMember(tx, { accountId, userId: ownerId, role: 'owner', creditLimit: null })
    return accountId
  })
}
