import { type Account, findAccount } from '../src/accounts/accounts.ts'
import type { Db } from '../src/db/database.ts'
import { findOwnedAccount } from '../src/members/owners.ts'
import { Refused } from './command.ts'

export const accountWords = 'its id, or the email address of its owner'

/** By its id, or by the address its owner signs in with. */
export async function requireAccount(db: Db, named: string): Promise<Account> {
  const accountId = named.includes('@') ? await findOwnedAccount(db, named) : named
  const account = accountId === null ? null : await findAccount(db, accountId)
  if (!account) throw new Refused(`There is no account ${named}.`)
  return account
}
