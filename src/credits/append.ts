import type { Clock } from '../base/clock.ts'
import { newEntryId } from '../base/ids.ts'
import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { newsOf } from './entry-news.ts'
import type { Balance, EntryDraft } from './ledger.ts'
import { applyParts, arrange, type LotPart, ownLot, takeInOrder } from './lot-order.ts'
import { isLow } from './low-credits.ts'

type EntryRow = Omit<EntryDraft, 'periodStart'> & {
  seq: number
  balanceAfter: number
  periodStart: Balance['periodStart']
  periodEnd: Date | null
  parts: LotPart[]
}

/** Entries to be written one after the other, and the balance after them. */
type PlannedEntries = { held: Balance; rows: EntryRow[]; next: Balance }

export function planEntries(held: Balance, drafts: EntryDraft[]): PlannedEntries {
  const rows: EntryRow[] = []
  let next = held
  for (const draft of drafts) {
    const seq = next.lastSeq + 1
    const parts = draft.parts ?? partsOf(next, draft, seq)
    const { opens, lot } = draft
    if (opens && !draft.periodStart)
      next = {
        ...next,
        periodStart: opens.start,
        periodEnd: opens.end,
        periodCredits: opens.credits,
        lowReportedSeq: null,
      }
    const lots = applyParts(next.lots, parts)
    if (lot) lots.push({ seq, source: lot.source, remaining: draft.amount, expiresAt: lot.expiresAt })
    const balance = next.balance + draft.amount
    next = {
      ...next,
      balance,
      lastSeq: seq,
      periodCredits: next.periodCredits + (draft.periodCreditsChange ?? 0),
      lots,
    }
    const { periodEnd } = next
    const periodStart = draft.periodStart ?? next.periodStart
    if (draft.kind === 'spend' && next.lowReportedSeq === null && isLow(balance, next.periodCredits)) {
      next = { ...next, lowReportedSeq: seq }
    }
    rows.push({ ...draft, seq, balanceAfter: balance, periodStart, periodEnd, parts })
  }
  return { held, rows, next: { ...next, lotsExpireAt: arrange(next).lotsExpireAt } }
}

function partsOf(held: Balance, { amount, lot }: EntryDraft, seq: number): LotPart[] {
  if (amount === 0) return []
  return amount < 0 ? takeInOrder(held, -amount) : [{ seq: lot ? seq : ownLot, amount }]
}

/**
 * Appends entries and moves the balance with them. The caller holds the lock; the new balance is returned, the old one is
 * not to be used again.
 */
export async function append(tx: Db, clock: Clock, held: Balance, ...drafts: EntryDraft[]): Promise<Balance> {
  const planned = planEntries(held, drafts)
  const written = await tx.query(prepared('append_entries', sql`WITH ${writeEntries(clock, planned)} SELECT FROM held`))
  if (written.length === 0) throw new Error(`The balance of ${held.accountId} changed under its lock.`)
  return { ...planned.next, lots: planned.next.lots.filter(({ remaining }) => remaining > 0) }
}

/**
 * As CTEs: `held` is empty, and nothing is written, if the balance is no longer as it was read. Every change to an account's
 * credits adds an entry, so the number of the last one tells; the end of the period, which lots are ordered by, may move
 * without one. `entry` has the entries, and keeps what they tell.
 */
