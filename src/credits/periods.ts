import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { append, type Balance, type Door, lockBalance, readBalance } from './ledger.ts'

/** A usage month or a trial: what it is, and what it is given when it opens. */
export type Period = { start: Date; end: Date; credits: number; reason: string }

/** True when the ledger still stands in an earlier period. It never goes back: a late request spends in the newer one. */
export function isDue(held: Balance, period: Period): boolean {
  return period.start.getTime() > toTime(held.periodStart)
}

/** The driver reads '-infinity', the start of a ledger that had no period yet, as a number. */
const toTime = (start: Date | number): number => (typeof start === 'number' ? start : start.getTime())

/**
 * Lets the rest of the old period expire and grants the new one. Whoever sees the boundary first does this, under the
 * account's lock; there is no timer that could miss it, and the database refuses to open one period twice.
 */
export async function openPeriod(
  tx: Db,
  clock: Clock,
  held: Balance,
  period: Period,
  door: Door = 'system',
): Promise<Balance> {
  let current = held
  if (current.balance > 0) {
    current = await append(tx, clock, current, {
      kind: 'expire',
      amount: -current.balance,
      door,
      reason: 'Unused credits expire at the end of the period',
    })
  }
  await tx.query(sql`
    UPDATE credit_balances
    SET period_start = ${period.start}, period_end = ${period.end}, period_credits = ${period.credits}
    WHERE account_id = ${held.accountId}`)
  current = { ...current, periodStart: period.start, periodEnd: period.end, periodCredits: period.credits }
  return append(tx, clock, current, {
    kind: 'grant',
    amount: period.credits,
    door,
    reason: period.reason,
    opensPeriod: true,
  })
}

/** The balance as of now: opens the period first if the boundary has passed. Costs one plain read when it has not. */
export async function currentBalance(
  db: Db,
  clock: Clock,
  accountId: string,
  period: Period | null,
  door: Door = 'system',
): Promise<Balance> {
  const seen = await readBalance(db, accountId)
  if (!period || !isDue(seen, period)) return seen
  return db.transaction(async (tx) => {
    const held = await lockBalance(tx, accountId)
    return isDue(held, period) ? openPeriod(tx, clock, held, period, door) : held
  })
}
