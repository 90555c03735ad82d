import { isServedSql } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type EventRow, eventTimeAfter, eventTypeAt } from '../events/read-events.ts'
import { type Attempt, replyWithinMs } from './attempts.ts'
import { type ServedWebhook, servedColumns } from './webhooks.ts'

export type DueDelivery = { sequence: number; eventId: string; attempt: number }
export type Delivery = DueDelivery & {
  outcome: 'pending' | 'succeeded' | 'failed'
  statusCode: number | null
  attemptedAt: Date | null
  nextAttemptAt: Date | null
  response: string | null
}

/** Requests to one receiver at once, over all nodes: a webhook is leased to one. */
export const requestsAtOnce = 5
/** Deliveries of a round. */
export const roundMax = 15
/** A round ends within the lease, even if every request takes as long as it may; some seconds are for reading and writing. */
const leaseSeconds = (replyWithinMs / 1_000) * Math.ceil(roundMax / requestsAtOnce) + 15
const leaseEnd = ({ sql: now }: Clock): Sql => sql`${now} + make_interval(secs => ${leaseSeconds})`

/** What an account is told after it has lapsed, and while it is suspended. */
export const evenWithoutAccess = ['contact.suppressed', 'contact.erased', 'plan.changed']

/** Whether delivery `d` may be attempted now. Others wait for their account. */
const maySend = (now: Sql): Sql => sql`(${isServedSql(sql`d.account_id`, now)}
          OR ${eventTypeAt(sql`d.account_id`, sql`d.sequence`)} = ANY(${evenWithoutAccess}::text[]))`

/** Whether something of webhook `w` is due. */
const hasDue = (now: Sql): Sql => sql`EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.account_id = w.account_id AND d.webhook_id = w.webhook_id AND d.outcome = 'pending' AND d.next_attempt_at <= ${now}
          AND ${maySend(now)})`

type Candidate = { accountId: string; id: string; position: number; hasDue: boolean }

