import { type Account, findAccount, planAt } from '../src/accounts/accounts.ts'
import { hasApiAccess } from '../src/accounts/api-access.ts'
import type { Plans } from '../src/accounts/plan.ts'
import { periodOf } from '../src/accounts/plan-state.ts'
import type { Period } from '../src/credits/ledger.ts'
import type { Db } from '../src/db/database.ts'
import { findOwnedAccount } from '../src/members/owners.ts'
import { Refused } from './command.ts'

/** By its id, or by the address its owner signs in with. */
export async function requireAccount(db: Db, named: string): Promise<Account> {
  const accountId = named.includes('@') ? await findOwnedAccount(db, named) : named
  const account = accountId === null ? null : await findAccount(db, accountId)
  if (!account) throw new Refused(`There is no account ${named}.`)
  return account
}

/** The usage month or trial that credits can be put into now; null without API access. */
export function currentPeriod(account: Account, plans: Plans, now: Date): Period | null {
  return hasApiAccess(account, now) ? periodOf(account, planAt(plans, account, now), now) : null
}
