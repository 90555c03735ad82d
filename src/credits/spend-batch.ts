import type { Clock } from '../base/clock.ts'
import { type Sql, sql, template } from '../base/sql.ts'
import { isExcludedByColumn } from '../catalog/exclusions/excluded.ts'
import type { BatchOutcome } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { type AskedRow, type Batch, makeDebits, toBatch } from './account-debits.ts'
import { isSettled } from './periods.ts'
import type { SpendOutcome, SpendRequest, SpentItem } from './spend-request.ts'
import { canTake, endOfLot, isFresh, ownedSince, usedKey } from './spend-rule.ts'
import { countSpends, memberBehind, staysWithinLimits } from './spending-limits.ts'

type SpendBatch = (connection: BatchConnection, requests: SpendRequest[]) => Promise<BatchOutcome<SpendOutcome>[]>

/** The answer to one request of a batch: `place` is that among the asked ones. */
type BatchAnswer = {
  place: number
  /** Null when the account did not pass; the next two then as well. */
  remaining: number | null
  now: Date | null
  /** Since when each contact that is sold, and then each that is only looked up, is owned; null when all are sold and new. */
  ownedAt: (Date | null)[] | null
  /** The contacts that were bought, as a list with spaces; null when all that are sold were. */
  bought: string | null
  /** True if the account has used the key before. Only where a request of the batch has a key. */
  known?: true | null
}

/**
 * Many spends in one statement, which is one round trip, one transaction and one commit. It serves every request that is
 * not refused, opens no period, takes from one lot of credits and tells nothing but the reveal: new contacts, contacts already owned,
 * actors with a limit, and mixtures. All requests of an account for which that does not hold run alone, and so does each whose
 * Idempotency-Key was used before.
 */
export function createSpendBatch(clock: Clock): SpendBatch {
  const plain = template<Batch>('spend_batch', spendStatement(clock, { full: false }))
  const full = template<Batch>('spend_batch_full', spendStatement(clock, { full: true }))

  return async (connection, requests) => {
    const outcomes: BatchOutcome<SpendOutcome>[] = requests.map(() => 'alone')
    const { debits, later } = makeDebits(requests)
    for (const slot of later) outcomes[slot] = 'later'
    const batch = toBatch(debits)
    const isPlain = batch.limits.length === 0 && batch.asked.every(({ request }) => isBare(request))
    const answers = await connection.query<BatchAnswer>((isPlain ? plain : full)(batch))
    /** By account and contact: what the requests of this batch found owned or bought; null if no two ask for the same contact. */
    const boughtAt = batch.asked.some(({ shared }) => shared.length > 0) ? new Map<string, Date>() : null
    for (const answer of answers.sort((a, b) => a.place - b.place)) {
      const asked = batch.asked[answer.place]!
      const output = toOutcome(asked, answer, boughtAt)
      if (output) outcomes[asked.slot] = { output }
    }
    return outcomes
  }
}

/** Nothing to remember, and nothing to note on the entry. */
const isBare = ({ idempotencyKey, reference = null, allowExcluded = false }: SpendRequest): boolean =>
  idempotencyKey === null && reference === null && !allowExcluded

/** Undefined for a request that runs alone. */
function toOutcome(asked: AskedRow, answer: BatchAnswer, boughtAt: Map<string, Date> | null): SpendOutcome | undefined {
  const { request, accountId, sold, shared, kept } = asked
  const { remaining, now, ownedAt, bought, known } = answer
  if (known || remaining === null || now === null) return undefined
  const owned = new Map<string, Date>()
  if (ownedAt) {
    const names = [...sold, ...kept]
    ownedAt.forEach((at, place) => {
      if (at !== null) owned.set(names[place]!, at)
    })
  }
  const charged = new Set(bought === null ? sold : toIds(bought))
  const excluded = new Set<string>()
  for (const contactId of sold) {
    const at = charged.has(contactId) ? now : owned.get(contactId)
    if (at) boughtAt?.set(`${accountId} ${contactId}`, at)
    else excluded.add(contactId)
  }
  for (const contactId of shared) {
    const at = boughtAt?.get(`${accountId} ${contactId}`)
    if (at) owned.set(contactId, at)
    else excluded.add(contactId)
  }
  const items = request.items.map(({ contactId }): SpentItem => {
    const isNew = charged.has(contactId)
    const revealedAt = isNew ? now : (owned.get(contactId) ?? null)
    return { contactId, revealedAt, charged: isNew, excluded: excluded.has(contactId) }
  })
  return { kind: 'spent', items, spent: charged.size, remaining, replayed: false }
}

