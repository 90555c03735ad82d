import type { Clock } from '../base/clock.ts'
import { newEntryId } from '../base/ids.ts'
import { rawSql, type Sql, sql, template } from '../base/sql.ts'
import { isExcludedByColumn } from '../catalog/exclusions/excluded.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { isSettled } from './periods.ts'
import type { SpendOutcome, SpendRequest } from './spend-request.ts'
import { canTake, endOfLot, ownedSince, usedKey } from './spend-rule.ts'
import { memberBehind } from './spending-limits.ts'

/** By the place of the request; those that are missing are left to `spend-batch.ts`, and nothing was done for them. */
type SpendEach = (connection: BatchConnection, requests: SpendRequest[]) => Promise<Map<number, SpendOutcome>>

type PlainSpend = { place: number; request: SpendRequest; ids: string[]; entryId: string }
type Answer = {
  place: number
  remaining: number
  now: Date
  /** Since when each contact is owned; null when all were bought. */
  ownedAt: Date[] | null
}

/**
 * What almost all requests are, alone as well as in a batch: of one account each, for contacts that are all new, or all owned. Without
 * anything that requests of one batch could do to each other, a statement costs two thirds of what `spend-batch.ts` costs the database.
 */
export function createSpendEach(clock: Clock): SpendEach {
  const statementsOf = (name: string, isOne: boolean) => ({
    plain: template<PlainSpend[]>(name, spendStatement(clock, { keyed: false, isOne })),
    keyed: template<PlainSpend[]>(`${name}_keyed`, spendStatement(clock, { keyed: true, isOne })),
  })
  const forMany = statementsOf('spend_each', false)
  const forOne = statementsOf('spend_one', true)

  return async (connection, requests) => {
    const asked = requests.flatMap((request, place) =>
      isSimple(request) ? [{ place, request, ids: request.items.map(idOf), entryId: newEntryId() }] : [],
    )
    const each = onePerAccount(asked, requests)
    if (each.length === 0) return new Map()
    const isPlain = each.every(({ request }) => request.idempotencyKey === null)
    const statements = each.length === 1 ? forOne : forMany
    const answers = await connection.query<Answer>(statements[isPlain ? 'plain' : 'keyed'](each))
    return new Map(answers.map((answer) => [answer.place, toOutcome(requests[answer.place]!, answer)]))
  }
}

const idOf = ({ contactId }: { contactId: string }): string => contactId

/** Everything can be bought, and nobody’s limit is asked. */
const isSimple = ({ items, countsFor }: SpendRequest): boolean =>
  items.every(({ purchasable }) => purchasable) && countsFor.every(({ limit }) => limit === null)

/** Those that are their account's only request, in the order in which the statement locks balances. */
function onePerAccount(asked: PlainSpend[], requests: SpendRequest[]): PlainSpend[] {
  const requestsOf = new Map<string, number>()
  for (const { accountId } of requests) requestsOf.set(accountId, (requestsOf.get(accountId) ?? 0) + 1)
  return asked
    .filter(({ request }) => requestsOf.get(request.accountId) === 1)
    .sort((a, b) => (a.request.accountId < b.request.accountId ? -1 : 1))
}

function toOutcome({ items }: SpendRequest, { remaining, now, ownedAt }: Answer): SpendOutcome {
  const charged = ownedAt === null
  const shown = items.map(({ contactId }, at) => ({
    contactId,
    revealedAt: charged ? now : ownedAt[at]!,
    charged,
    excluded: false,
  }))
  return { kind: 'spent', items: shown, spent: charged ? items.length : 0, remaining, replayed: false }
}

/** What the statement is told of each request. */
type Column = [name: string, type: string, read: (one: PlainSpend) => unknown]

const columns: Column[] = [
  ['place', 'int', ({ place }) => place],
  ['account_id', 'text', ({ request }) => request.accountId],
  ['due', 'timestamptz', ({ request }) => request.period.start],
  ['cost', 'int', ({ ids }) => ids.length],
  ['joined', 'text', ({ ids }) => ids.join(' ')],
  ['allow_excluded', 'boolean', ({ request }) => request.allowExcluded ?? false],
  ['entry_id', 'text', ({ entryId }) => entryId],
  ['door', 'text', ({ request }) => request.door],
  ['actor_type', 'text', ({ request }) => request.actor.type],
  ['actor_id', 'text', ({ request }) => request.actor.id],
  ['actor_name', 'text', ({ request }) => request.actor.name],
  ['member_id', 'text', ({ request }) => memberBehind(request)],
  ['request_id', 'text', ({ request }) => request.requestId],
  ['reference', 'text', ({ request }) => request.reference ?? null],
]
const keyColumns: Column[] = [
  ['key', 'text', ({ request }) => request.idempotencyKey],
  ['options', 'text', ({ request }) => request.options ?? null],
]

