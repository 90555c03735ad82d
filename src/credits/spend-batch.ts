import type { Clock } from '../clock.ts'
import type { BatchOutcome } from '../db/batch.ts'
import type { Lane } from '../db/lane.ts'
import { type Prepared, prepared, type Sql, sql } from '../db/sql.ts'
import { newEntryId } from '../ids.ts'
import { memberBehind } from './actor-spends.ts'
import type { SpendOutcome, SpendRequest } from './spend.ts'

/** What the requests of one account cost together if nothing they ask for is owned yet. */
type Bill = { accountId: string; requests: Billed[]; cost: number; contactIds: Set<string>; due: Date }
type Billed = { slot: number; request: SpendRequest; entryId: string; charged: string[] }

/** `place` is that of the bill. */
type Paid = { place: number; balance: number; now: Date }

/**
 * Many spends in one statement, which is one round trip, one transaction and one commit. It serves what most spends are:
 * new contacts, an open period, enough credits. Everything about such a bill is known beforehand, so that the statement
 * needs only to find the accounts for which it holds. All requests of the others run alone.
 */
export async function spendBatch(
  lane: Lane,
  clock: Clock,
  requests: SpendRequest[],
): Promise<BatchOutcome<SpendOutcome>[]> {
  const outcomes: BatchOutcome<SpendOutcome>[] = requests.map(() => 'alone')
  const bills = makeBills(requests)
  if (bills.length === 0) return outcomes

  for (const { place, balance, now } of await lane.query<Paid>(payBills(clock, bills))) {
    const bill = bills[place]!
    let remaining = balance + bill.cost
    for (const { slot, request, charged } of bill.requests) {
      remaining -= charged.length
      outcomes[slot] = { output: toOutcome(request, now, remaining) }
    }
  }
  return outcomes
}

/**
 * Accounts in ascending order, which is the order in which the statement locks them. Left to run alone from the start: a
 * limit of the actor, nothing to buy, and the second of two requests of an account that want the same contact.
 */
