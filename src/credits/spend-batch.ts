import type { Clock } from '../clock.ts'
import type { BatchOutcome } from '../db/batch.ts'
import type { Lane } from '../db/lane.ts'
import { prepared, type Sql, sql } from '../db/sql.ts'
import { newEntryId } from '../ids.ts'
import type { SpendOutcome, SpendRequest } from './spend.ts'

type BatchRow = {
  slot: number
  balance_after: number | null
  spent: number
  revealed_at: (Date | null)[]
  charged: boolean[]
}

/**
 * Many spends in one transaction and one round trip: lock the balances in ascending order, then one set-based
 * statement, whose snapshot is taken after the locks and therefore final for these accounts. An account for which any
 * request might fail is left out as a whole and its requests run alone.
 */
export async function spendBatch(
  lane: Lane,
  clock: Clock,
  requests: SpendRequest[],
): Promise<BatchOutcome<SpendOutcome>[]> {
  const outcomes: BatchOutcome<SpendOutcome>[] = requests.map(() => 'alone')
  const slots = requests.flatMap((request, slot) => (request.actorLimit === null ? [slot] : []))
  if (slots.length === 0) return outcomes

  const accounts = [...new Set(slots.map((slot) => requests[slot]!.accountId))]
  const answers = await lane.transaction([planForLanes, lockBalances(accounts), spendAll(clock, requests, slots)])
  for (const row of answers[2] as BatchRow[]) {
    if (row.balance_after === null) continue
    const items = requests[row.slot]!.items.map(({ contactId }, at) => ({
      contactId,
      revealedAt: row.revealed_at[at] ?? null,
      charged: row.charged[at]!,
    }))
    outcomes[row.slot] = {
      output: { kind: 'spent', items, spent: row.spent, remaining: row.balance_after, replayed: false },
    }
  }
  return outcomes
}

/**
 * Only for this transaction, hence safe behind a pooler. The statement below is planned once per connection, maybe
 * while its tables are still small: a plan that scans one of them would become slow as they grow.
 */
const planForLanes = prepared(
  'plan_for_lanes',
  sql`SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true)`,
)

const lockBalances = (accounts: string[]): Sql =>
  prepared(
    'lock_balances',
    sql`SELECT account_id FROM credit_balances WHERE account_id = ANY(${accounts}::text[]) ORDER BY account_id FOR UPDATE`,
  )

