import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type ServedWebhook, servedColumns } from './webhooks.ts'

/** A webhook of any account, with what waits for it. For the operator. */
export type WatchedWebhook = ServedWebhook & { pending: number; oldestPendingAt: Date | null }

type Narrowing = { accountIds: readonly string[] | null; failing: boolean; limit: number }

/** Those that fail first, the longest failing ones before others; then the newest. */
export const listWebhooks = (
  db: Db,
  clock: Clock,
  { accountIds, failing, limit }: Narrowing,
): Promise<WatchedWebhook[]> =>
  db.query<WatchedWebhook>(sql`
    SELECT ${watchedColumns(clock)} FROM webhooks w
    WHERE (${accountIds}::text[] IS NULL OR account_id = ANY(${accountIds}::text[]))
      AND (NOT ${failing}::boolean OR status = 'enabled' AND failing_since IS NOT NULL)
    ORDER BY (CASE WHEN status = 'enabled' THEN failing_since END) NULLS LAST, created_at DESC, webhook_id LIMIT ${limit}`)

export async function findAnyWebhook(db: Db, clock: Clock, id: string): Promise<WatchedWebhook | null> {
  const [row] = await db.query<WatchedWebhook>(
    sql`SELECT ${watchedColumns(clock)} FROM webhooks w WHERE webhook_id = ${id}`,
  )
  return row ?? null
}

/** Enabled webhooks whose last attempt failed, and how many of them have failed for a day or longer. */
export async function countFailing(db: Db, { sql: now }: Clock): Promise<{ failing: number; forADay: number }> {
  const [row] = await db.query<{ failing: number; forADay: number }>(sql`
    SELECT count(*)::int AS failing, (count(*) FILTER (WHERE failing_since < ${now} - interval '1 day'))::int AS "forADay"
    FROM webhooks WHERE status = 'enabled' AND failing_since IS NOT NULL`)
  return row!
}

const watchedColumns = (clock: Clock) => sql`${servedColumns(clock.sql)}, (
    SELECT count(*)::int FROM webhook_deliveries d
    WHERE d.account_id = w.account_id AND d.webhook_id = w.webhook_id AND d.outcome = 'pending') AS pending, (
    SELECT min(d.created_at) FROM webhook_deliveries d
    WHERE d.account_id = w.account_id AND d.webhook_id = w.webhook_id AND d.outcome = 'pending') AS "oldestPendingAt"`