/** A row for each request. A request alone sends values and no lists: its plan, without a function for each column, costs less to set up. */
function rowsOf(columns: readonly Column[], isOne: boolean): Sql {
  const names = columns.map(([name]) => name).join(', ')
  const values = columns.map(([, type, read]) =>
    isOne
      ? sql`${([one]: PlainSpend[]) => read(one!)}::${rawSql(type)}`
      : sql`${(asked: PlainSpend[]) => asked.map(read)}::${rawSql(type)}[]`,
  )
  const listed = values.reduce((before, value) => sql`${before}, ${value}`)
  return sql`${isOne ? sql`(VALUES (${listed}))` : sql`unnest(${listed})`} AS q (${rawSql(names)})`
}

/**
 * `asked` finds out, from before the lock, since when each contact is owned. `paid` is the one UPDATE that locks each balance, judges it
 * as it then is, and writes it. Requests for owned contacts are only answered. If another node was faster, the primary keys of reveals
 * and idempotency_keys refuse the whole statement, and it is tried again.
 */
function spendStatement(clock: Clock, { keyed, isOne }: { keyed: boolean; isOne: boolean }): Sql {
  // Of a row alone and a small table, the planner would read the table as a whole. A parameter is looked up by its key.
  const accountId = isOne ? sql`${([one]: PlainSpend[]) => one!.request.accountId}::text` : sql`q.account_id`
  return sql`
    WITH asked AS MATERIALIZED (
      SELECT q.*, ARRAY(
        SELECT ${ownedSince(sql`q.account_id`, sql`wanted`)} FROM unnest(string_to_array(q.joined, ' ')) AS wanted) AS owned_at
      FROM ${rowsOf(keyed ? [...columns, ...keyColumns] : columns, isOne)}
    ),
    paid AS (
      UPDATE credit_balances b SET balance = b.balance - q.cost, last_seq = b.last_seq + 1
      FROM (
        SELECT *, string_to_array(joined, ' ') AS ids FROM asked
        WHERE array_remove(owned_at, NULL) = '{}' AND (allow_excluded OR NOT EXISTS (
          SELECT FROM unnest(string_to_array(joined, ' ')) AS wanted WHERE ${isExcludedByColumn(sql`asked.account_id`, sql`wanted`)}))
          ${keyed ? sql`AND NOT EXISTS (${usedKey(sql`asked.account_id`, sql`asked.key`)})` : sql``}
        ${isOne ? sql`` : sql`ORDER BY account_id`}
      ) q
      WHERE b.account_id = ${accountId} AND ${canTake(clock, { cost: sql`q.cost`, due: sql`q.due` })}
      RETURNING q.*, b.balance, b.last_seq, b.period_start, b.lot_seq, ${endOfLot} AS lots_period_end, ${clock.sql} AS now
    ),
    entry AS (
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
        actor_name, member_id, contact_ids, request_id, period_start, lot_seq, lots_period_end, reference, created_at)
      SELECT account_id, last_seq, entry_id, 'spend', -cost, balance, door, actor_type, actor_id, actor_name, member_id, ids,
        request_id, period_start, lot_seq, lots_period_end, reference, now
      FROM paid
    ),
    revealed AS (
      INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT account_id, unnest(ids), last_seq, now FROM paid
    ),
    counted AS (
      INSERT INTO credit_actor_spends AS s (account_id, actor_type, actor_id, period_start, spent)
      SELECT account_id, actor.type, actor.id, period_start, cost
      FROM paid CROSS JOIN LATERAL (VALUES (actor_type, actor_id), ('member', member_id)) AS actor (type, id)
      WHERE actor.id IS NOT NULL
      ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent
    )
    ${keyed ? rememberPaid : sql``}
    SELECT place, balance AS remaining, now, NULL AS "ownedAt" FROM paid
    UNION ALL
    SELECT q.place, b.balance, ${clock.sql}, q.owned_at
    FROM asked q JOIN credit_balances b ON b.account_id = ${accountId}
    WHERE array_position(q.owned_at, NULL) IS NULL AND ${isSettled(clock, sql`q.due`)} ${keyed ? sql`AND q.key IS NULL` : sql``}`
}

const rememberPaid = sql`,
    remembered AS (
      INSERT INTO idempotency_keys
        (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, request_id, options,
          excluded_ids, created_at)
      SELECT account_id, key, ids, ids, ids, balance, request_id, options, '{}', now FROM paid WHERE key IS NOT NULL
    )`