export function writeEntries(clock: Clock, { held, rows, next }: PlannedEntries): Sql {
  const { lotSeq, setAside, lotsExpireAt } = arrange(next)
  const of = <T>(read: (row: EntryRow) => T): T[] => rows.map(read)
  const made = rows.filter(({ lot }) => lot)
  return sql`
    held AS (
      UPDATE credit_balances
      SET balance = ${next.balance}, last_seq = ${next.lastSeq}, period_start = ${next.periodStart},
        period_credits = ${next.periodCredits}, lot_seq = ${lotSeq}, set_aside = ${setAside},
        low_told_seq = ${next.lowReportedSeq}::bigint,
        lots_expire_at = ${typeof lotsExpireAt === 'number' ? 'infinity' : lotsExpireAt},
        period_end = CASE WHEN period_start = ${next.periodStart} THEN period_end ELSE ${next.periodEnd} END
      WHERE account_id = ${held.accountId} AND last_seq = ${held.lastSeq}
        AND period_end IS NOT DISTINCT FROM ${held.periodEnd}
      RETURNING account_id, ${clock.sql} AS now
    ),
    made AS (
      INSERT INTO credit_lots (account_id, lot_seq, source, granted, remaining, expires_at, reference)
      SELECT account_id, lot.* FROM held, unnest(
        ${made.map(({ seq }) => seq)}::bigint[], ${made.map(({ lot }) => lot!.source)}::text[],
        ${made.map(({ amount }) => amount)}::int[],
        ${made.map(({ seq }) => next.lots.find((lot) => lot.seq === seq)!.remaining)}::int[],
        ${made.map(({ lot }) => lot!.expiresAt)}::timestamptz[], ${made.map(({ lot }) => lot!.reference)}::text[]
      ) AS lot
    ),
    taken AS (
      UPDATE credit_lots l SET remaining = lot.remaining
      FROM held, unnest(
        ${held.lots.map(({ seq }) => seq)}::bigint[],
        ${held.lots.map((lot) => next.lots.find(({ seq }) => seq === lot.seq)!.remaining)}::int[]
      ) AS lot (seq, remaining)
      WHERE l.account_id = held.account_id AND l.lot_seq = lot.seq
    ),
    entry AS (
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
        actor_name, member_id, reason, contact_ids, request_id, job_id, reference, period_start, opens_period, refunds_seq, lot_seq,
        lot_seqs, lot_amounts, lots_period_end, news, created_at)
      SELECT account_id, e.seq, e.entry_id, e.kind, e.amount, e.balance_after, e.door, e.actor_type, e.actor_id,
        e.actor_name, e.member_id, e.reason, string_to_array(e.contact_ids, ' '), e.request_id, e.job_id, e.reference,
        e.period_start, e.opens_period, e.refunds_seq, e.lot_seq, string_to_array(e.lot_seqs, ' ')::bigint[],
        string_to_array(e.lot_amounts, ' ')::int[], e.lots_period_end, e.news::json, now
      FROM held, unnest(
        ${of(({ seq }) => seq)}::bigint[], ${of(newEntryId)}::text[], ${of(({ kind }) => kind)}::text[],
        ${of(({ amount }) => amount)}::int[], ${of(({ balanceAfter }) => balanceAfter)}::int[],
        ${of(({ door }) => door)}::text[], ${of(({ actor }) => actor?.type)}::text[],
        ${of(({ actor }) => actor?.id)}::text[], ${of(({ actor }) => actor?.name)}::text[],
        ${of(({ memberId }) => memberId)}::text[], ${of(({ reason }) => reason)}::text[],
        ${of(({ contactIds = [] }) => contactIds.join(' '))}::text[], ${of(({ requestId }) => requestId)}::text[],
        ${of(({ jobId }) => jobId)}::text[], ${of(({ reference }) => reference)}::text[],
        ${of(({ periodStart }) => periodStart)}::timestamptz[], ${of(({ opens }) => opens !== undefined)}::boolean[],
        ${of(({ refundsSeq }) => refundsSeq)}::bigint[], ${of(onlyLot)}::bigint[],
        ${of(({ parts }) => (parts.length > 1 ? parts.map(({ seq }) => seq).join(' ') : null))}::text[],
        ${of(({ parts }) => (parts.length > 1 ? parts.map(({ amount }) => amount).join(' ') : null))}::text[],
        ${of(endOfLots)}::timestamptz[], ${of(newsAsText(next))}::text[]
      ) AS e (seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id, actor_name, member_id, reason,
        contact_ids, request_id, job_id, reference, period_start, opens_period, refunds_seq, lot_seq, lot_seqs, lot_amounts,
        lots_period_end, news)
      RETURNING account_id, seq, kind, amount, contact_ids, created_at, period_start, actor_type, actor_id, member_id
    )`
}

const newsAsText =
  (next: Balance) =>
  (row: EntryRow): string | null => {
    const news = newsOf(row, next)
    return news.length > 0 ? JSON.stringify(news) : null
  }

const onlyLot = ({ parts }: EntryRow): number | null =>
  parts.length === 1 && parts[0]!.seq !== ownLot ? parts[0]!.seq : null

/** What a spend's lots were ordered by. */
const endOfLots = ({ kind, parts, periodEnd }: EntryRow): Date | string | null =>
  kind === 'spend' && parts.some(({ seq }) => seq !== ownLot) ? (periodEnd ?? 'infinity') : null
