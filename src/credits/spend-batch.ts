import type { Clock } from '../clock.ts'
import type { BatchOutcome } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { type Sql, sql, template } from '../db/sql.ts'
import {
  type AccountDebit,
  type Batch,
  type DebitActor,
  type DebitEntry,
  makeDebits,
  toBatch,
} from './account-debits.ts'
import { memberBehind } from './actor-spends.ts'
import type { SpendOutcome, SpendRequest } from './spend-request.ts'

type SpendBatch = (connection: BatchConnection, requests: SpendRequest[]) => Promise<BatchOutcome<SpendOutcome>[]>

/** `place` is that of the debit. */
type Paid = { place: number; balance: number; now: Date }

/**
 * Many spends in one statement, which is one round trip, one transaction and one commit. It serves what most spends are:
 * new contacts, an open period, enough credits. Everything about such a debit is known beforehand, so that the statement
 * needs only to find the accounts for which it holds. All requests of the others run alone.
 */
export function createSpendBatch(clock: Clock): SpendBatch {
  const pay = template<Batch>('spend_batch', payDebits(clock, { withKeys: false }))
  const payWithKeys = template<Batch>('spend_batch_with_keys', payDebits(clock, { withKeys: true }))

  return async (connection, requests) => {
    const outcomes: BatchOutcome<SpendOutcome>[] = requests.map(() => 'alone')
    const debits = makeDebits(requests)
    if (debits.length === 0) return outcomes
    const batch = toBatch(debits)
    for (const { place, balance, now } of await connection.query<Paid>(
      (batch.keyed.length > 0 ? payWithKeys : pay)(batch),
    )) {
      const debit = debits[place]!
      let remaining = balance + debit.cost
      for (const { slot, request, charged } of debit.requests) {
        remaining -= charged.length
        outcomes[slot] = { output: toOutcome(request, now, remaining) }
      }
    }
    return outcomes
  }
}

function toOutcome({ items }: SpendRequest, now: Date, remaining: number): SpendOutcome {
  const spentItems = items.map(({ contactId, purchasable }) => ({
    contactId,
    revealedAt: purchasable ? now : null,
    charged: purchasable,
  }))
  const spent = spentItems.filter(({ charged }) => charged).length
  return { kind: 'spent', items: spentItems, spent, remaining, replayed: false }
}

const debit = (read: (debit: AccountDebit, place: number) => unknown) => (batch: Batch) => batch.debits.map(read)
const entry = (read: (entry: DebitEntry) => unknown) => (batch: Batch) => batch.entries.map(read)
const actor = (read: (actor: DebitActor) => unknown) => (batch: Batch) => batch.actors.map(read)
const keyed = (read: (entry: DebitEntry) => unknown) => (batch: Batch) => batch.keyed.map(read)

/**
 * The balance row is locked, judged as it then is, and written, all by the one UPDATE. Whether something is owned or a
 * key known is read from before the lock: if another node was faster, the primary keys of reveals and idempotency_keys
 * refuse the whole statement, and every request of it runs alone. Both are asked with LIMIT 1, one contact and one key at
 * a time: as lists they may be planned as a walk through all that the account owns (PostgreSQL 15 and 16 did). Lists of
 * ids travel as text with spaces; rows find the debit they belong to by its place, which is cheaper to compare than an id.
 */
