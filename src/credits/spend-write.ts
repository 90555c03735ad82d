import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { prepared, sql } from '../db/sql.ts'
import { newEntryId } from '../ids.ts'
import { memberBehind } from './actor-spends.ts'
import type { Balance, EntryDraft } from './ledger.ts'
import { openingDrafts } from './periods.ts'
import type { GrantedSpend, SpendRequest } from './spend-request.ts'

type EntryRow = EntryDraft & { seq: number; balanceAfter: number; periodStart: Date }

/**
 * Everything that a granted spend changes, in one statement: the period it opens, its entry, its contacts, the counters of
 * its actors and the record under its key. Resolves to the time of the spend, or to null if the account is no longer as it
 * was read: every change to it adds an entry, so the number of the last one tells.
 */
export async function writeSpend(
  db: Db,
  clock: Clock,
  held: Balance,
  request: SpendRequest,
  granted: GrantedSpend,
): Promise<Date | null> {
  const { accountId, period, countsFor } = request
  const { fresh, available, opensPeriod, remaining } = granted
  const entries = entriesOf(held, request, granted)
  const of = <T>(read: (entry: EntryRow) => T): T[] => entries.map(read)
  const current = opensPeriod
    ? { start: period.start, end: period.end, credits: period.credits }
    : { start: held.periodStart, end: held.periodEnd, credits: held.periodCredits }
  const counted = fresh.length > 0 ? countsFor : []
  const [written] = await db.query<{ now: Date }>(
    prepared(
      'write_spend',
      sql`
      WITH held AS (
        UPDATE credit_balances
        SET balance = ${remaining}, last_seq = last_seq + ${entries.length}::int,
          period_start = ${current.start}, period_end = ${current.end}, period_credits = ${current.credits}
        WHERE account_id = ${accountId} AND last_seq = ${held.lastSeq}
        RETURNING account_id, ${clock.sql} AS now
      ),
      entry AS (
        INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
          actor_name, member_id, reason, contact_ids, request_id, period_start, opens_period, created_at)
        SELECT account_id, e.seq, e.entry_id, e.kind, e.amount, e.balance_after, e.door, e.actor_type, e.actor_id,
          e.actor_name, e.member_id, e.reason, string_to_array(e.contact_ids, ' '), e.request_id, e.period_start,
          e.opens_period, now
        FROM held, unnest(
          ${of(({ seq }) => seq)}::bigint[], ${of(newEntryId)}::text[], ${of(({ kind }) => kind)}::text[],
          ${of(({ amount }) => amount)}::int[], ${of(({ balanceAfter }) => balanceAfter)}::int[],
          ${of(({ door }) => door)}::text[], ${of(({ actor }) => actor?.type)}::text[],
          ${of(({ actor }) => actor?.id)}::text[], ${of(({ actor }) => actor?.name)}::text[],
          ${of(({ memberId }) => memberId)}::text[], ${of(({ reason }) => reason)}::text[],
          ${of(({ contactIds = [] }) => contactIds.join(' '))}::text[], ${of(({ requestId }) => requestId)}::text[],
          ${of(({ periodStart }) => periodStart)}::timestamptz[], ${of(({ opensPeriod = false }) => opensPeriod)}::boolean[]
        ) AS e (seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id, actor_name, member_id, reason,
          contact_ids, request_id, period_start, opens_period)
        RETURNING account_id, seq, contact_ids, created_at
      ),
      revealed AS (
        INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
        SELECT account_id, unnest(contact_ids), seq, created_at FROM entry
      ),
      counted AS (
        INSERT INTO credit_actor_spends AS s (account_id, actor_type, actor_id, period_start, spent)
        SELECT account_id, type, id, ${current.start}, ${fresh.length}
        FROM held, unnest(${counted.map(({ type }) => type)}::text[], ${counted.map(({ id }) => id)}::text[]) AS a (type, id)
        ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent
      ),
      remembered AS (
        INSERT INTO idempotency_keys
          (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, created_at)
        SELECT account_id, key, ${request.items.map(({ contactId }) => contactId)}, ${available}, ${fresh}, ${remaining}, now
        FROM held, (VALUES (${request.idempotencyKey}::text)) AS sent (key) WHERE key IS NOT NULL
      )
      SELECT now FROM held`,
    ),
  )
  return written?.now ?? null
}

function entriesOf(held: Balance, request: SpendRequest, { fresh, opensPeriod }: GrantedSpend): EntryRow[] {
  const { door, actor, requestId, period } = request
  const entries: EntryRow[] = []
  let { balance, lastSeq } = held
  const add = (draft: EntryDraft, periodStart: Date) => {
    balance += draft.amount
    lastSeq += 1
    entries.push({ ...draft, seq: lastSeq, balanceAfter: balance, periodStart })
  }
  if (opensPeriod) {
    const { expiry, opening } = openingDrafts(held, period)
    if (expiry) add(expiry, held.periodStart)
    add(opening, period.start)
  }
  if (fresh.length > 0) {
    const spend = { amount: -fresh.length, door, actor, memberId: memberBehind(request), contactIds: fresh, requestId }
    add({ kind: 'spend', ...spend }, opensPeriod ? period.start : held.periodStart)
  }
  return entries
}
