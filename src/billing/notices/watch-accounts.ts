import { findAccessEnded, findAccount, findTrialsEnding } from '../../accounts/accounts.ts'
import { trialEndingDays } from '../../base/bounds.ts'
import { readBalance } from '../../credits/ledger.ts'
import { lowAt } from '../../credits/low-credits.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { accessLapsed, creditsLow, queueNotices, trialEnded, trialEnding } from './notices.ts'

/** Older events were announced before or are no longer news. */
const lookBackDays = 3
const dayMs = 86_400_000

/** Changes that only time causes have no event, so they are looked for. Looking again changes nothing. */
export async function noticeWhatTheClockEnded(db: Database, context: BillingContext): Promise<void> {
  const { clock } = context
  const now = clock.now()
  const since = new Date(now.getTime() - lookBackDays * dayMs)
  const soon = new Date(now.getTime() + trialEndingDays * dayMs)
  for (const account of await findTrialsEnding(db, { since: now, until: soon })) {
    // A trial that is shorter than the warning has no need of it.
    const isShort = account.trialEndsAt!.getTime() - account.periodAnchor!.getTime() <= (trialEndingDays + 1) * dayMs
    if (!isShort) await queueNotices(db, context, account, [trialEnding(account, context)])
  }
  for (const account of await findTrialsEnding(db, { since, until: now })) {
    await queueNotices(db, context, account, [trialEnded(account, context)])
  }
  for (const account of await findAccessEnded(db, { since, until: now })) {
    await queueNotices(db, context, account, [accessLapsed(account, context)])
  }
}

type CreditWatch = {
  /** Called for every spend: it only remembers the account. */
  note(accountId: string): void
  /** Looks at the balances of the accounts noted since the last time, and names them. */
  look(): Promise<string[]>
}

/**
 * Tells owners when a period's credits are low, and when they are gone. The spend itself pays nothing for it: it leaves the
 * account's name here, and a job looks at the balances later. A name lost with the process comes back with the next reveal,
 * also one that is refused because credits are missing.
 */
export function createCreditWatch(db: Database, context: BillingContext): CreditWatch {
  let noted = new Set<string>()
  let notedBefore = new Set<string>()

  async function look(): Promise<string[]> {
    // Twice, because a spend noted just now may not have been committed yet.
    const accountIds = new Set([...notedBefore, ...noted])
    notedBefore = noted
    noted = new Set()
    for (const accountId of accountIds) {
      const credits = await readBalance(db, accountId)
      if (credits.periodCredits === 0 || credits.balance > lowAt(credits.periodCredits)) continue
      const account = await findAccount(db, accountId)
      if (account) await queueNotices(db, context, account, [creditsLow(account, credits, context)])
    }
    return [...accountIds]
  }

  return { note: (accountId) => void noted.add(accountId), look }
}
