import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type EventRow, eventTimeAfter } from '../events/read-events.ts'
import type { Attempt } from './attempts.ts'
import { type ServedWebhook, servedColumns } from './webhooks.ts'

export type DueDelivery = { sequence: number; eventId: string; attempt: number }
export type Delivery = DueDelivery & {
  outcome: 'pending' | 'succeeded' | 'failed'
  statusCode: number | null
  attemptedAt: Date | null
  nextAttemptAt: Date | null
  response: string | null
}

const leaseSeconds = 60

/** Whether something of webhook `w` is due. */
const hasDue = (now: Sql): Sql => sql`EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.account_id = w.account_id AND d.webhook_id = w.webhook_id AND d.outcome = 'pending' AND d.next_attempt_at <= ${now})`

type Candidate = { accountId: string; id: string; position: number; hasDue: boolean }

/** Enabled webhooks that nobody works on. */
export const findFree = (db: Db, { sql: now }: Clock): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    SELECT account_id AS "accountId", webhook_id AS id, position::float8 AS position, ${hasDue(now)} AS "hasDue"
    FROM webhooks w WHERE status = 'enabled' AND leased_until < ${now}`)

/** Null if another node was faster. */
export async function lease(db: Db, clock: Clock, { accountId, id }: Pick<Candidate, 'accountId' | 'id'>) {
  const [webhook] = await db.query<ServedWebhook>(sql`
    UPDATE webhooks SET leased_until = ${clock.sql} + make_interval(secs => ${leaseSeconds})
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND status = 'enabled' AND leased_until < ${clock.sql}
    RETURNING ${servedColumns(clock.sql)}`)
  return webhook ?? null
}

export const release = async (db: Db, { accountId, id }: Pick<Candidate, 'accountId' | 'id'>): Promise<void> =>
  void (await db.query(
    sql`UPDATE webhooks SET leased_until = '-infinity' WHERE account_id = ${accountId} AND webhook_id = ${id}`,
  ))

/** Events become deliveries, and the webhook's position moves with them. */
export async function enqueueDeliveries(
  db: Db,
  clock: Clock,
  { accountId, id, position }: Pick<ServedWebhook, 'accountId' | 'id' | 'position'>,
  events: Pick<EventRow, 'sequence' | 'id'>[],
  seen: number,
): Promise<void> {
  await db.query(sql`
    WITH moved AS (
      UPDATE webhooks SET position = ${seen}
      WHERE account_id = ${accountId} AND webhook_id = ${id} AND position = ${position} RETURNING account_id
    )
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, next_attempt_at, created_at)
    SELECT account_id, ${id}, e.sequence, e.event_id, 'pending', ${clock.sql}, ${clock.sql}
    FROM moved, unnest(${events.map((one) => one.sequence)}::bigint[], ${events.map((one) => one.id)}::text[]) AS e (sequence, event_id)
    ON CONFLICT DO NOTHING`)
}

/** Sends events again, from the first attempt on. */
export async function resendDeliveries(
  db: Db,
  clock: Clock,
  { accountId, id }: Pick<ServedWebhook, 'accountId' | 'id'>,
  events: Pick<EventRow, 'sequence' | 'id'>[],
): Promise<void> {
  await db.query(sql`
    INSERT INTO webhook_deliveries AS d (account_id, webhook_id, sequence, event_id, outcome, next_attempt_at, created_at)
    SELECT ${accountId}, ${id}, e.sequence, e.event_id, 'pending', ${clock.sql}, ${clock.sql}
    FROM unnest(${events.map((one) => one.sequence)}::bigint[], ${events.map((one) => one.id)}::text[]) AS e (sequence, event_id)
    ON CONFLICT (account_id, webhook_id, sequence) DO UPDATE SET outcome = 'pending', attempt = 0, next_attempt_at = ${clock.sql}`)
}

export const readDue = (
  db: Db,
  clock: Clock,
  { accountId, id }: ServedWebhook,
  limit: number,
): Promise<DueDelivery[]> =>
  db.query<DueDelivery>(sql`
    SELECT sequence::float8 AS sequence, event_id AS "eventId", attempt FROM webhook_deliveries
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND outcome = 'pending' AND next_attempt_at <= ${clock.sql}
    ORDER BY next_attempt_at, webhook_deliveries.sequence LIMIT ${limit}`)

export type AttemptedDelivery = DueDelivery & { attempted: Attempt; at: Date; nextAttemptAt: Date | null }

/** What came of a round of attempts, in one statement. The lease is prolonged with it. */
export async function writeAttempts(
  db: Db,
  clock: Clock,
  { accountId, id }: ServedWebhook,
  round: AttemptedDelivery[],
): Promise<void> {
  const of = <T>(read: (one: AttemptedDelivery) => T): T[] => round.map(read)
  const succeeded = round.filter(({ attempted }) => attempted.succeeded).length
  await db.query(sql`
    WITH written AS (
      UPDATE webhook_deliveries d SET attempt = a.attempt, outcome = a.outcome, status_code = a.status_code, response = a.response,
        attempted_at = a.attempted_at, next_attempt_at = a.next_attempt_at
      FROM unnest(
        ${of(({ sequence }) => sequence)}::bigint[], ${of(({ attempt }) => attempt + 1)}::int[],
        ${of(({ attempted, nextAttemptAt }) => (attempted.succeeded ? 'succeeded' : nextAttemptAt ? 'pending' : 'failed'))}::text[],
        ${of(({ attempted }) => attempted.statusCode)}::int[], ${of(({ attempted }) => attempted.response)}::text[],
        ${of(({ at }) => at)}::timestamptz[],
        ${of(({ attempted, nextAttemptAt }) => (attempted.succeeded ? null : nextAttemptAt))}::timestamptz[]
      ) AS a (sequence, attempt, outcome, status_code, response, attempted_at, next_attempt_at)
      WHERE d.account_id = ${accountId} AND d.webhook_id = ${id} AND d.sequence = a.sequence
    )
    UPDATE webhooks SET leased_until = ${clock.sql} + make_interval(secs => ${leaseSeconds}),
      last_success_at = CASE WHEN ${succeeded > 0}::boolean THEN ${clock.sql} ELSE last_success_at END,
      warned_at = CASE WHEN ${succeeded > 0}::boolean THEN NULL ELSE warned_at END,
      failing_since = CASE WHEN ${succeeded > 0}::boolean THEN NULL ELSE coalesce(failing_since, ${clock.sql}) END
    WHERE account_id = ${accountId} AND webhook_id = ${id}`)
}

/** Newest first; `before` is a sequence. */
export const readDeliveries = (
  db: Db,
  accountId: string,
  id: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Delivery[]> =>
  db.query<Delivery>(sql`
    SELECT sequence::float8 AS sequence, event_id AS "eventId", attempt, outcome, status_code AS "statusCode",
      attempted_at AS "attemptedAt", next_attempt_at AS "nextAttemptAt", response
    FROM webhook_deliveries
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND (${before}::bigint IS NULL OR sequence < ${before}::bigint)
    ORDER BY webhook_deliveries.sequence DESC LIMIT ${limit}`)

/** How many a webhook has: they are kept for 30 days. */
export async function countDeliveries(db: Db, accountId: string, id: string): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM webhook_deliveries WHERE account_id = ${accountId} AND webhook_id = ${id}`)
  return row!.total
}

