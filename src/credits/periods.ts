import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { append, type Balance, type Door, type EntryDraft, lockBalance, readBalance } from './ledger.ts'

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
  const { expiry, opening } = openingDrafts(held, period, door)
  const ended = expiry ? await append(tx, clock, held, expiry) : held
  await tx.query(sql`
    UPDATE credit_balances
    SET period_start = ${period.start}, period_end = ${period.end}, period_credits = ${period.credits}
    WHERE account_id = ${held.accountId}`)
  const opened = { ...ended, periodStart: period.start, periodEnd: period.end, periodCredits: period.credits }
  return append(tx, clock, opened, opening)
}

/** The entries that open a period: what was left expires, in the old period, and the new one is granted. */
export function openingDrafts(
  held: Balance,
  period: Period,
  door: Door = 'system',
): { expiry: EntryDraft | null; opening: EntryDraft } {
  const expiry = held.balance > 0 ? expiryOf(held.balance, door) : null
  return { expiry, opening: openingOf(period.credits, period.reason, door) }
}

/** Those that the ledger does not hold yet, earliest first. */
export async function findUnopened(tx: Db, accountId: string, periods: readonly Period[]): Promise<Period[]> {
  const rows = await tx.query<{ start: Date }>(sql`
    SELECT period_start AS start FROM credit_entries WHERE account_id = ${accountId} AND opens_period`)
  const opened = new Set(rows.map(({ start }) => start.getTime()))
  return periods
    .filter(({ start }) => !opened.has(start.getTime()))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())
}

/** What the period opened with; null when the ledger does not hold it. */
export async function openingCredits(tx: Db, accountId: string, start: Date): Promise<number | null> {
  const [row] = await tx.query<{ amount: number }>(sql`
    SELECT amount FROM credit_entries WHERE account_id = ${accountId} AND period_start = ${start} AND opens_period`)
  return row?.amount ?? null
}

/**
 * Records a period that became known only after a later one had opened: granted and expired together, so that the ledger
 * reads as if it had been known in time, and nobody can spend from a period that is over.
 */
export async function recordPastPeriod(
  tx: Db,
  clock: Clock,
  held: Balance,
  { start, credits, reason }: Period,
  door: Door,
): Promise<Balance> {
  let past = await append(tx, clock, { ...held, periodStart: start }, openingOf(credits, reason, door))
  if (credits > 0) past = await append(tx, clock, past, expiryOf(credits, door))
  return { ...past, periodStart: held.periodStart }
}

/** The end of the period that the ledger stands in, as it is known now: a trial may end before its time. */
export async function keepPeriodEnd(tx: Db, held: Balance, periods: readonly Period[]): Promise<void> {
  const current = periods.find(({ start }) => start.getTime() === toTime(held.periodStart))
  if (!current || current.end.getTime() === held.periodEnd?.getTime()) return
  await tx.query(sql`UPDATE credit_balances SET period_end = ${current.end} WHERE account_id = ${held.accountId}`)
}

const openingOf = (amount: number, reason: string, door: Door): EntryDraft => ({
  kind: 'grant',
  amount,
  door,
  reason,
  opensPeriod: true,
})

const expiryOf = (amount: number, door: Door): EntryDraft => ({
  kind: 'expire',
  amount: -amount,
  door,
  reason: 'Unused credits expire at the end of the period',
})

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
