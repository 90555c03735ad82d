import type { Clock } from '../clock.ts'
import type { Database, Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type CountedActor, memberBehind } from './actor-spends.ts'
import { append, type Balance, lockBalance } from './ledger.ts'
import { isDue, openPeriod } from './periods.ts'
import { ownedAmong } from './reveals.ts'
import type { SpendOutcome, SpendRequest, SpentItem } from './spend-request.ts'

/** The rule of a spend, one request at a time. spend-batch.ts does the same for many that can't fail. */
export function spendAlone(database: Database, clock: Clock, request: SpendRequest): Promise<SpendOutcome> {
  return database.transaction(async (tx) => {
    const held = await lockBalance(tx, request.accountId)
    const remembered = await recall(tx, request)
    if (remembered) return remembered

    const owned = await ownedAmong(tx, request.accountId, idsOf(request.items))
    const fresh = request.items.filter((item) => item.purchasable && !owned.has(item.contactId))
    const required = fresh.length

    const due = isDue(held, request.period)
    const { balance, periodCredits } = due
      ? { balance: request.period.credits, periodCredits: request.period.credits }
      : held
    if (required > balance) {
      return { kind: 'insufficient_credits', required, remaining: balance, periodCredits }
    }
    // Nothing for this caller is an error to them, and an error changes nothing, not even the period.
    if (required === 0 && !request.items.some((item) => item.readable && owned.has(item.contactId))) {
      const items = request.items.map(({ contactId }) => ({ contactId, revealedAt: null, charged: false }))
      return { kind: 'spent', items, spent: 0, remaining: balance, replayed: false }
    }
    const periodStart = due ? request.period.start : held.periodStart
    const reached = required > 0 ? await findReachedLimit(tx, request, periodStart, required) : undefined
    if (reached) return { kind: 'actor_limit_reached', actor: reached.type, limit: reached.limit!, periodCredits }

    const current = due ? await openPeriod(tx, clock, held, request.period) : held
    const newlyOwned =
      required > 0
        ? await buy(
            tx,
            clock,
            current,
            request,
            fresh.map((item) => item.contactId),
          )
        : null
    const items = request.items.map(({ contactId, readable }): SpentItem => {
      const charged = newlyOwned?.contactIds.has(contactId) ?? false
      const revealedAt = charged ? newlyOwned!.at : (owned.get(contactId) ?? null)
      return { contactId, revealedAt: readable ? revealedAt : null, charged }
    })
    const outcome = { kind: 'spent' as const, items, spent: required, remaining: balance - required, replayed: false }
    await remember(tx, clock, request, outcome)
    return outcome
  })
}

/** The first of those it counts for who may not spend as much any more. */
async function findReachedLimit(
  tx: Db,
  { accountId, countsFor }: SpendRequest,
  periodStart: Date,
  cost: number,
): Promise<CountedActor | undefined> {
  const limited = countsFor.filter(({ limit }) => limit !== null)
  if (limited.length === 0) return undefined
  const rows = await tx.query<{ type: string; id: string; spent: number }>(sql`
    SELECT actor_type AS type, actor_id AS id, spent FROM credit_actor_spends
    WHERE account_id = ${accountId} AND period_start = ${periodStart} AND (actor_type, actor_id) IN (
      SELECT * FROM unnest(${limited.map(({ type }) => type)}::text[], ${limited.map(({ id }) => id)}::text[]))`)
  const spentBy = (actor: CountedActor) =>
    rows.find(({ type, id }) => type === actor.type && id === actor.id)?.spent ?? 0
  return limited.find((actor) => spentBy(actor) + cost > actor.limit!)
}

async function buy(
  tx: Db,
  clock: Clock,
  held: Balance,
  request: SpendRequest,
  contactIds: string[],
): Promise<{ contactIds: Set<string>; at: Date }> {
  const { accountId, door, actor, requestId, countsFor } = request
  const after = await append(tx, clock, held, {
    kind: 'spend',
    amount: -contactIds.length,
    door,
    actor,
    memberId: memberBehind(request),
    contactIds,
    requestId,
  })
  const [row] = await tx.query<{ revealed_at: Date }>(sql`
    WITH spent AS (
      INSERT INTO credit_actor_spends AS s (account_id, actor_type, actor_id, period_start, spent)
      SELECT ${accountId}, type, id, ${held.periodStart}, ${contactIds.length}
      FROM unnest(${countsFor.map(({ type }) => type)}::text[], ${countsFor.map(({ id }) => id)}::text[]) AS a (type, id)
      ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent
    )
    INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
    SELECT account_id, unnest(contact_ids), seq, created_at FROM credit_entries
    WHERE account_id = ${accountId} AND seq = ${after.lastSeq}
    RETURNING revealed_at`)
  return { contactIds: new Set(contactIds), at: row!.revealed_at }
}

/** The first outcome under this key again, or a conflict, or nothing when the key is new. */
async function recall(tx: Db, request: SpendRequest): Promise<SpendOutcome | null> {
  if (request.idempotencyKey === null) return null
  const [first] = await tx.query<{
    requested: string[]
    available: string[]
    charged: string[]
    remaining: number
  }>(sql`
    SELECT requested_ids AS requested, available_ids AS available, charged_ids AS charged,
      credits_remaining AS remaining
    FROM idempotency_keys
    WHERE account_id = ${request.accountId} AND idempotency_key = ${request.idempotencyKey}`)
  if (!first) return null
  const asked = idsOf(request.items)
  if (asked.length !== first.requested.length || asked.some((id, at) => id !== first.requested[at])) {
    return { kind: 'idempotency_conflict' }
  }
  const owned = await ownedAmong(tx, request.accountId, idsOf(request.items))
  const items = request.items.map(({ contactId, readable }): SpentItem => {
    const shown = readable && first.available.includes(contactId)
    return {
      contactId,
      revealedAt: shown ? (owned.get(contactId) ?? null) : null,
      charged: first.charged.includes(contactId),
    }
  })
  return { kind: 'spent', items, spent: first.charged.length, remaining: first.remaining, replayed: true }
}

/** Written in the transaction of the spend. */
async function remember(
  tx: Db,
  clock: Clock,
  request: SpendRequest,
  outcome: { items: SpentItem[]; remaining: number },
): Promise<void> {
  if (request.idempotencyKey === null) return
  const available = outcome.items.filter((item) => item.revealedAt !== null)
  await tx.query(sql`
    INSERT INTO idempotency_keys
      (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, created_at)
    VALUES (${request.accountId}, ${request.idempotencyKey}, ${idsOf(outcome.items)}, ${idsOf(available)},
      ${idsOf(outcome.items.filter((item) => item.charged))}, ${outcome.remaining}, ${clock.sql})`)
}

const idsOf = (items: { contactId: string }[]): string[] => items.map((item) => item.contactId)
