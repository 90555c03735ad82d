import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { prepared, sql } from '../db/sql.ts'
import { newEntryId } from '../ids.ts'

export type EntryKind = 'grant' | 'spend' | 'expire' | 'refund' | 'adjust'
export const entryKinds: EntryKind[] = ['grant', 'spend', 'expire', 'refund', 'adjust']

export const doors = ['api_key', 'oauth', 'mcp', 'web', 'operator', 'billing', 'system'] as const
export type Door = (typeof doors)[number]

/** Who did it: a key, a connected integration, a member, the operator. */
export type Actor = { type: string; id: string; name: string }

export type Balance = {
  accountId: string
  balance: number
  periodCredits: number
  periodStart: Date
  periodEnd: Date | null
  lastSeq: number
}

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
  opensPeriod?: boolean
  refundsSeq?: number
}

export const balanceColumns = sql`account_id AS "accountId", balance, period_credits AS "periodCredits",
  period_start AS "periodStart", period_end AS "periodEnd", last_seq AS "lastSeq"`

/** Called once, when an account is made. */
export async function openLedger(db: Db, accountId: string): Promise<void> {
  await db.query(sql`INSERT INTO credit_balances (account_id) VALUES (${accountId})`)
}

export async function readBalance(db: Db, accountId: string): Promise<Balance> {
  const rows = await db.query<Balance>(
    prepared('read_balance', sql`SELECT ${balanceColumns} FROM credit_balances WHERE account_id = ${accountId}`),
  )
  return theOnly(rows, accountId)
}

/**
 * The first lock of every change to an account's credits. Everything else that a spend reads (reveals, entries,
 * idempotency records) is only ever written under this lock, so after it a statement sees the whole truth.
 */
export async function lockBalance(tx: Db, accountId: string): Promise<Balance> {
  const rows = await tx.query<Balance>(
    prepared(
      'lock_balance',
      sql`SELECT ${balanceColumns} FROM credit_balances WHERE account_id = ${accountId} FOR UPDATE`,
    ),
  )
  return theOnly(rows, accountId)
}

function theOnly(rows: Balance[], accountId: string): Balance {
  if (!rows[0]) throw new Error(`Account ${accountId} has no ledger.`)
  return rows[0]
}

/**
 * Appends one entry and moves the balance with it. The caller holds the lock; the new balance is returned, the old
 * one is not to be used again.
 */
export async function append(tx: Db, clock: Clock, held: Balance, draft: EntryDraft): Promise<Balance> {
  const next: Balance = { ...held, balance: held.balance + draft.amount, lastSeq: held.lastSeq + 1 }
  const {
    kind,
    amount,
    door,
    actor,
    memberId,
    reason,
    contactIds = [],
    requestId,
    opensPeriod = false,
    refundsSeq,
  } = draft
  await tx.query(
    prepared(
      'append_entry',
      sql`
        WITH entry AS (
          INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
            actor_name, member_id, reason, contact_ids, request_id, period_start, opens_period, refunds_seq, created_at)
          VALUES (${held.accountId}, ${next.lastSeq}, ${newEntryId()}, ${kind}, ${amount}, ${next.balance}, ${door},
            ${actor?.type}, ${actor?.id}, ${actor?.name}, ${memberId}, ${reason}, ${contactIds}, ${requestId},
            ${held.periodStart}, ${opensPeriod}, ${refundsSeq}, ${clock.sql})
        )
        UPDATE credit_balances SET balance = ${next.balance}, last_seq = ${next.lastSeq}
        WHERE account_id = ${held.accountId}`,
    ),
  )
  return next
}