function payDebits(clock: Clock, { withKeys }: { withKeys: boolean }): Sql {
  return sql`
    WITH paid AS (
      UPDATE credit_balances b SET balance = b.balance - debit.cost, last_seq = b.last_seq + debit.entries
      FROM unnest(
        ${debit((_, place) => place)}::int[], ${debit(({ accountId }) => accountId)}::text[],
        ${debit(({ cost }) => cost)}::int[], ${debit(({ requests }) => requests.length)}::int[],
        ${debit(({ due }) => due)}::timestamptz[], ${debit(({ contactIds }) => [...contactIds].join(' '))}::text[]
      ) AS debit (place, account_id, cost, entries, due, contact_ids)
      WHERE b.account_id = debit.account_id AND b.balance >= debit.cost AND b.period_start >= debit.due
        AND NOT EXISTS (
          SELECT FROM unnest(string_to_array(debit.contact_ids, ' ')) AS wanted
          WHERE (SELECT true FROM reveals WHERE account_id = debit.account_id AND contact_id = wanted LIMIT 1))
        ${withKeys ? knowsNoKey : sql``}
      RETURNING debit.place, b.account_id, b.balance, b.last_seq, b.period_start, ${clock.sql} AS now
    ),
    entry AS (
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
        actor_name, member_id, contact_ids, request_id, period_start, created_at)
      SELECT account_id, last_seq - e.later_entries, e.entry_id, 'spend', -e.cost, balance + e.later_cost, e.door,
        e.actor_type, e.actor_id, e.actor_name, e.member_id, string_to_array(e.contact_ids, ' '), e.request_id,
        period_start, now
      FROM unnest(
        ${entry((row) => row.debit)}::int[], ${entry((row) => row.laterEntries)}::int[],
        ${entry((row) => row.laterCost)}::int[], ${entry((row) => row.entryId)}::text[],
        ${entry((row) => row.charged.length)}::int[], ${entry((row) => row.request.door)}::text[],
        ${entry((row) => row.request.actor.type)}::text[], ${entry((row) => row.request.actor.id)}::text[],
        ${entry((row) => row.request.actor.name)}::text[], ${entry((row) => memberBehind(row.request))}::text[],
        ${entry((row) => row.charged.join(' '))}::text[], ${entry((row) => row.request.requestId)}::text[]
      ) AS e (debit, later_entries, later_cost, entry_id, cost, door, actor_type, actor_id, actor_name, member_id,
        contact_ids, request_id)
      ${paidFor(sql`e.debit`)}
      RETURNING account_id, seq, contact_ids, created_at
    ),
    revealed AS (
      INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT account_id, unnest(contact_ids), seq, created_at FROM entry
    ),
    counted AS (
      INSERT INTO credit_actor_spends AS s (account_id, actor_type, actor_id, period_start, spent)
      SELECT account_id, a.type, a.id, period_start, a.spent
      FROM unnest(
        ${actor((row) => row.debit)}::int[], ${actor((row) => row.type)}::text[], ${actor((row) => row.id)}::text[],
        ${actor((row) => row.spent)}::int[]
      ) AS a (debit, type, id, spent)
      ${paidFor(sql`a.debit`)}
      ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent
    )
    ${withKeys ? rememberKeys() : sql``}
    SELECT place, balance, now FROM paid`
}

/** A join would be the other way round, and read the wide rows once for every narrow one. */
const paidFor = (debit: Sql): Sql => sql`CROSS JOIN LATERAL (SELECT * FROM paid WHERE place = ${debit} LIMIT 1) paid`

const knowsNoKey = sql`
        AND NOT EXISTS (
          SELECT FROM unnest(
            ${keyed((row) => row.debit)}::int[], ${keyed(({ request }) => request.idempotencyKey)}::text[]
          ) AS sent (debit, key)
          WHERE sent.debit = debit.place AND (
            SELECT true FROM idempotency_keys WHERE account_id = debit.account_id AND idempotency_key = sent.key LIMIT 1))`

const rememberKeys = (): Sql => sql`,
    remembered AS (
      INSERT INTO idempotency_keys
        (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, created_at)
      SELECT account_id, k.idempotency_key, string_to_array(k.requested_ids, ' '), string_to_array(k.charged_ids, ' '),
        string_to_array(k.charged_ids, ' '), balance + k.later_cost, now
      FROM unnest(
        ${keyed((row) => row.debit)}::int[], ${keyed(({ request }) => request.idempotencyKey)}::text[],
        ${keyed(({ request }) => request.items.map((item) => item.contactId).join(' '))}::text[],
        ${keyed((row) => row.charged.join(' '))}::text[], ${keyed((row) => row.laterCost)}::int[]
      ) AS k (debit, idempotency_key, requested_ids, charged_ids, later_cost)
      ${paidFor(sql`k.debit`)}
    )`
