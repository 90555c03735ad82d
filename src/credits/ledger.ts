import type { Clock } from '../base/clock.ts'
import type { callerTypes, doors } from '../base/doors.ts'
import { prepared, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { HeldLot, LotPart } from './lot-order.ts'

/** Kinds of entries. Which of them give credits to a period, and which use them, is also said in SQL: README, "add a kind". */
export const entryMeanings = {
  grant: 'credits given',
  spend: 'contacts revealed',
  expire: 'unused credits ended',
  refund: 'a spend returned',
  adjust: 'a correction by the operator',
} as const
export type EntryKind = keyof typeof entryMeanings
export const entryKinds = Object.keys(entryMeanings) as EntryKind[]

export type Door = (typeof doors)[number]

/** Who did it: a key, a connected integration, a member, the operator. */
export type Actor = { type: string; id: string; name: string }

/** Somebody whose spends of the period are counted, and the limit they have, if any. */
export type CountedActor = { type: (typeof callerTypes)[number]; id: string; limit: number | null }

/** A usage month or a trial: what it is, and what it is given when it opens. */
export type Period = { start: Date; end: Date; credits: number; reason: string }

export type Balance = {
  accountId: string
  balance: number
  periodCredits: number
  /** The driver reads '-infinity', of a ledger that had no period yet, as a number. */
  periodStart: Date | number
  periodEnd: Date | null
  lastSeq: number
  /** The entry at which this period's event about low credits was recorded; null before. */
  lowReportedSeq: number | null
  /** Credits beyond the period's own. */
  lots: HeldLot[]
  /** When the next of them runs out; the driver reads 'infinity' as a number. */
  lotsExpireAt: Date | number
}

/** Reads a time that may be infinite. */
export const toTime = (time: Date | number): number => (typeof time === 'number' ? time : time.getTime())

export type EntryDraft = {
  kind: EntryKind
  amount: number
  door: Door
  actor?: Actor | null
  /** The member whom a connection spends for. */
  memberId?: string | null
  reason?: string | null
  contactIds?: string[]
  requestId?: string | null
  /** The job that the spend is part of. */
  jobId?: string | null
  /** The caller’s own words for a spend. */
  reference?: string | null
  /** Whose limit a spend uses up. */
  usedUp?: CountedActor[]
  refundsSeq?: number
  /** The period that this entry opens. */
  opens?: Period
  /**
   * Added to `periodCredits`: what usage shows as the period’s limit, and what low credits are measured by. Not where the credits
   * lie: goodwill is a lot of its own and counts, because it expires with the period; a pack does not count.
   */
  periodCreditsChange?: number
  /** Credits that become a lot of their own, instead of the period's. */
  lot?: { source: HeldLot['source']; expiresAt: Date | null; reference?: string | null }
  /** Where credits are taken from, if not in the order of spending. */
  parts?: LotPart[]
  /** Another period than the current one. */
  periodStart?: Date
}

/** Called once, when an account is made. */
export async function openLedger(db: Db, accountId: string): Promise<void> {
  await db.query(sql`INSERT INTO credit_balances (account_id) VALUES (${accountId})`)
}

/** The columns of a Balance, from credit_balances `b`. The lot that is being spent from is kept only in the balance row. */
export const balanceColumns = sql`b.account_id AS "accountId", b.balance, b.period_credits AS "periodCredits",
  b.period_start AS "periodStart", b.period_end AS "periodEnd", b.last_seq AS "lastSeq", b.low_told_seq AS "lowReportedSeq",
  b.lots_expire_at AS "lotsExpireAt", (
    SELECT json_agg(json_build_object('seq', l.lot_seq, 'source', l.source, 'expiresAt', l.expires_at,
      'remaining', CASE WHEN l.lot_seq = b.lot_seq THEN b.balance - b.set_aside ELSE l.remaining END) ORDER BY l.lot_seq)
    FROM credit_lots l WHERE l.account_id = b.account_id AND l.remaining > 0) AS lots`

type BalanceRow = Omit<Balance, 'lots'> & { lots: (Omit<HeldLot, 'expiresAt'> & { expiresAt: string | null })[] | null }

export function toBalance<Row extends BalanceRow>({ lots, ...row }: Row): Omit<Row, 'lots'> & Pick<Balance, 'lots'> {
  const held = (lots ?? []).map(({ expiresAt, ...lot }) => ({
    ...lot,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }))
  return { ...row, lots: held }
}

export async function readBalance(db: Db, accountId: string): Promise<Balance> {
  const [row] = await db.query<BalanceRow>(
    prepared('read_balance', sql`SELECT ${balanceColumns} FROM credit_balances b WHERE account_id = ${accountId}`),
  )
  if (!row) throw new Error(`Account ${accountId} has no ledger.`)
  return toBalance(row)
}

/**
 * The first lock of every change to an account's credits. Everything else that belongs to them (lots, reveals, entries,
 * idempotency records) is only ever written under this lock, so a statement after it sees the whole truth.
 */
export async function lockBalance(tx: Db, accountId: string): Promise<Balance> {
  await tx.query(prepared('lock_balance', sql`SELECT FROM credit_balances WHERE account_id = ${accountId} FOR UPDATE`))
  return readBalance(tx, accountId)
}

/** The database's time. */
export async function readNow(db: Db, clock: Clock): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`SELECT ${clock.sql} AS now`)
  return row!.now
}
