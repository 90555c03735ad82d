/**
 * The credit limit of a key, a member or a connection: whose limits a spend counts towards, what is left of them, when one
 * is reached, and how that is refused. The limits come from the row that admission reads of the caller.
 */

import type { limitOwners } from '../base/doors.ts'
import { type Problem, problems } from '../base/problems.ts'
import { count } from '../base/schema.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { Actor, CountedActor, Period } from './ledger.ts'
import type { SpendRequest } from './spend-request.ts'

type Spender = {
  actorType: CountedActor['type'] | 'operator'
  actorId: string
  creditLimit: number | null
  /** The person behind a session or a connection. */
  person: { userId: string; creditLimit: number | null } | null
}

/** A connection spends for its person: what it spends counts towards the limits of both. A support view is shown the limit of its member. */
export function countsFor({ actorType: type, actorId: id, creditLimit: limit, person }: Spender): CountedActor[] {
  const behind = () => ({ type: 'member' as const, id: person!.userId, limit: person!.creditLimit })
  if (type === 'operator') return [behind()]
  const self = { type, id, limit }
  return type === 'connection' ? [self, behind()] : [self]
}

/** The member whom a connection spends for. */
export const memberBehind = ({ actor, countsFor }: { actor: Actor; countsFor: CountedActor[] }): string | null =>
  actor.type === 'connection' ? (countsFor.find(({ type }) => type === 'member')?.id ?? null) : null

/** A key spends for the account. If people with a limit could make one, or say what one may spend, they would have none. */
export function refuseThoseWithLimits({ countsFor }: { countsFor: CountedActor[] }): void {
  if (countsFor.some(({ limit }) => limit !== null)) {
    throw problems.ownerRequired('create keys, or change their limits or expiry, while you have a credit limit')
  }
}

/** The first of those a request counts for who may not spend as much any more. */
export function findReachedLimit(countsFor: CountedActor[], spent: number[], cost: number): CountedActor | undefined {
  if (cost === 0) return undefined
  return countsFor.find(({ limit }, at) => limit !== null && (spent[at] ?? 0) + cost > limit)
}

/** Those whose limit a request of this cost uses up to the last credit. */
export const findUsedUp = (countsFor: CountedActor[], spent: number[], cost: number): CountedActor[] =>
  cost === 0 ? [] : countsFor.filter(({ limit }, at) => (spent[at] ?? 0) + cost === limit)

const problemOf: Record<CountedActor['type'], Parameters<typeof problems.actorCreditLimitReached>[0]> = {
  api_key: 'key_credit_limit_reached',
  member: 'member_credit_limit_reached',
  connection: 'connection_credit_limit_reached',
}

/** How spends are refused, for the operations that spend. */
export const spendProblems = ['insufficient_contact_credits', ...Object.values(problemOf)] as const

/** Ending a trial brings credits, but lifts no limit: there is no billing action to offer. */
export const limitReached = (actor: CountedActor['type'], limit: number): Problem =>
  problems.actorCreditLimitReached(problemOf[actor], limit)

/** Adds what each spend in `entry` cost to the counter of whoever spent, and of the member behind a connection. */
export const countSpends = sql`
      INSERT INTO credit_actor_spends AS s (account_id, actor_type, actor_id, period_start, spent)
      SELECT account_id, actor.type, actor.id, period_start, -sum(amount)
      FROM entry CROSS JOIN LATERAL (VALUES (actor_type, actor_id), ('member', member_id)) AS actor (type, id)
      WHERE kind = 'spend' AND actor.id IS NOT NULL GROUP BY 1, 2, 3, 4
      ON CONFLICT (account_id, actor_type, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent`

/** What an actor has spent in the period of balance `b`. */
export const spentInPeriod = (accountId: Sql, type: Sql, id: Sql): Sql => sql`coalesce((
            SELECT spent FROM credit_actor_spends
            WHERE account_id = ${accountId} AND actor_type = ${type} AND actor_id = ${id} AND period_start = b.period_start
            LIMIT 1), 0)`

/** The limit of an actor, and what the requests of a debit could cost it at most. */
export type LimitRow = { debit: number; type: string; id: string; limit: number; most: number }

