import type { Clock } from '../clock.ts'
import type { Database, Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Actor, append, type Balance, type Door, lockBalance } from './ledger.ts'
import { isDue, openPeriod, type Period } from './periods.ts'

/** `period` is the account's current one, or null without a subscription: a change never lands in a period that is over. */
type Given = { door: Door; actor?: Actor | null; reason: string; period: Period | null }

/** What the ledger's columns hold, of a period and of a balance. */
const mostCredits = 2_147_483_647

class TooManyCredits extends Error {}

/** Adds credits to the current period. They expire with it, like all others. */
export function grantCredits(db: Db, clock: Clock, accountId: string, amount: number, given: Given): Promise<Balance> {
  return changePeriodCredits(db, clock, accountId, amount, 'grant', given)
}

/** Corrects the current period by a signed amount. A correction below zero is refused by the balance's own constraint. */
export function adjustCredits(db: Db, clock: Clock, accountId: string, amount: number, given: Given): Promise<Balance> {
  return changePeriodCredits(db, clock, accountId, amount, 'adjust', given)
}

function changePeriodCredits(
  db: Db,
  clock: Clock,
  accountId: string,
  amount: number,
  kind: 'grant' | 'adjust',
  given: Given,
): Promise<Balance> {
  return db.transaction(async (tx) => {
    const held = await lockCurrent(tx, clock, accountId, given.period)
    refuseWhatDoesNotFit(held, amount)
    const periodCredits = held.periodCredits + amount
    await tx.query(sql`UPDATE credit_balances SET period_credits = ${periodCredits} WHERE account_id = ${accountId}`)
    return append(tx, clock, { ...held, periodCredits }, { kind, amount, ...given })
  })
}

function refuseWhatDoesNotFit({ balance, periodCredits }: Balance, amount: number): void {
  const room = mostCredits - Math.max(balance, periodCredits)
  if (amount <= room) return
  throw new TooManyCredits(`An account can have at most ${mostCredits} credits; this one has room for ${room} more.`)
}

async function lockCurrent(tx: Db, clock: Clock, accountId: string, period: Period | null): Promise<Balance> {
  const held = await lockBalance(tx, accountId)
  return period && isDue(held, period) ? openPeriod(tx, clock, held, period) : held
}

export class RefundRefused extends Error {}

/** Gives back what a spend took, at most once in all. The reveal stays: the account keeps what it has seen. */
export function refundSpend(
  db: Database,
  clock: Clock,
  accountId: string,
  spend: { entryId: string; amount?: number },
  given: Given,
): Promise<Balance> {
  return db.transaction(async (tx) => {
    const held = await lockCurrent(tx, clock, accountId, given.period)
    const [entry] = await tx.query<{ seq: number; refundable: number; contact_ids: string[] }>(sql`
      SELECT s.seq, s.contact_ids, (-s.amount - coalesce(sum(r.amount), 0))::int AS refundable
      FROM credit_entries s
      LEFT JOIN credit_entries r ON r.account_id = s.account_id AND r.refunds_seq = s.seq
      WHERE s.account_id = ${accountId} AND s.entry_id = ${spend.entryId} AND s.kind = 'spend'
      GROUP BY s.account_id, s.seq`)
    if (!entry) throw new RefundRefused(`This account has no spend ${spend.entryId}.`)
    const amount = spend.amount ?? entry.refundable
    if (amount < 1 || amount > entry.refundable) {
      throw new RefundRefused(`Of ${spend.entryId}, ${entry.refundable} credits can still be refunded.`)
    }
    refuseWhatDoesNotFit(held, amount)
    return append(tx, clock, held, {
      kind: 'refund',
      amount,
      ...given,
      contactIds: entry.contact_ids,
      refundsSeq: entry.seq,
    })
  })
}
