import { findAccount } from '../../accounts/accounts.ts'
import { findPossiblyLow, isLow } from '../../credits/low-credits.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { creditsLow, queueNotices } from '../notices/notices.ts'
import { findToppedUp } from './auto-top-up.ts'
import { balanceNow, isTopUpDue } from './top-up-accounts.ts'

type CreditWatch = {
  /** Called for every spend: it only remembers the account. */
  note(accountId: string): void
  /** Looks at the balances of the accounts noted since the last time. */
  look(): Promise<void>
}

/**
 * Tells owners when a period's credits are low, and when they are gone, and has packs bought where they want that. The spend itself pays
 * nothing for it: it leaves the account's name here, and a job looks at the balances later, at those of all accounts at once. A name lost with the process comes back with
 * the next reveal, also one that is refused because credits are missing.
 */
export function createCreditWatch(db: Database, context: BillingContext): CreditWatch {
  let noted = new Set<string>()
  let notedBefore = new Set<string>()

  async function look(): Promise<void> {
    // Twice, because a spend noted just now may not have been committed yet.
    const accountIds = [...new Set([...notedBefore, ...noted])]
    notedBefore = noted
    noted = new Set()
    if (accountIds.length === 0) return
    for (const accountId of await findPossiblyLow(db, context.clock, accountIds))
      await tellIfLow(db, context, accountId)
    for (const accountId of await findToppedUp(db, accountIds)) {
      const isDue = await isTopUpDue(db, context, accountId)
      if (isDue) await context.enqueue(db, 'top_up', { account_id: accountId }, { key: accountId })
    }
  }

  return { note: (accountId) => void noted.add(accountId), look }
}

async function tellIfLow(db: Database, context: BillingContext, accountId: string): Promise<void> {
  const account = await findAccount(db, accountId)
  if (!account) return
  const credits = await balanceNow(db, context, account)
  const { periodStart, periodCredits } = credits
  if (!(periodStart instanceof Date) || !isLow(credits.balance, periodCredits)) return
  const notice = creditsLow(account, { ...credits, periodStart }, context)
  await db.transaction((tx) => queueNotices(tx, context, account, [notice]))
}
