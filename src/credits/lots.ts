import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { append } from './append.ts'
import { type Actor, type Balance, type Door, lockBalance, readBalance, readNow } from './ledger.ts'
import { type LotPart, type LotSource, ownLot, ownRemaining } from './lot-order.ts'
import { duesOf } from './periods.ts'

/** Credits that came together and expire together. */
type Lot = {
  /** The id of the entry that granted it. */
  id: string
  source: LotSource
  granted: number
  left: number
  /** Null: unknown, because the account has no period. */
  expiresAt: Date | null
  reference: string | null
}

type Change = { accountId: string; reason: string; door: Door; actor?: Actor | null }

/** Grants credits that outlive the period, until their date. A second grant with the same reference changes nothing. */
export function grantPack(
  db: Db,
  clock: Clock,
  {
    accountId,
    credits,
    expiresAt,
    reference,
    ...given
  }: Change & { credits: number; expiresAt: Date; reference: string },
): Promise<Balance> {
  return db.transaction(async (tx) => {
    const held = await lockUpToDate(tx, clock, accountId)
    if (await findLot(tx, accountId, reference)) return held
    return append(tx, clock, held, {
      kind: 'grant',
      amount: credits,
      ...given,
      lot: { source: 'pack', expiresAt, reference },
    })
  })
}

/**
 * Takes back what is unspent of a pack, or of what a period was given: at most `credits`, and never what was spent. Says
 * how much it took.
 */
export function takeBack(
  db: Db,
  clock: Clock,
  {
    accountId,
    credits,
    lot,
    ...given
  }: Change & { credits: number; lot: { reference: string } | { periodStart: Date } },
): Promise<number> {
  return db.transaction(async (tx) => {
    const held = await lockUpToDate(tx, clock, accountId)
    const left = await ('reference' in lot ? leftInPack(tx, held, lot.reference) : leftInPeriod(held, lot.periodStart))
    if (!left) return 0
    const amount = Math.min(credits, -left.amount)
    if (amount < 1) return 0
    await append(tx, clock, held, {
      kind: 'adjust',
      amount: -amount,
      ...given,
      parts: [{ seq: left.seq, amount: -amount }],
      ...(left.seq === ownLot && { givesPeriod: -amount }),
    })
    return amount
  })
}

/** Lots that ran out are expired first: what is over can't be taken back. */
async function lockUpToDate(tx: Db, clock: Clock, accountId: string): Promise<Balance> {
  const held = await lockBalance(tx, accountId)
  const dues = duesOf(held, null, await readNow(tx, clock))
  return dues.length > 0 ? append(tx, clock, held, ...dues) : held
}

async function leftInPack(tx: Db, { accountId, lots }: Balance, reference: string): Promise<LotPart | null> {
  const found = await findLot(tx, accountId, reference)
  const lot = lots.find(({ seq }) => seq === found?.seq)
  return lot ? { seq: lot.seq, amount: -lot.remaining } : null
}

function leftInPeriod(held: Balance, periodStart: Date): LotPart | null {
  if (held.periodStart.getTime?.() !== periodStart.getTime()) return null
  return { seq: ownLot, amount: -Math.min(ownRemaining(held), held.periodCredits) }
}

async function findLot(tx: Db, accountId: string, reference: string): Promise<{ seq: number } | undefined> {
  const [row] = await tx.query<{ seq: number }>(sql`
    SELECT lot_seq AS seq FROM credit_lots WHERE account_id = ${accountId} AND reference = ${reference}`)
  return row
}

/** What is left and when it expires, in the order in which it will be spent. */
export async function readLots(db: Db, accountId: string): Promise<Lot[]> {
  const held = await readBalance(db, accountId)
  const rows = await db.query<Omit<Lot, 'left'> & { seq: number }>(sql`
    SELECT e.entry_id AS id, l.lot_seq AS seq, l.source, l.granted, l.expires_at AS "expiresAt", l.reference
    FROM credit_lots l JOIN credit_entries e ON e.account_id = l.account_id AND e.seq = l.lot_seq
    WHERE l.account_id = ${accountId} AND l.remaining > 0 ORDER BY l.expires_at NULLS FIRST, l.lot_seq`)
  const [opening] = await db.query<{ id: string; granted: number }>(sql`
    SELECT entry_id AS id, amount AS granted FROM credit_entries
    WHERE account_id = ${accountId} AND period_start = ${held.periodStart} AND opens_period`)
  const own: Lot[] = opening
    ? [{ ...opening, source: 'period', left: ownRemaining(held), expiresAt: held.periodEnd, reference: null }]
    : []
  const others = rows.flatMap(({ seq, ...lot }) => {
    const left = held.lots.find((one) => one.seq === seq)?.remaining ?? 0
    return left > 0 ? [{ ...lot, left, expiresAt: lot.expiresAt ?? held.periodEnd }] : []
  })
  return [...own, ...others]
}
