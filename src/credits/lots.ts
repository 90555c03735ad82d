import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { append } from './append.ts'
import {
  type Actor,
  type Balance,
  balanceColumns,
  type Door,
  lockBalance,
  readNow,
  toBalance,
  toTime,
} from './ledger.ts'
import { inSpendingOrder, type LotPart, type LotSource, ownLot, ownRemaining } from './lot-order.ts'
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
      ...(left.seq === ownLot && { periodCreditsChange: -amount }),
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
  if (toTime(held.periodStart) !== periodStart.getTime()) return null
  return { seq: ownLot, amount: -Math.min(ownRemaining(held), held.periodCredits) }
}

async function findLot(tx: Db, accountId: string, reference: string): Promise<{ seq: number } | undefined> {
  const [row] = await tx.query<{ seq: number }>(sql`
    SELECT lot_seq AS seq FROM credit_lots WHERE account_id = ${accountId} AND reference = ${reference}`)
  return row
}

/** What an account has, and what it has spent in the period that its ledger stands in. */
type Holdings = {
  held: Balance
  /** From whatever lot, less what was refunded in the same period. */
  used: number
  /** What is left and when it expires, in the order in which it will be spent. */
  lots: Lot[]
}

type HoldingsRow = Parameters<typeof toBalance>[0] & {
  openingId: string | null
  ownGranted: number | null
  used: number | null
}

/**
 * `used` is counted without reading a spend: what there was when the period opened, and what came and went since then by
 * other entries, less what is left.
 */
export async function readHoldings(db: Db, accountId: string): Promise<Holdings> {
  const [row] = await db.query<HoldingsRow>(sql`
    SELECT ${balanceColumns}, opening.entry_id AS "openingId", (opening.amount + given.own)::int AS "ownGranted",
      (opening.balance_after + given.total - b.balance)::int AS used
    FROM credit_balances b
    LEFT JOIN LATERAL (
      SELECT entry_id, seq, amount, balance_after FROM credit_entries
      WHERE account_id = b.account_id AND period_start = b.period_start AND opens_period) opening ON true
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS total, coalesce(sum(${ownPart}) FILTER (
        WHERE kind IN ('grant', 'adjust') AND period_start = b.period_start), 0) AS own
      FROM credit_entries
      WHERE account_id = b.account_id AND seq > opening.seq AND kind <> 'spend' AND kind <> 'refund') given ON true
    WHERE b.account_id = ${accountId}`)
  if (!row) throw new Error(`Account ${accountId} has no ledger.`)
  const { openingId, ownGranted, used, ...columns } = row
  const held = toBalance(columns)
  const own: Lot[] =
    openingId === null
      ? []
      : [
          {
            id: openingId,
            source: 'period',
            granted: ownGranted!,
            left: ownRemaining(held),
            expiresAt: held.periodEnd,
            reference: null,
          },
        ]
  const lots = [...own, ...(await readOtherLots(db, held))]
  // A refund of an earlier period's spend can lift the balance above all that this period was given.
  return { held, used: Math.max(0, used ?? 0), lots }
}

/** What an entry gave to the period's own credits or took from them. */
const ownPart = sql`CASE WHEN lot_seqs IS NULL THEN CASE WHEN lot_seq IS NULL THEN amount ELSE 0 END
        ELSE (SELECT sum(part.amount) FROM unnest(lot_seqs, lot_amounts) AS part (lot, amount) WHERE part.lot = 0) END`

async function readOtherLots(db: Db, held: Balance): Promise<Lot[]> {
  const rows = await db.query<Omit<Lot, 'left'> & { seq: number }>(sql`
    SELECT e.entry_id AS id, l.lot_seq AS seq, l.source, l.granted, l.expires_at AS "expiresAt", l.reference
    FROM credit_lots l JOIN credit_entries e ON e.account_id = l.account_id AND e.seq = l.lot_seq
    WHERE l.account_id = ${held.accountId} AND l.remaining > 0`)
  return inSpendingOrder(held).flatMap(({ seq: wanted, remaining }) => {
    const row = rows.find(({ seq }) => seq === wanted)
    if (!row || remaining === 0) return []
    const { seq: _, ...lot } = row
    return [{ ...lot, left: remaining, expiresAt: lot.expiresAt ?? held.periodEnd }]
  })
}
