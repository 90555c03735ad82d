import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { append } from './append.ts'
import type { Actor, Balance, Door, EntryDraft, Period } from './ledger.ts'
import { periodBound, takeInOrder } from './lot-order.ts'
import { lockCurrent } from './periods.ts'

/** `period` is the account's current one, or null without a subscription: a change never lands in a period that is over. */
type GrantContext = { door: Door; actor?: Actor | null; reason: string; period: Period | null }

/** What the ledger's columns hold, of a period and of a balance. */
const balanceMax = 2_147_483_647

class TooManyCredits extends Refusal {}

/**
 * Adds credits to the current period. They expire with it, like all others. Goodwill is a lot of its own; `period` is
 * more of what the plan includes, such as the difference that an upgrade makes.
 */
export function grantCredits(
  db: Db,
  clock: Clock,
  accountId: string,
  amount: number,
  { source = 'goodwill', ...given }: GrantContext & { source?: 'goodwill' | 'period' },
): Promise<Balance> {
  const lot = source === 'goodwill' && amount > 0 ? { lot: { source, expiresAt: null } } : {}
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
    refuseWhatDoesNotFit(held, amount)
    const parts = amount < 0 ? { parts: takeInOrder(periodBound(held), -amount) } : {}
    return append(tx, clock, held, { ...draft, ...given, ...parts, amount, givesPeriod: amount })
  })
}

function refuseWhatDoesNotFit({ balance, periodCredits }: Balance, amount: number): void {
  const left = balanceMax - Math.max(balance, periodCredits)
  if (amount <= left) return
  throw new TooManyCredits(`An account can have at most ${balanceMax} credits; this one has room for ${left} more.`)
}

export class RefundRefused extends Refusal {}

/**
 * Gives back what a spend took, at most once in all. The reveal stays: the account keeps what it has seen. Credits of
 * lots with a date come back with the latest of their dates, all others expire with the current period.
 */
export function refundSpend(
  db: Db,
  clock: Clock,
  accountId: string,
  spend: { entryId: string; amount?: number },
  given: GrantContext,
): Promise<{ amount: number; balance: Balance }> {
  return db.transaction(async (tx) => {
    const held = await lockCurrent(tx, clock, accountId, given.period)
    const [entry] = await tx.query<{
      seq: number
      refundable: number
      contact_ids: string[]
      expires_at: Date | null
    }>(sql`
      SELECT s.seq, s.contact_ids, (-s.amount - coalesce(sum(r.amount), 0))::int AS refundable, (
        SELECT CASE WHEN bool_and(coalesce(l.expires_at > ${clock.sql}, false)) THEN max(l.expires_at) END
        FROM unnest(coalesce(s.lot_seqs, ARRAY[s.lot_seq])) AS lot (seq)
        LEFT JOIN credit_lots l ON l.account_id = s.account_id AND l.lot_seq = lot.seq) AS expires_at
      FROM credit_entries s
      LEFT JOIN credit_entries r ON r.account_id = s.account_id AND r.refunds_seq = s.seq
      WHERE s.account_id = ${accountId} AND s.entry_id = ${spend.entryId} AND s.kind = 'spend'
      GROUP BY s.account_id, s.seq`)
    if (!entry) throw new RefundRefused(`This account has no spend ${spend.entryId}.`)
    const amount = spend.amount ?? entry.refundable
    if (amount < 1 || amount > entry.refundable) {
      throw new RefundRefused(`Only ${entry.refundable} credits of ${spend.entryId} can still be refunded.`)
    }
    refuseWhatDoesNotFit(held, amount)
    const balance = await append(tx, clock, held, {
      kind: 'refund',
      amount,
      ...given,
      contactIds: entry.contact_ids,
      refundsSeq: entry.seq,
      lot: { source: 'returned', expiresAt: entry.expires_at },
    })
    return { amount, balance }
  })
}
