import type { Clock } from '../base/clock.ts'
import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { append, planEntries } from './append.ts'
import {
  type Balance,
  type Door,
  type EntryDraft,
  lockBalance,
  type Period,
  readBalance,
  readNow,
  toTime,
} from './ledger.ts'
import { type LotPart, ownLot, partsOfPeriod, partsOverdue, sumOf } from './lot-order.ts'

/** True when the ledger still stands in an earlier period. It never goes back: a late request spends in the newer one. */
export function isDue(held: Balance, period: Period): boolean {
  return period.start.getTime() > toTime(held.periodStart)
}

/** True when a lot has run out by date. */
export const hasOverdueLot = ({ lotsExpireAt }: Balance, now: Date): boolean => toTime(lotsExpireAt) <= now.getTime()

/** Neither `isDue` nor `hasOverdueLot`, in SQL: of balance `b`, for a period that began at `start`. */
export const isSettled = (clock: Clock, start: Sql): Sql =>
  sql`b.period_start >= ${start} AND b.lots_expire_at > ${clock.sql}`

/**
 * Changes to a balance that are due by time and not written yet: lots that ran out, and a period that is over. The
 * first operation that sees it writes it; there is no timer that could miss it.
 */
export function duesOf(held: Balance, period: Period | null, now: Date): EntryDraft[] {
  const overdue = hasOverdueLot(held, now) ? partsOverdue(held, now) : []
  const lapsed = overdue.length > 0 ? [expiryOf(overdue, 'Credits expire at their date', 'system')] : []
  if (!period || !isDue(held, period)) return lapsed
  return [...lapsed, ...openingDrafts(planEntries(held, lapsed).next, period, 'system')]
}

/** The rest of the old period expires, and the new one is granted. */
function openingDrafts(held: Balance, period: Period, door: Door): EntryDraft[] {
  const rest = partsOfPeriod(held)
  const opening = openingOf(period, door)
  return rest.length > 0 ? [expiryOf(rest, 'Unused credits expire at the end of the period', door), opening] : [opening]
}

/**
 * Lets the rest of the old period expire and grants the new one. The first request after the boundary does this, under the
 * account's lock; the database refuses to open one period twice.
 */
export function openPeriod(tx: Db, clock: Clock, held: Balance, period: Period, door: Door): Promise<Balance> {
  return append(tx, clock, held, ...openingDrafts(held, period, door))
}

/**
 * Opens the periods that were paid for and the current one, where the ledger does not hold them yet. It never goes back: a period
 * heard of after a later one had opened is recorded as over, and the later one takes the place of the current one until that ends.
 */
export async function openPeriods(
  tx: Db,
  clock: Clock,
  balance: Balance,
  { paidFor, current }: { paidFor: readonly Period[]; current: Period | null },
): Promise<Balance> {
  let held = balance
  for (const period of await findUnopened(tx, held.accountId, paidFor)) {
    const write = isDue(held, period) ? openPeriod : recordPastPeriod
    held = await write(tx, clock, held, period, 'billing')
  }
  if (current && isDue(held, current)) held = await openPeriod(tx, clock, held, current, 'billing')
  const known = paidFor.find(({ start }) => start.getTime() === toTime(held.periodStart)) ?? current
  return known ? keepPeriodEnd(tx, clock, held, known.end) : held
}

/** Those that the ledger does not hold yet, earliest first. */
export async function findUnopened(tx: Db, accountId: string, periods: readonly Period[]): Promise<Period[]> {
  const rows = await tx.query<{ start: Date }>(
    prepared(
      'opened_periods',
      sql`
    SELECT period_start AS start FROM credit_entries WHERE account_id = ${accountId} AND opens_period`,
    ),
  )
  const opened = new Set(rows.map(({ start }) => start.getTime()))
  return periods
    .filter(({ start }) => !opened.has(start.getTime()))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())
}

export type Opening = Pick<Period, 'credits' | 'reason'>

/** What the period opened with; null when the ledger does not hold it. */
export async function findOpening(tx: Db, accountId: string, start: Date): Promise<Opening | null> {
  const [row] = await tx.query<Opening>(
    prepared(
      'find_opening',
      sql`
    SELECT amount AS credits, reason FROM credit_entries WHERE account_id = ${accountId} AND period_start = ${start} AND opens_period`,
    ),
  )
  return row ?? null
}

/**
 * Records a period that became known only after a later one had opened: granted and expired together, so that the ledger
 * reads as if it had been known in time, and nobody can spend from a period that is over.
 */
export function recordPastPeriod(tx: Db, clock: Clock, held: Balance, period: Period, door: Door): Promise<Balance> {
  const { credits, start } = period
  const grant: EntryDraft = { ...openingOf(period, door), periodStart: start }
  const over = expiryOf([{ seq: ownLot, amount: -credits }], 'Unused credits expire at the end of the period', door)
  return append(tx, clock, held, grant, ...(credits > 0 ? [{ ...over, periodStart: start }] : []))
}

/**
 * The end of the period that the ledger stands in, as it is known now: a trial may end before its time. Lots without a date
 * of their own expire then, so their place among the others may change.
 */
async function keepPeriodEnd(tx: Db, clock: Clock, held: Balance, end: Date): Promise<Balance> {
  if (end.getTime() === held.periodEnd?.getTime()) return held
  await tx.query(sql`UPDATE credit_balances SET period_end = ${end} WHERE account_id = ${held.accountId}`)
  return append(tx, clock, { ...held, periodEnd: end })
}

const openingOf = (period: Period, door: Door): EntryDraft => ({
  kind: 'grant',
  amount: period.credits,
  door,
  reason: period.reason,
  opens: period,
})

const expiryOf = (parts: LotPart[], reason: string, door: Door): EntryDraft => ({
  kind: 'expire',
  amount: sumOf(parts),
  door,
  reason,
  parts,
})

/** The balance as of now: writes down first what the clock has done. Costs one plain read when it has done nothing. */
export async function currentBalance(db: Db, clock: Clock, accountId: string, period: Period | null): Promise<Balance> {
  const seen = await readBalance(db, accountId)
  if (!(period && isDue(seen, period)) && !hasOverdueLot(seen, clock.now())) return seen
  return db.transaction((tx) => lockCurrent(tx, clock, accountId, period))
}

/** Locks the balance and brings it up to date. */
export async function lockCurrent(tx: Db, clock: Clock, accountId: string, period: Period | null): Promise<Balance> {
  const held = await lockBalance(tx, accountId)
  const now = await readNow(tx, clock)
  const dues = duesOf(held, period, now)
  return dues.length > 0 || hasOverdueLot(held, now) ? append(tx, clock, held, ...dues) : held
}