function makeBills(requests: SpendRequest[]): Bill[] {
  const bills = new Map<string, Bill>()
  requests.forEach((request, slot) => {
    const { accountId, items, period, countsFor } = request
    const charged = items.filter((item) => item.purchasable).map((item) => item.contactId)
    if (charged.length === 0 || countsFor.some(({ limit }) => limit !== null)) return
    const bill = bills.get(accountId) ?? {
      accountId,
      requests: [],
      cost: 0,
      contactIds: new Set<string>(),
      due: period.start,
    }
    if (items.some((item) => bill.contactIds.has(item.contactId))) return
    bill.requests.push({ slot, request, entryId: newEntryId(), charged })
    bill.cost += charged.length
    for (const item of items) bill.contactIds.add(item.contactId)
    if (period.start > bill.due) bill.due = period.start
    bills.set(accountId, bill)
  })
  return [...bills.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
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

/**
 * The balance row is locked, judged as it then is, and written, all by the one UPDATE. Whether something is owned or a
 * key known is read from before the lock: if another node was faster, the primary keys of reveals and idempotency_keys
 * refuse the whole statement, and every request of it runs alone. Lists of ids travel as text with spaces; rows find
 * the bill they belong to by its place, which is cheaper to compare than an id.
 */
function payBills(clock: Clock, bills: Bill[]): Prepared {
  const ofBill = <T>(read: (bill: Bill, place: number) => T): T[] => bills.map(read)
  const rows = bills.flatMap(toRows)
  const column = <T>(read: (row: Row) => T): T[] => rows.map(read)
  const actors = bills.flatMap(countActors)
  const keyed = rows.filter(({ request }) => request.idempotencyKey !== null)
  return prepared(
    keyed.length > 0 ? 'spend_batch_with_keys' : 'spend_batch',
    sql`
    WITH paid AS (
      UPDATE credit_balances b SET balance = b.balance - bill.cost, last_seq = b.last_seq + bill.entries
      FROM unnest(
        ${ofBill((_, place) => place)}::int[], ${ofBill((bill) => bill.accountId)}::text[],
        ${ofBill((bill) => bill.cost)}::int[],
        ${ofBill((bill) => bill.requests.length)}::int[], ${ofBill((bill) => bill.due)}::timestamptz[],
        ${ofBill((bill) => [...bill.contactIds].join(' '))}::text[]
      ) AS bill (place, account_id, cost, entries, due, contact_ids)
      WHERE b.account_id = bill.account_id AND b.balance >= bill.cost AND b.period_start >= bill.due
        AND NOT EXISTS (
          SELECT FROM reveals WHERE account_id = bill.account_id AND contact_id = ANY(string_to_array(bill.contact_ids, ' ')))
        ${keyed.length > 0 ? knowsNoKeyOf(keyed) : sql``}
      RETURNING bill.place, b.account_id, b.balance, b.last_seq, b.period_start, ${clock.sql} AS now
    ),
    entry AS (
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id,
        actor_name, member_id, contact_ids, request_id, period_start, created_at)
      SELECT account_id, last_seq - e.later_entries, e.entry_id, 'spend', -e.cost, balance + e.later_cost, e.door,
        e.actor_type, e.actor_id, e.actor_name, e.member_id, string_to_array(e.contact_ids, ' '), e.request_id,
        period_start, now
      FROM unnest(
        ${column((row) => row.bill)}::int[], ${column((row) => row.laterEntries)}::int[],
        ${column((row) => row.laterCost)}::int[], ${column((row) => row.entryId)}::text[],
        ${column((row) => row.charged.length)}::int[], ${column((row) => row.request.door)}::text[],
        ${column((row) => row.request.actor.type)}::text[], ${column((row) => row.request.actor.id)}::text[],
        ${column((row) => row.request.actor.name)}::text[], ${column((row) => memberBehind(row.request))}::text[],
        ${column((row) => row.charged.join(' '))}::text[], ${column((row) => row.request.requestId)}::text[]
      ) AS e (bill, later_entries, later_cost, entry_id, cost, door, actor_type, actor_id, actor_name, member_id,
        contact_ids, request_id)
      ${paidFor(sql`e.bill`)}
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
        ${actors.map((actor) => actor.bill)}::int[], ${actors.map((actor) => actor.type)}::text[],
        ${actors.map((actor) => actor.id)}::text[], ${actors.map((actor) => actor.spent)}::int[]
      ) AS a (bill, type, id, spent)
      ${paidFor(sql`a.bill`)}
      ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent
    )
    ${keyed.length > 0 ? rememberKeysOf(keyed) : sql``}
    SELECT place, balance, now FROM paid`,
  )
}

/** A join would be the other way round, and read the wide rows once for every narrow one. */
const paidFor = (bill: Sql): Sql => sql`CROSS JOIN LATERAL (SELECT * FROM paid WHERE place = ${bill} LIMIT 1) paid`

type Row = Billed & { bill: number; laterEntries: number; laterCost: number }

/** Each entry with what the later ones of its account will have added by the end of the batch. */
function toRows({ requests }: Bill, bill: number): Row[] {
  let laterCost = 0
  return requests
    .toReversed()
    .map((billed, laterEntries) => {
      const row = { ...billed, bill, laterEntries, laterCost }
      laterCost += billed.charged.length
      return row
    })
    .toReversed()
}

/** One row per actor: a statement can't update a row twice. */
function countActors({ requests }: Bill, bill: number) {
  const counted = new Map<string, { bill: number; type: string; id: string; spent: number }>()
  for (const { request, charged } of requests) {
    for (const { type, id } of request.countsFor) {
      const actor = counted.get(`${type} ${id}`) ?? { bill, type, id, spent: 0 }
      actor.spent += charged.length
      counted.set(`${type} ${id}`, actor)
    }
  }
  return [...counted.values()]
}

const knowsNoKeyOf = (keyed: Row[]): Sql => sql`
        AND NOT EXISTS (
          SELECT FROM idempotency_keys
          WHERE account_id = bill.account_id
            AND idempotency_key = ANY(${keyed.map(({ request }) => request.idempotencyKey)}::text[]))`

const rememberKeysOf = (keyed: Row[]): Sql => sql`,
    remembered AS (
      INSERT INTO idempotency_keys
        (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, created_at)
      SELECT account_id, k.idempotency_key, string_to_array(k.requested_ids, ' '), string_to_array(k.charged_ids, ' '),
        string_to_array(k.charged_ids, ' '), balance + k.later_cost, now
      FROM unnest(
        ${keyed.map((row) => row.bill)}::int[],
        ${keyed.map(({ request }) => request.idempotencyKey)}::text[],
        ${keyed.map(({ request }) => request.items.map((item) => item.contactId).join(' '))}::text[],
        ${keyed.map((row) => row.charged.join(' '))}::text[], ${keyed.map((row) => row.laterCost)}::int[]
      ) AS k (bill, idempotency_key, requested_ids, charged_ids, later_cost)
      ${paidFor(sql`k.bill`)}
    )`
