import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { Balance, Door, EntryKind } from './ledger.ts'
import type { LotSource } from './lot-order.ts'

export type Entry = {
  seq: number
  entry_id: string
  kind: EntryKind
  amount: number
  balance_after: number
  door: Door
  actor_type: string | null
  actor_id: string | null
  actor_name: string | null
  reason: string | null
  contact_ids: string[]
  request_id: string | null
  job_id: string | null
  reference: string | null
  /** The entry of the spend that a refund gives back. */
  spend_id: string | null
  created_at: Date
  /** What it added to which lots of credits, or took from them. */
  lots: EntryLot[]
}

/** `id` is that of the entry that granted the lot; null for credits from before the first period. */
type EntryLot = { id: string | null; source: LotSource; amount: number }

/** The entries of an account, newest first; `before` is a sequence number. */
export function readEntries(
  db: Db,
  accountId: string,
  { before, kind, limit }: { before: number | null; kind: EntryKind | undefined; limit: number },
): Promise<Entry[]> {
  return db.query<Entry>(sql`
    SELECT seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id, actor_name, reason, contact_ids,
      request_id, job_id, reference, created_at,
      (SELECT entry_id FROM credit_entries s WHERE s.account_id = e.account_id AND s.seq = e.refunds_seq) AS spend_id, CASE WHEN amount = 0 THEN '[]' ELSE (${lotsOfEntry}) END AS lots
    FROM credit_entries e
    WHERE account_id = ${accountId}
      ${before === null ? sql`` : sql`AND seq < ${before}`} ${kind === undefined ? sql`` : isOfKind(kind)}
    ORDER BY seq DESC LIMIT ${limit}`)
}

/** What a job has spent so far, and on which contacts: written with the spends themselves, so it survives every crash. */
export async function readJobSpends(db: Db, accountId: string, jobId: string): Promise<Set<string>> {
  const rows = await db.query<{ contact_id: string }>(sql`
    SELECT unnest(contact_ids) AS contact_id FROM credit_entries WHERE account_id = ${accountId} AND job_id = ${jobId}`)
  return new Set(rows.map((row) => row.contact_id))
}

export type Correction = { amount: number; reason: string }

/** What payments and refunds changed after an entry, apart from periods that opened and ended. */
export function correctionsSince(tx: Db, { accountId, lastSeq }: Balance): Promise<Correction[]> {
  return tx.query<Correction>(
    prepared(
      'corrections_since',
      sql`
    SELECT amount, reason FROM credit_entries
    WHERE account_id = ${accountId} AND seq > ${lastSeq} AND door = 'billing' AND kind <> 'expire' AND NOT opens_period
    ORDER BY seq`,
    ),
  )
}

/** How many entries an account has. Their numbers have no gaps (L2), so the last one counts them, and spends are the rest. */
export async function countEntries(db: Db, accountId: string, kind: EntryKind | undefined): Promise<number> {
  const others = sql`SELECT count(*) FROM credit_entries WHERE account_id = ${accountId} AND kind <> 'spend'`
  const all = sql`coalesce((SELECT last_seq FROM credit_balances WHERE account_id = ${accountId}), 0)`
  const wanted =
    kind === undefined ? all : kind === 'spend' ? sql`${all} - (${others})` : sql`(${others} AND kind = ${kind})`
  const [counted] = await db.query<{ total: number }>(sql`SELECT (${wanted})::int AS total`)
  return counted!.total
}

/** The period's own credits have no row among the lots: their entry is the one that opened the period. */
const lotsOfEntry = sql`
      SELECT json_agg(json_build_object('id', made.entry_id, 'source', coalesce(l.source, 'period'), 'amount', part.amount)
        ORDER BY part.place)
      FROM unnest(coalesce(e.lot_seqs, ARRAY[e.lot_seq]), coalesce(e.lot_amounts, ARRAY[e.amount]))
        WITH ORDINALITY AS part (lot_seq, amount, place)
      LEFT JOIN credit_lots l ON l.account_id = e.account_id AND l.lot_seq = part.lot_seq
      LEFT JOIN LATERAL (
        SELECT entry_id FROM credit_entries m WHERE m.account_id = e.account_id AND m.seq = l.lot_seq
        UNION ALL
        SELECT entry_id FROM credit_entries m
        WHERE m.account_id = e.account_id AND m.period_start = e.period_start AND m.opens_period AND l.lot_seq IS NULL
      ) made ON true`

/** Said twice for the planner, which finds the few entries that are not spends in an index of their own. */
const isOfKind = (kind: EntryKind): Sql =>
  kind === 'spend' ? sql`AND kind = 'spend'` : sql`AND kind = ${kind} AND kind <> 'spend'`

type SpentOnDay = {
  date: string
  door: Door
  type: string | null
  id: string | null
  name: string | null
  spent: number
}

/**
 * Spends since a moment, by UTC day, door and actor. An index by time would cost every spend something. Sequence numbers
 * follow time, except for spends that overtook one another while they waited for the balance: entries more than an hour
 * older than `since` are not read.
 */
export function readSpentByDay(db: Db, accountId: string, since: Date): Promise<SpentOnDay[]> {
  return db.query<SpentOnDay>(sql`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, door, actor_type AS type, actor_id AS id,
      max(actor_name) AS name, -sum(amount)::int AS spent
    FROM credit_entries
    WHERE account_id = ${accountId} AND kind = 'spend' AND created_at >= ${since} AND seq > coalesce((
      SELECT seq FROM credit_entries WHERE account_id = ${accountId} AND created_at < ${since}::timestamptz - interval '1 hour'
      ORDER BY seq DESC LIMIT 1), 0)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`)
}
