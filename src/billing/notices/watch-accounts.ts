import { type Account, findAccessEnded, findTrialsEnding, findTrialsToAnnounce } from '../../accounts/accounts.ts'
import { trialEndingDays } from '../../base/bounds.ts'
import { dayMs } from '../../base/durations.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { readKnown } from '../settle/facts.ts'
import { standingOf } from '../settle/standing.ts'
import { accessLapsed, type Notice, queueNotices, trialEnded, trialEnding } from './notices.ts'

/** Older events were announced before or are no longer news. */
const lookBackDays = 3

/** Changes that only time causes have no event, so they are looked for. Looking again changes nothing. */
export async function noticeWhatTheClockEnded(db: Database, context: BillingContext): Promise<void> {
  const { clock } = context
  const now = clock.now()
  const queue = (account: Account, notice: Notice): Promise<void> =>
    db.transaction((tx) => queueNotices(tx, context, account, [notice]))
  const since = new Date(now.getTime() - lookBackDays * dayMs)
  // As long as the end lies ahead: a mail about it afterwards would be wrong.
  const announced = new Date(now.getTime() - trialEndingDays * dayMs)
  for (const account of await findTrialsToAnnounce(db, { since: announced, until: now })) {
    const { subscription } = standingOf(context.plans, await readKnown(db, account.id), account.planId)
    await queue(account, trialEnding(account, subscription, context))
  }
  for (const account of await findTrialsEnding(db, { since, until: now })) {
    await queue(account, trialEnded(account, context))
  }
  for (const account of await findAccessEnded(db, { since, until: now })) {
    await queue(account, accessLapsed(account, context))
  }
}
