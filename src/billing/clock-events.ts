import { findAccessEnded, findTrialsEnding, type TimePassed } from '../accounts/accounts.ts'
import { accountClock, findMovedAccounts } from '../accounts/test-account.ts'
import { trialEndingDays } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import type { EventDraft } from '../base/event-types.ts'
import { findExpiringLots } from '../credits/expiring-lots.ts'
import type { Database } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import type { BillingContext } from './context/billing-context.ts'
import { planChanged } from './settle/plan-changed-event.ts'
import { customersOf } from './settle/snapshots.ts'
import type { BillingServices } from './sync/billing-services.ts'

const dayMs = 86_400_000
const creditsExpiringDays = 7
/** How old a cause may be, if no node ran, and still lead to an event. */
const lookBackDays = 1

/** Events that only time causes. Idempotent: each is recorded once. */
export async function recordWhatTheClockDid(db: Database, { clock }: BillingContext): Promise<void> {
  const moved = await findMovedAccounts(db)
  const others = { accountId: null, except: new Set(moved.map(({ id }) => id)) }
  await recordTrialsEnding(db, clock, lately(clock), others)
  await recordWhatEnded(db, clock, lately(clock), others)
  for (const account of moved) {
    const itsClock = accountClock(clock, account)
    const whose = { accountId: account.id, except: new Set<string>() }
    await recordTrialsEnding(db, itsClock, lately(itsClock), whose)
    await recordWhatEnded(db, itsClock, lately(itsClock), whose)
  }
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
  await recordWhatEnded(db, clock, passed, whose)
}

type Whose = { accountId: string | null; except: ReadonlySet<string> }

const later = ({ since, until }: TimePassed, days: number): TimePassed => ({
  since: new Date(since.getTime() + days * dayMs),
  until: new Date(until.getTime() + days * dayMs),
})

function lately(clock: Clock): TimePassed {
  const now = clock.now()
  return { since: new Date(now.getTime() - lookBackDays * dayMs), until: now }
}

const record = (db: Database, clock: Clock, accountId: string, event: EventDraft): Promise<void> =>
  db.transaction((tx) => recordEvents(tx, clock, accountId, [event]))

async function recordTrialsEnding(db: Database, clock: Clock, passed: TimePassed, { accountId }: Whose): Promise<void> {
  for (const { id, trialEndsAt } of await findTrialsEnding(db, later(passed, trialEndingDays), accountId)) {
    const trial_ends_at = trialEndsAt!.toISOString()
    await record(db, clock, id, { type: 'trial.ending', data: { trial_ends_at }, once: `trial ${trial_ends_at}` })
  }
}

async function recordWhatEnded(
  db: Database,
  clock: Clock,
  passed: TimePassed,
  { accountId, except }: Whose,
): Promise<void> {
  for (const account of await findAccessEnded(db, passed, accountId)) {
    await record(db, clock, account.id, planChanged(account, { ...account, status: 'lapsed' }))
  }
  for (const lot of await findExpiringLots(db, later(passed, creditsExpiringDays), accountId)) {
    if (except.has(lot.accountId)) continue
    const { seq, credits, expiresAt } = lot
    const expires_at = expiresAt.toISOString()
    await record(db, clock, lot.accountId, {
      type: 'credits.expiring',
      data: { credits, expires_at },
      once: `lot ${seq} ${expires_at}`,
    })
  }
}
