import { findAccessEnded, findTrialsToAnnounce, type TimePassed } from '../accounts/accounts.ts'
import { accountClock, findMovedAccounts } from '../accounts/test-account.ts'
import { trialEndingDays } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { dayMs } from '../base/durations.ts'
import { findExpiringLots } from '../credits/expiring-lots.ts'
import type { Database } from '../db/database.ts'
import { type AccountEvent, recordEvents, withoutRecorded } from '../events/record.ts'
import type { BillingContext } from './context/billing-context.ts'
import { lapseByClock } from './settle/plan-changed-event.ts'
import { customersOf } from './settle/snapshots.ts'
import type { BillingServices } from './sync/billing-services.ts'

export const creditsExpiringDays = 7
/** How old a lapse may be, if no node ran, and still be told. What is only announced is told as long as it lies ahead. */
const lapsesLookBackDays = 30

/** Events that only time causes. Idempotent: each is recorded once. */
export async function recordWhatTheClockDid(db: Database, { clock }: BillingContext): Promise<void> {
  const moved = await findMovedAccounts(db)
  const others = { accountId: null, except: new Set(moved.map(({ id }) => id)) }
  await recordLately(db, clock, others)
  for (const account of moved) {
    const itsClock = accountClock(clock, account)
    await recordLately(db, itsClock, { accountId: account.id, except: new Set<string>() })
  }
}

async function recordLately(db: Database, clock: Clock, whose: Whose): Promise<void> {
  await recordTrialsEnding(db, clock, recently(clock, trialEndingDays), whose)
  await recordLapses(db, clock, recently(clock, lapsesLookBackDays), whose)
  await recordCreditsExpiring(db, clock, recently(clock, creditsExpiringDays), whose)
}

/**
 * What the time that has passed does to a test account, in the order in which it happens: the end of its trial is announced, the
 * sandbox charges, and what was not paid for ends.
 */
export async function followTestClock(
  db: Database,
  clock: Clock,
  { look }: BillingServices,
  accountId: string,
  passed: TimePassed,
): Promise<void> {
  const whose = { accountId, except: new Set<string>() }
  await recordTrialsEnding(db, clock, passed, whose)
  for (const { customerId } of await customersOf(db, accountId)) {
    await look(customerId, { kind: 'operation', id: `test clock of ${accountId}` })
  }
  await recordLapses(db, clock, passed, whose)
  await recordCreditsExpiring(db, clock, passed, whose)
}

type Whose = { accountId: string | null; except: ReadonlySet<string> }

const later = ({ since, until }: TimePassed, days: number): TimePassed => ({
  since: new Date(since.getTime() + days * dayMs),
  until: new Date(until.getTime() + days * dayMs),
})

function recently(clock: Clock, days: number): TimePassed {
  const now = clock.now()
  return { since: new Date(now.getTime() - days * dayMs), until: now }
}

/** Most were recorded in an earlier round, which one query finds out for all of them. */
async function record(db: Database, clock: Clock, news: AccountEvent[]): Promise<void> {
  for (const { accountId, event } of await withoutRecorded(db, news)) {
    await db.transaction((tx) => recordEvents(tx, clock, accountId, [event]))
  }
}

async function recordTrialsEnding(db: Database, clock: Clock, passed: TimePassed, { accountId }: Whose): Promise<void> {
  const ending = await findTrialsToAnnounce(db, passed, accountId)
  const news = ending.map(({ id, trialEndsAt }) => {
    const trial_ends_at = trialEndsAt!.toISOString()
    const event = { type: 'trial.ending' as const, data: { trial_ends_at }, once: `trial ${trial_ends_at}` }
    return { accountId: id, event }
  })
  await record(db, clock, news)
}

async function recordLapses(db: Database, clock: Clock, passed: TimePassed, { accountId }: Whose): Promise<void> {
  const ended = await findAccessEnded(db, passed, accountId)
  const news = ended.map((account) => ({ accountId: account.id, event: lapseByClock(account) }))
  await record(db, clock, news)
}

async function recordCreditsExpiring(
  db: Database,
  clock: Clock,
  passed: TimePassed,
  { accountId, except }: Whose,
): Promise<void> {
  const lots = await findExpiringLots(db, later(passed, creditsExpiringDays), accountId)
  const news = lots
    .filter((lot) => !except.has(lot.accountId))
    .map((lot) => {
      const expires_at = lot.expiresAt.toISOString()
      const data = { credits: lot.credits, expires_at }
      return {
        accountId: lot.accountId,
        event: { type: 'credits.expiring' as const, data, once: `lot ${lot.seq} ${expires_at}` },
      }
    })
  await record(db, clock, news)
}
