import type { Clock } from '../base/clock.ts'
import { prepared, sql } from '../base/sql.ts'
import { excludedByAll, isExcludedByColumn } from '../catalog/exclusions/excluded.ts'
import type { Db } from '../db/database.ts'
import { type Balance, balanceColumns, toBalance } from './ledger.ts'
import type { SpendRequest } from './spend-request.ts'
import { spentInPeriod } from './spending-limits.ts'

/** The first outcome under an Idempotency-Key, and the request that had it; null for one that an earlier release answered. */
export type StoredSpend = {
  requested: string[]
  available: string[]
  charged: string[]
  remaining: number
  requestId: string | null
  options: string | null
  excluded: string[]
}

/** All that the outcome of a request depends on. */
export type SpendState = {
  held: Balance
  /** The contacts asked for that the account owns, and since when. */
  owned: Map<string, Date>
  /** The contacts asked for that the account excludes. */
  excluded: ReadonlySet<string>
  first: StoredSpend | null
  /** What each of those that the request counts for has spent in the period that the ledger is in, in their order. */
  spent: number[]
  /** The database's time. */
  now: Date
}

type Row = Parameters<typeof toBalance>[0] &
  Partial<Omit<StoredSpend, 'excluded'>> & {
    excludedThen?: string[] | null
    ownedAt: (Date | null)[]
    isExcluded: boolean[]
    spent: number[]
    now: Date
  }

/** In one statement, so that all of it was true at one moment. */
export async function readSpendState(db: Db, clock: Clock, request: SpendRequest): Promise<SpendState> {
  const { accountId, idempotencyKey, countsFor } = request
  const ids = request.items.map(({ contactId }) => contactId)
  const [row] = await db.query<Row>(
    prepared(
      'read_spend_state',
      sql`
      SELECT ${balanceColumns}, first.*, ${clock.sql} AS now,
        ARRAY(
          SELECT (SELECT revealed_at FROM reveals WHERE account_id = b.account_id AND contact_id = asked LIMIT 1)
          FROM unnest(${ids}::text[]) AS asked) AS "ownedAt",
        ARRAY(
          SELECT ${isExcludedByColumn(sql`b.account_id`, sql`asked`)} FROM unnest(${ids}::text[]) AS asked) AS "isExcluded",
        ARRAY(
          SELECT ${spentInPeriod(sql`b.account_id`, sql`type`, sql`id`)}
          FROM unnest(${countsFor.map(({ type }) => type)}::text[], ${countsFor.map(({ id }) => id)}::text[])
            AS actor (type, id)) AS spent
      FROM credit_balances b
      LEFT JOIN LATERAL (
        SELECT requested_ids AS requested, available_ids AS available, charged_ids AS charged,
          credits_remaining AS remaining, request_id AS "requestId", options,
          excluded_ids AS "excludedThen"
        FROM idempotency_keys WHERE account_id = b.account_id AND idempotency_key = ${idempotencyKey}
      ) first ON true
      WHERE b.account_id = ${accountId}`,
    ),
  )
  if (!row) throw new Error(`Account ${accountId} has no ledger.`)
  const { requested, available, charged, remaining, requestId, options, excludedThen, ownedAt, isExcluded, ...rest } =
    row
  const { spent, now, ...held } = rest
  const owned = new Map(ids.flatMap((id, at) => (ownedAt[at] ? [[id, ownedAt[at]] as const] : [])))
  const first = requested
    ? {
        requested,
        available: available!,
        charged: charged!,
        remaining: remaining!,
        requestId: requestId!,
        options: options!,
        excluded: excludedThen ?? [],
      }
    : null
  const byAll = excludedByAll(db)
  const excluded = new Set(request.allowExcluded ? [] : ids.filter((id, at) => isExcluded[at] || byAll.includes(id)))
  return { held: toBalance(held), owned, excluded, first, spent, now }
}
