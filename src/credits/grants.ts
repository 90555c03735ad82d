import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../db/database.ts'
import { append } from './append.ts'
import type { Actor, Balance, Door, EntryDraft, Period } from './ledger.ts'
import { periodBound, takeInOrder } from './lot-order.ts'
import { lockCurrent } from './periods.ts'

/** `period` is the account's current one, or null without a subscription: a change never lands in a period that is over. */
export type GrantContext = { door: Door; actor?: Actor | null; reason: string; period: Period | null }

/** Null: with the period. With a date of its own, `grantExpiry` would be untrue, and `periodCreditsChange` wrong (L10 in `verify-checks.ts`). */
const goodwillExpiresAt = null

/** How the command, the console and the operator's API say it; docs/operating.md is compared by a test. */
export const grantExpiry = 'Unspent credits of a grant expire with the period'

/**
 * Adds credits to the current period. Goodwill is a lot of its own; `period` is more of what the plan includes, such as the
 * difference that an upgrade makes.
 */
export function grantCredits(
  db: Db,
  clock: Clock,
  accountId: string,
  amount: number,
  { source = 'goodwill', ...given }: GrantContext & { source?: 'goodwill' | 'period' },
): Promise<Balance> {
  const lot = source === 'goodwill' && amount > 0 ? { lot: { source, expiresAt: goodwillExpiresAt } } : {}
  return changePeriodCredits(db, clock, accountId, amount, given, { kind: 'grant', ...lot })
}

/**
 * Corrects the current period by a signed amount, and leaves lots with a date alone. A correction below zero is refused by
 * the balance's own constraints.
 */
export function adjustCredits(
  db: Db,
  clock: Clock,
  accountId: string,
  amount: number,
  given: GrantContext,
): Promise<Balance> {
  return changePeriodCredits(db, clock, accountId, amount, given, { kind: 'adjust' })
}

function changePeriodCredits(
  db: Db,
  clock: Clock,
  accountId: string,
  amount: number,
  { period, ...given }: GrantContext,
  draft: Pick<EntryDraft, 'kind' | 'lot'>,
): Promise<Balance> {
  return db.transaction(async (tx) => {
    const held = await lockCurrent(tx, clock, accountId, period)
    refuseAboveMaximum(held, amount)
    const parts = amount < 0 ? { parts: takeInOrder(periodBound(held), -amount) } : {}
    return append(tx, clock, held, { ...draft, ...given, ...parts, amount, periodCreditsChange: amount })
  })
}

/** What the ledger's columns hold, of a period and of a balance. */
const balanceMax = 2_147_483_647

class TooManyCredits extends Refusal {}

/** An addition that the columns could not hold is refused in words. */
export function refuseAboveMaximum({ balance, periodCredits }: Balance, amount: number): void {
  const left = balanceMax - Math.max(balance, periodCredits)
  if (amount <= left) return
  throw new TooManyCredits(`An account can have at most ${balanceMax} credits; this one has room for ${left} more.`)
}