const toIds = (text: string): string[] => (text === '' ? [] : text.split(' '))

const ask = (read: (row: AskedRow, place: number) => unknown) => (batch: Batch) => batch.asked.map(read)

/**
 * `asked` finds out, from before the lock, what of each request is new, and counts costs and entries up to it within its
 * account. `paid` is the one UPDATE that locks each balance, judges it as it then is, and writes it. `passed` adds the
 * accounts whose requests cost nothing: they are only read, so that looking at one's own contacts again waits for no lock
 * and no disk.
 *
 * If another node was faster and something is owned or remembered after all, the primary keys of reveals and
 * idempotency_keys refuse the whole statement, and it is tried again. An actor's limit has no such guard: there the
 * balance must be the very one that `asked` saw, by the number of its last entry.
 *
 * Lists of ids travel as text with spaces; rows find the debit they belong to by its place, which is cheaper to compare than an id.
 */
function spendStatement(clock: Clock, { full }: { full: boolean }): Sql {
  return sql`
    WITH asked AS MATERIALIZED (
      SELECT *, cardinality(fresh) AS cost,
        sum(cardinality(fresh)) OVER so_far AS cost_so_far, count(nullif(fresh, '{}')) OVER so_far AS entries_so_far
      FROM (
        SELECT q.*, ${full ? sql`used.*, CASE WHEN used.known THEN '{}' ELSE ${freshIds(sql`q.allow_excluded`)} END` : freshIds(sql`false`)}
          AS fresh
        FROM unnest(
          ${ask((_, place) => place)}::int[], ${ask((row) => row.debit)}::int[], ${ask((row) => row.isLast)}::boolean[],
          ${ask((row) => row.accountId)}::text[], ${ask((row) => row.due)}::timestamptz[],
          ${ask((row) => row.sold.length)}::int[], ${ask((row) => row.sold.join(' '))}::text[],
          ${ask((row) => row.kept.join(' '))}::text[],
          ${ask((row) => row.entryId)}::text[], ${ask((row) => row.request.door)}::text[],
          ${ask((row) => row.request.actor.type)}::text[], ${ask((row) => row.request.actor.id)}::text[],
          ${ask((row) => row.request.actor.name)}::text[], ${ask((row) => memberBehind(row.request))}::text[],
          ${ask((row) => row.request.requestId)}::text[]
          ${full ? keyColumns : sql``}
        ) AS q (place, debit, is_last, account_id, due, sold_count, sold, kept, entry_id, door, actor_type, actor_id, actor_name,
          member_id, request_id ${full ? sql`, key, asked_ids, sure, options, reference, allow_excluded` : sql``})
        ${full ? sql`LEFT JOIN LATERAL (${usedKey(sql`q.account_id`, sql`q.key`)}) used ON true` : sql``}
        OFFSET 0
      ) priced
      WINDOW so_far AS (PARTITION BY debit ORDER BY place)
    ),
    paid AS (
      UPDATE credit_balances b SET balance = b.balance - d.cost_so_far, last_seq = b.last_seq + d.entries_so_far
      FROM (SELECT * FROM asked WHERE is_last AND cost_so_far > 0 ORDER BY debit) d
      WHERE b.account_id = d.account_id AND ${canTake(clock, { cost: sql`d.cost_so_far`, due: sql`d.due` })}
        ${full ? staysWithinLimits : sql``}
      RETURNING d.debit, b.account_id, b.balance + d.cost_so_far AS balance_before, b.last_seq - d.entries_so_far AS seq_before,
        b.period_start, b.lot_seq,
        ${endOfLot} AS lots_period_end, ${clock.sql} AS now
    ),
    passed AS MATERIALIZED (
      SELECT debit, account_id, balance_before, seq_before, period_start, lot_seq, lots_period_end, now FROM paid
      UNION ALL
      SELECT d.debit, b.account_id, b.balance, b.last_seq, b.period_start, b.lot_seq, NULL, ${clock.sql}
      FROM asked d JOIN credit_balances b ON b.account_id = d.account_id
      WHERE d.is_last AND d.cost_so_far = 0 AND ${isSettled(clock, sql`d.due`)}
    ),
    entry AS (
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
        actor_name, member_id, contact_ids, request_id, period_start, lot_seq, lots_period_end, ${full ? sql`reference,` : sql``} created_at)
      SELECT p.account_id, seq_before + entries_so_far, entry_id, 'spend', -cost, balance_before - cost_so_far, door,
        actor_type, actor_id, actor_name, member_id, fresh, request_id, period_start, lot_seq, lots_period_end,
        ${full ? sql`reference,` : sql``} now
      FROM asked a CROSS JOIN LATERAL (SELECT * FROM paid WHERE debit = a.debit LIMIT 1) p WHERE a.cost > 0
      RETURNING account_id, seq, kind, contact_ids, created_at, period_start, actor_type, actor_id, member_id, amount
    ),
    revealed AS (
      INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT account_id, unnest(contact_ids), seq, created_at FROM entry
    ),
    counted AS (${countSpends})
    ${full ? rememberOutcomes : sql``}
    SELECT a.place, p.balance_before - a.cost_so_far AS remaining, p.now, ${ownedTimes} AS "ownedAt",
      CASE WHEN a.cost < a.sold_count THEN array_to_string(a.fresh, ' ') END AS bought
      ${full ? sql`, known` : sql``}
    FROM asked a LEFT JOIN LATERAL (SELECT * FROM passed WHERE debit = a.debit LIMIT 1) p ON true`
}

