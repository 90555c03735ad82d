import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { append } from './append.ts'
import { type GrantContext, refuseAboveMaximum } from './grants.ts'
import type { Balance } from './ledger.ts'
import { lockCurrent } from './periods.ts'

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
    refuseAboveMaximum(held, amount)
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
