import { findAccessEnded, findTrialsEnding } from '../../accounts/accounts.ts'
import { trialEndingDays } from '../../base/bounds.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { accessLapsed, queueNotices, trialEnded, trialEnding } from './notices.ts'

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