type DeliveryBacklog = {
  pending: number
  oldestSeconds: number
  /** For how long something has been due that nobody has attempted: only then are nodes too slow, or none sends. */
  lateSeconds: number
}

/** What waits for an attempt, over all accounts. */
export async function readBacklog(db: Db, { sql: now }: Clock): Promise<DeliveryBacklog> {
  const secondsSince = (time: Sql) => sql`greatest(0, coalesce(extract(epoch FROM ${now} - ${time}), 0))::float8`
  const [row] = await db.query<DeliveryBacklog>(sql`
    SELECT pending, ${secondsSince(sql`oldest`)} AS "oldestSeconds", ${secondsSince(sql`least(due, unseen)`)} AS "lateSeconds"
    FROM (
      SELECT count(*)::int AS pending, min(d.created_at) AS oldest, min(next_attempt_at) AS due
      FROM webhook_deliveries d JOIN webhooks w USING (account_id, webhook_id)
      WHERE d.outcome = 'pending' AND w.status = 'enabled'
    ) waiting, (
      SELECT min(${eventTimeAfter(sql`w.account_id`, sql`w.position`)}) AS unseen FROM webhooks w WHERE status = 'enabled'
    ) news`)
  return row!
}

/** The test clock of an account moves ahead: attempts come due, and it has failed for longer. */
export async function bringDeliveriesForward(tx: Db, accountId: string, seconds: number): Promise<void> {
  await tx.query(sql`
    UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
    WHERE account_id = ${accountId} AND outcome = 'pending'`)
  await tx.query(sql`
    UPDATE webhooks SET failing_since = failing_since - make_interval(secs => ${seconds})
    WHERE account_id = ${accountId} AND failing_since IS NOT NULL`)
}
