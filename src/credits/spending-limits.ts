import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { count } from '../schema.ts'
import type { CountedActor } from './actor-spends.ts'
import type { Period } from './ledger.ts'

/** A credit limit of a key, a member or a connection, and what is left of it in this period. */
type SpendingLimit = {
  of: 'key' | 'member' | 'connection'
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