/** Enabled webhooks that nobody works on. */
export const findFree = (db: Db, { sql: now }: Clock): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    SELECT account_id AS "accountId", webhook_id AS id, position::float8 AS position, ${hasDue(now)} AS "hasDue"
    FROM webhooks w WHERE status = 'enabled' AND leased_until < ${now}`)

/** `lease`: when it ends, by which a node knows its own from that of a node that came after it. */
type LeasedWebhook = ServedWebhook & { lease: string }

const leasedColumns = ({ sql: now }: Clock): Sql => sql`${servedColumns(now)}, leased_until::text AS lease`

/** Null if another node was faster. */
export async function lease(
  db: Db,
  clock: Clock,
  { accountId, id }: Pick<Candidate, 'accountId' | 'id'>,
): Promise<LeasedWebhook | null> {
  const [webhook] = await db.query<LeasedWebhook>(sql`
    UPDATE webhooks SET leased_until = ${leaseEnd(clock)}
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND status = 'enabled' AND leased_until < ${clock.sql}
    RETURNING ${leasedColumns(clock)}`)
  return webhook ?? null
}

const isLeased = ({ accountId, id, lease: held }: LeasedWebhook): Sql =>
  sql`account_id = ${accountId} AND webhook_id = ${id} AND leased_until = ${held}::timestamptz`

/** The webhook as it is now, for another round. Null if the lease was lost, or the webhook is disabled or gone. */
export async function prolong(db: Db, clock: Clock, webhook: LeasedWebhook): Promise<LeasedWebhook | null> {
  const [prolonged] = await db.query<LeasedWebhook>(
    prepared(
      'prolong_webhook',
      sql`
    UPDATE webhooks SET leased_until = ${leaseEnd(clock)} WHERE ${isLeased(webhook)} AND status = 'enabled'
    RETURNING ${leasedColumns(clock)}`,
    ),
  )
  return prolonged ?? null
}

/** Not if the lease was lost: another node has it. */
export const release = async (db: Db, webhook: LeasedWebhook): Promise<void> =>
  void (await db.query(sql`UPDATE webhooks SET leased_until = '-infinity' WHERE ${isLeased(webhook)}`))

/** Events become deliveries, and the webhook's position moves with them. Not if it was disabled, or wants other types, by now. */
export async function enqueueDeliveries(
  db: Db,
  clock: Clock,
  { accountId, id, position, types }: Pick<ServedWebhook, 'accountId' | 'id' | 'position' | 'types'>,
  events: Pick<EventRow, 'sequence' | 'id'>[],
  seen: number,
): Promise<void> {
  await db.query(sql`
    WITH moved AS (
      UPDATE webhooks SET position = ${seen}
      WHERE account_id = ${accountId} AND webhook_id = ${id} AND position = ${position} AND status = 'enabled'
        AND types IS NOT DISTINCT FROM ${types}::text[]
      RETURNING account_id
    )
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, next_attempt_at, created_at)
    SELECT account_id, ${id}, e.sequence, e.event_id, 'pending', ${clock.sql}, ${clock.sql}
    FROM moved, unnest(${events.map((one) => one.sequence)}::bigint[], ${events.map((one) => one.id)}::text[]) AS e (sequence, event_id)
    ON CONFLICT DO NOTHING`)
}

/** Sends events again, from the first attempt on. Nothing if the webhook was disabled meanwhile. */
export async function resendDeliveries(
  db: Db,
  clock: Clock,
  { accountId, id }: Pick<ServedWebhook, 'accountId' | 'id'>,
  events: Pick<EventRow, 'sequence' | 'id'>[],
): Promise<void> {
  await db.query(sql`
    WITH enabled AS (
      SELECT account_id, webhook_id FROM webhooks
      WHERE account_id = ${accountId} AND webhook_id = ${id} AND status = 'enabled' FOR SHARE
    )
    INSERT INTO webhook_deliveries AS d (account_id, webhook_id, sequence, event_id, outcome, next_attempt_at, created_at)
    SELECT account_id, webhook_id, e.sequence, e.event_id, 'pending', ${clock.sql}, ${clock.sql}
    FROM enabled, unnest(${events.map((one) => one.sequence)}::bigint[], ${events.map((one) => one.id)}::text[]) AS e (sequence, event_id)
    ON CONFLICT (account_id, webhook_id, sequence) DO UPDATE SET outcome = 'pending', attempt = 0, next_attempt_at = ${clock.sql}`)
}

export const readDue = (
  db: Db,
  clock: Clock,
  { accountId, id }: ServedWebhook,
  limit: number,
): Promise<DueDelivery[]> =>
  db.query<DueDelivery>(
    prepared(
      'read_due_deliveries',
      sql`
    SELECT sequence::float8 AS sequence, event_id AS "eventId", attempt FROM webhook_deliveries d
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND outcome = 'pending' AND next_attempt_at <= ${clock.sql}
      AND ${maySend(clock.sql)}
    ORDER BY next_attempt_at, d.sequence LIMIT ${limit}`,
    ),
  )

export type AttemptedDelivery = DueDelivery & { attempted: Attempt; at: Date; nextAttemptAt: Date | null }

/**
 * What came of a round of attempts, in one statement; the webhook is locked first, as by those who change it. What was given up
 * meanwhile stays so, unless it arrived. What somebody resent meanwhile begins again, and a node that came later knows better.
 */
export async function writeAttempts(
  db: Db,
  clock: Clock,
  { accountId, id }: ServedWebhook,
  round: AttemptedDelivery[],
): Promise<void> {
  const of = <T>(read: (one: AttemptedDelivery) => T): T[] => round.map(read)
  const succeeded = round.filter(({ attempted }) => attempted.succeeded).length
  await db.query(
    prepared(
      'write_delivery_attempts',
      sql`
    WITH served AS (
      UPDATE webhooks SET last_success_at = CASE WHEN ${succeeded > 0}::boolean THEN ${clock.sql} ELSE last_success_at END,
        warned_at = CASE WHEN ${succeeded > 0}::boolean THEN NULL ELSE warned_at END,
        failing_since = CASE WHEN ${succeeded > 0}::boolean THEN NULL ELSE coalesce(failing_since, ${clock.sql}) END
      WHERE account_id = ${accountId} AND webhook_id = ${id} RETURNING webhook_id
    )
    UPDATE webhook_deliveries d SET attempt = a.attempt, status_code = a.status_code, response = a.response,
      attempted_at = a.attempted_at,
      outcome = CASE WHEN d.outcome = 'pending' OR a.outcome = 'succeeded' THEN a.outcome ELSE d.outcome END,
      next_attempt_at = CASE WHEN d.outcome = 'pending' THEN a.next_attempt_at END
    FROM served, unnest(
        ${of(({ sequence }) => sequence)}::bigint[], ${of(({ attempt }) => attempt + 1)}::int[],
        ${of(({ attempted, nextAttemptAt }) => (attempted.succeeded ? 'succeeded' : nextAttemptAt ? 'pending' : 'failed'))}::text[],
        ${of(({ attempted }) => attempted.statusCode)}::int[], ${of(({ attempted }) => attempted.response)}::text[],
        ${of(({ at }) => at)}::timestamptz[],
        ${of(({ attempted, nextAttemptAt }) => (attempted.succeeded ? null : nextAttemptAt))}::timestamptz[]
      ) AS a (sequence, attempt, outcome, status_code, response, attempted_at, next_attempt_at)
    -- By the key, named as values: by the rows of \`served\` and \`a\` alone, PostgreSQL reads all deliveries of the webhook.
    WHERE d.account_id = ${accountId} AND d.webhook_id = ${id} AND d.sequence = ANY(${of(({ sequence }) => sequence)}::bigint[])
      AND d.sequence = a.sequence AND d.attempt = a.attempt - 1`,
    ),
  )
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

/** How many a webhook has, of those that are kept. */
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
      WHERE d.outcome = 'pending' AND w.status = 'enabled' AND ${maySend(now)}
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
