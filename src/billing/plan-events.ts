import { findAccessEnded, findTrialsOver } from '../accounts/accounts.ts'
import { findExpiringLots } from '../credits/expiring-lots.ts'
import type { Database } from '../db/database.ts'
import type { EventDraft } from '../events/event-types.ts'
import { recordEvents } from '../events/record.ts'
import type { BillingContext } from './context/billing-context.ts'
import { trialEndingDays } from './notices/notice-letters.ts'
import { planChanged } from './settle/plan-changed.ts'

const dayMs = 86_400_000
const creditsExpiringDays = 7
/** How long something may go unnoticed, while no node runs, and still be told. */
const lookBackDays = 1

/** Events that only time causes. Looking again tells nothing twice. */
export async function recordWhatTheClockDid(db: Database, { clock }: BillingContext): Promise<void> {
  const now = clock.now()
  const days = (count: number): Date => new Date(now.getTime() + count * dayMs)
  const record = (accountId: string, event: EventDraft) =>
    db.transaction((tx) => recordEvents(tx, clock, accountId, [event]))
  for (const { id, trialEndsAt } of await findTrialsOver(
    db,
    days(trialEndingDays - lookBackDays),
    days(trialEndingDays),
  )) {
    const trial_ends_at = trialEndsAt!.toISOString()
    await record(id, { type: 'trial.ending', data: { trial_ends_at }, once: `trial ${trial_ends_at}` })
  }
  for (const account of await findAccessEnded(db, days(-lookBackDays), now)) {
    await record(account.id, planChanged(account, { ...account, status: 'lapsed' }))
  }
  const soon = days(creditsExpiringDays)
  for (const { accountId, seq, credits, expiresAt } of await findExpiringLots(
    db,
    days(creditsExpiringDays - lookBackDays),
    soon,
  )) {
    const expires_at = expiresAt.toISOString()
    await record(accountId, {
      type: 'credits.expiring',
      data: { credits, expires_at },
      once: `lot ${seq} ${expires_at}`,
    })
  }
}