function spendAll(clock: Clock, requests: SpendRequest[], slots: number[]): Sql {
  const column = <T>(read: (request: SpendRequest) => T): T[] => slots.map((slot) => read(requests[slot]!))
  const items = slots.flatMap((slot) => requests[slot]!.items.map((item) => ({ slot, ...item })))
  return prepared(
    'spend_batch',
    sql`
    WITH request AS MATERIALIZED (
      SELECT * FROM unnest(
        ${slots}::int[], ${column((request) => request.accountId)}::text[],
        ${column((request) => request.period.start)}::timestamptz[], ${column((request) => request.door)}::text[],
        ${column((request) => request.actor.type)}::text[], ${column((request) => request.actor.id)}::text[],
        ${column((request) => request.actor.name)}::text[], ${column((request) => request.requestId)}::text[],
        ${column((request) => request.idempotencyKey)}::text[], ${column(newEntryId)}::text[]
      ) AS r (slot, account_id, period_start, door, actor_type, actor_id, actor_name, request_id, idempotency_key, entry_id)
    ),
    item AS MATERIALIZED (
      SELECT r.slot, r.account_id, i.place, i.contact_id, i.purchasable, i.readable, v.revealed_at,
        -- Within a batch, too, the first request that asks for a contact is the one that pays for it.
        i.purchasable AND v.revealed_at IS NULL AND row_number() OVER (
          PARTITION BY r.account_id, i.contact_id ORDER BY i.purchasable DESC, r.slot) = 1 AS charged
      FROM unnest(
        ${items.map((item) => item.slot)}::int[], ${items.map((item) => item.contactId)}::text[],
        ${items.map((item) => item.purchasable)}::boolean[], ${items.map((item) => item.readable)}::boolean[]
      ) WITH ORDINALITY AS i (slot, contact_id, purchasable, readable, place)
      JOIN request r USING (slot)
      LEFT JOIN LATERAL (
        SELECT revealed_at FROM reveals
        WHERE account_id = r.account_id AND contact_id = i.contact_id LIMIT 1
      ) v ON true
    ),
    bill AS MATERIALIZED (
      SELECT slot, account_id, count(*) FILTER (WHERE charged)::int AS cost,
        array_agg(contact_id ORDER BY place) AS requested_ids,
        coalesce(array_agg(contact_id ORDER BY place) FILTER (WHERE charged), '{}') AS charged_ids,
        coalesce(array_agg(contact_id ORDER BY place)
          FILTER (WHERE readable AND (purchasable OR revealed_at IS NOT NULL)), '{}') AS available_ids,
        array_agg(CASE WHEN NOT readable THEN NULL WHEN revealed_at IS NOT NULL THEN revealed_at
          WHEN purchasable THEN ${clock.sql} END ORDER BY place) AS revealed_at,
        array_agg(charged ORDER BY place) AS charged
      FROM item GROUP BY slot, account_id
    ),
    account AS MATERIALIZED (
      SELECT b.account_id, b.balance, b.last_seq, b.period_start, need.cost, need.entries
      FROM (
        SELECT account_id, sum(cost)::int AS cost, count(*) FILTER (WHERE cost > 0) AS entries,
          max(period_start) AS period_start
        FROM bill JOIN request USING (slot, account_id) GROUP BY account_id
      ) need
      JOIN LATERAL (SELECT * FROM credit_balances WHERE account_id = need.account_id LIMIT 1) b ON true
      WHERE b.balance >= need.cost AND b.period_start >= need.period_start
        AND NOT EXISTS (
          SELECT FROM request k
          JOIN LATERAL (
            SELECT 1 FROM idempotency_keys
            WHERE account_id = k.account_id AND idempotency_key = k.idempotency_key LIMIT 1
          ) known ON true
          WHERE k.account_id = need.account_id AND k.idempotency_key IS NOT NULL)
    ),
    served AS MATERIALIZED (
      SELECT bill.*, r.door, r.actor_type, r.actor_id, r.actor_name, r.request_id, r.idempotency_key, r.entry_id,
        account.period_start,
        account.balance - (sum(bill.cost) OVER earlier)::int AS balance_after,
        account.last_seq + count(*) FILTER (WHERE bill.cost > 0) OVER earlier AS seq
      FROM bill JOIN request r USING (slot, account_id) JOIN account USING (account_id)
      WINDOW earlier AS (PARTITION BY account_id ORDER BY slot)
    ),
    new_entries AS (
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
        actor_name, contact_ids, request_id, period_start, created_at)
      SELECT account_id, seq, entry_id, 'spend', -cost, balance_after, door, actor_type, actor_id,
        actor_name, charged_ids, request_id, period_start, ${clock.sql}
      FROM served WHERE cost > 0
    ),
    new_reveals AS (
      INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT account_id, unnest(charged_ids), seq, ${clock.sql} FROM served WHERE cost > 0
    ),
    new_balances AS (
      UPDATE credit_balances b SET balance = b.balance - account.cost, last_seq = b.last_seq + account.entries
      FROM account WHERE b.account_id = account.account_id AND account.cost > 0
    ),
    new_actor_spends AS (
      INSERT INTO credit_actor_spends AS s (account_id, actor_type, actor_id, period_start, spent)
      SELECT account_id, actor_type, actor_id, period_start, sum(cost)
      FROM served WHERE cost > 0 GROUP BY account_id, actor_type, actor_id, period_start
      ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent
    ),
    new_keys AS (
      INSERT INTO idempotency_keys
        (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, created_at)
      SELECT account_id, idempotency_key, requested_ids, available_ids, charged_ids, balance_after, ${clock.sql}
      FROM served WHERE idempotency_key IS NOT NULL AND available_ids <> '{}'
    )
    SELECT slot, balance_after, cost AS spent, revealed_at, charged
    FROM bill LEFT JOIN (SELECT slot, balance_after FROM served) s USING (slot)`,
  )
}