/** Of what `q` would buy, the contacts that are new. */
const freshIds = (isAllowed: Sql): Sql => sql`ARRAY(
          SELECT wanted FROM (SELECT unnest(string_to_array(q.sold, ' ')) AS wanted) listed
          WHERE ${isFresh(sql`q.account_id`, sql`wanted`, isAllowed)})`

/** Asked only where something may be owned, so that a request for new contacts pays for one look at each. */
const ownedTimes = sql`CASE WHEN a.kept <> '' OR a.cost < a.sold_count THEN ARRAY(
        SELECT ${ownedSince(sql`a.account_id`, sql`wanted`)}
        FROM unnest(string_to_array(a.sold, ' ') || string_to_array(a.kept, ' ')) AS wanted) END`

const keyColumns = sql`, ${ask((row) => row.request.idempotencyKey)}::text[],
          ${ask((row) => row.request.items.map(({ contactId }) => contactId).join(' '))}::text[],
          ${ask((row) => [...row.sold, ...row.shared].join(' '))}::text[],
          ${ask((row) => row.request.options)}::text[], ${ask((row) => row.request.reference)}::text[],
          ${ask((row) => row.request.allowExcluded ?? false)}::boolean[]`

/** Every success is remembered, also one that cost nothing. A request that gets nothing is an error to its caller. */
const rememberOutcomes = sql`,
    remembered AS (
      INSERT INTO idempotency_keys
        (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, request_id, options,
          excluded_ids, created_at)
      SELECT p.account_id, a.key, string_to_array(a.asked_ids, ' '), shown.ids, a.fresh,
        p.balance_before - a.cost_so_far, a.request_id, a.options, left_out.ids, p.now
      FROM asked a
      CROSS JOIN LATERAL (SELECT * FROM passed WHERE debit = a.debit LIMIT 1) p
      CROSS JOIN LATERAL (SELECT ARRAY(
        SELECT wanted FROM unnest(string_to_array(a.sure, ' ')) AS wanted
        WHERE NOT a.allow_excluded AND ${isExcludedByColumn(sql`a.account_id`, sql`wanted`)}
          AND (SELECT true FROM reveals WHERE account_id = a.account_id AND contact_id = wanted LIMIT 1) IS NULL) AS ids) left_out
      CROSS JOIN LATERAL (SELECT ARRAY(
        SELECT wanted FROM unnest(string_to_array(a.sure, ' ')) AS wanted WHERE wanted <> ALL(left_out.ids)) || ARRAY(
        SELECT kept FROM unnest(string_to_array(a.kept, ' ')) AS kept
        WHERE (SELECT true FROM reveals WHERE account_id = a.account_id AND contact_id = kept LIMIT 1)) AS ids) shown
      WHERE a.key IS NOT NULL AND a.known IS NULL AND cardinality(shown.ids || left_out.ids) > 0
    )`