/** One per actor with a limit, for the requests of a batch and the contacts that each may buy. */
export function toLimits(asked: { debit: number; request: SpendRequest; sold: string[] }[]): LimitRow[] {
  const limits = new Map<string, LimitRow>()
  for (const { debit, request, sold } of asked) {
    for (const { type, id, limit } of request.countsFor) {
      if (limit === null || sold.length === 0) continue
      const name = `${debit} ${type} ${id}`
      const known = limits.get(name) ?? { debit, type, id, limit, most: 0 }
      known.limit = Math.min(known.limit, limit)
      known.most += sold.length
      limits.set(name, known)
    }
  }
  return [...limits.values()]
}

const column = (read: (row: LimitRow) => unknown) => (batch: { limits: LimitRow[] }) => batch.limits.map(read)

const limitRows = sql`unnest(
            ${column((row) => row.debit)}::int[], ${column((row) => row.type)}::text[], ${column((row) => row.id)}::text[],
            ${column((row) => row.limit)}::int[], ${column((row) => row.most)}::int[]
          ) AS l (debit, type, id, credit_limit, most)`

/**
 * `findReachedLimit` and `findUsedUp` for debit `d` of a batch on balance `b`, on the safe side: it assumes that all contacts are new. A
 * debit that does not pass is decided alone. The counts have no lock of their own, so the balance must be the very one
 * that the statement saw before it took the lock.
 */
export const staysWithinLimits = sql`
        AND NOT EXISTS (
          SELECT FROM ${limitRows}
          WHERE l.debit = d.debit
            AND l.credit_limit <= l.most + ${spentInPeriod(sql`d.account_id`, sql`l.type`, sql`l.id`)})
        AND (d.debit <> ALL(${column((row) => row.debit)}::int[])
          OR b.last_seq = (SELECT last_seq FROM credit_balances WHERE account_id = d.account_id))`

/** What each key, member or connection of an account spent in the period that began then. Actors that spent nothing are left out. */
export async function readActorSpends(
  db: Db,
  accountId: string,
  actorType: CountedActor['type'],
  periodStart: Date,
): Promise<Map<string, number>> {
  const rows = await db.query<{ actor_id: string; spent: number }>(sql`
    SELECT actor_id, spent FROM credit_actor_spends
    WHERE account_id = ${accountId} AND actor_type = ${actorType} AND period_start = ${periodStart}`)
  return new Map(rows.map((row) => [row.actor_id, row.spent]))
}

/** A credit limit of a key, a member or a connection, and what is left of it in this period. */
type SpendingLimit = {
  of: (typeof limitOwners)[number]
  limit: number
  used: number
  remaining: number
  resetsAt: Date
}

/** The limits that bind this caller; those without one are left out. */
export async function readSpendingLimits(
  db: Db,
  accountId: string,
  actors: readonly CountedActor[],
  period: Period,
): Promise<SpendingLimit[]> {
  const limited = actors.flatMap(({ type, id, limit }) => (limit === null ? [] : [{ type, id, limit }]))
  if (limited.length === 0) return []
  const rows = await db.query<{ type: string; id: string; spent: number }>(sql`
    SELECT actor_type AS type, actor_id AS id, spent FROM credit_actor_spends
    WHERE account_id = ${accountId} AND period_start = ${period.start}
      AND (actor_type, actor_id) IN (
        SELECT * FROM unnest(${limited.map(({ type }) => type)}::text[], ${limited.map(({ id }) => id)}::text[]))`)
  return limited.map(({ type, id, limit }) => {
    const used = rows.find((row) => row.type === type && row.id === id)?.spent ?? 0
    const of = type === 'api_key' ? 'key' : type
    return { of, limit, used, remaining: Math.max(0, limit - used), resetsAt: period.end }
  })
}

/** The least of what the account's credits and each limit still allow. */
export const spendableOf = (balance: number, limits: readonly SpendingLimit[]): number =>
  Math.min(balance, ...limits.map(({ remaining }) => remaining))

export const spendableNow = count({
  description:
    'Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits.',
})
