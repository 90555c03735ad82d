import { isServedSql } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import type { EventTypeName } from '../base/event-types.ts'
import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type EventRow, eventTimeAfter, eventTypeAt } from '../events/read-events.ts'
import { leasesOf } from '../queue/leases.ts'
import { type Attempt, replyWithinMs } from './attempts.ts'
import { type ServedWebhook, servedColumns } from './webhooks.ts'

export type DueDelivery = { sequence: number; eventId: string; attempt: number }
/** `pending`: another attempt will be made. */
export const deliveryOutcomes = ['succeeded', 'failed', 'pending'] as const
export type Delivery = DueDelivery & {
  outcome: (typeof deliveryOutcomes)[number]
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

/** Events that are delivered after an account has lapsed, and while it is suspended. */
export const evenWithoutAccess: readonly string[] = [
  ...(['contact.suppressed', 'contact.erased', 'plan.changed'] satisfies EventTypeName[]),
]

const isPendingAlways = sql`d.outcome = 'pending' AND d.even_without_access IS DISTINCT FROM false
          AND coalesce(d.even_without_access, ${eventTypeAt(sql`d.account_id`, sql`d.sequence`)} = ANY(${evenWithoutAccess}::text[]))`

/** Whether delivery `d` may be attempted now. Others wait for their account. `isServed` is asked once, not of each. */
const maySend = (isServed: Sql): Sql => sql`d.outcome = 'pending' AND (${isServed} OR ${isPendingAlways})`

/** Whether something of webhook `w` is due. Skips deliveries of accounts that are not served. */
function hasDue(now: Sql): Sql {
  const due = sql`SELECT FROM webhook_deliveries d
          WHERE d.account_id = w.account_id AND d.webhook_id = w.webhook_id AND d.next_attempt_at <= ${now}`
  return sql`CASE WHEN ${isServedSql(sql`w.account_id`, now)} THEN EXISTS (${due} AND d.outcome = 'pending')
        ELSE EXISTS (${due} AND ${isPendingAlways}) END`
}

type Candidate = { accountId: string; id: string; position: number; hasDue: boolean }

/** Enabled webhooks that nobody works on. */
export const findFree = (db: Db, { sql: now }: Clock): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    SELECT account_id AS "accountId", webhook_id AS id, position::float8 AS position, ${hasDue(now)} AS "hasDue"
    FROM webhooks w WHERE status = 'enabled' AND leased_until < ${now}`)

type LeasedWebhook = ServedWebhook & { lease: string }

const leases = leasesOf<ServedWebhook>('webhooks', {
  seconds: leaseSeconds,
  columns: ({ sql: now }) => servedColumns(now),
  isOpen: sql`status = 'enabled'`,
})
const isWebhook = ({ accountId, id }: Pick<ServedWebhook, 'accountId' | 'id'>): Sql =>
  sql`account_id = ${accountId} AND webhook_id = ${id}`

export const lease = (db: Db, clock: Clock, webhook: Pick<Candidate, 'accountId' | 'id'>) =>
  leases.lease(db, clock, isWebhook(webhook))

/** The webhook as it is now, for another round. */
export const prolong = (db: Db, clock: Clock, webhook: LeasedWebhook) =>
  leases.prolong(db, clock, isWebhook(webhook), webhook.lease)

export const release = (db: Db, webhook: LeasedWebhook) => leases.release(db, isWebhook(webhook), webhook.lease)

type SentEvent = Pick<EventRow, 'sequence' | 'id' | 'type'>

const rowsOf = (events: readonly SentEvent[]): Sql => sql`unnest(
      ${events.map((one) => one.sequence)}::bigint[], ${events.map((one) => one.id)}::text[],
      ${events.map(({ type }) => evenWithoutAccess.includes(type))}::boolean[]) AS e (sequence, event_id, always)`

/** Events become deliveries, and the webhook's position moves with them. Not if it was disabled, or wants other types, by now. */
export async function enqueueDeliveries(
  db: Db,
  clock: Clock,
  { accountId, id, position, types }: Pick<ServedWebhook, 'accountId' | 'id' | 'position' | 'types'>,
  events: SentEvent[],
  seen: number,
): Promise<void> {
  await db.query(sql`
    WITH moved AS (
      UPDATE webhooks SET position = ${seen}
      WHERE account_id = ${accountId} AND webhook_id = ${id} AND position = ${position} AND status = 'enabled'
        AND types IS NOT DISTINCT FROM ${types}::text[]
      RETURNING account_id
    )
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, even_without_access, outcome, next_attempt_at, created_at)
    SELECT account_id, ${id}, e.sequence, e.event_id, e.always, 'pending', ${clock.sql}, ${clock.sql}
    FROM moved, ${rowsOf(events)}
    ON CONFLICT DO NOTHING`)
}

/** Sends events again, from the first attempt on. Nothing if the webhook was disabled meanwhile. */
export async function resendDeliveries(
  db: Db,
  clock: Clock,
  { accountId, id }: Pick<ServedWebhook, 'accountId' | 'id'>,
  events: SentEvent[],
): Promise<void> {
  await db.query(sql`
    WITH enabled AS (
      SELECT account_id, webhook_id FROM webhooks
      WHERE account_id = ${accountId} AND webhook_id = ${id} AND status = 'enabled' FOR SHARE
    )
    INSERT INTO webhook_deliveries AS d
      (account_id, webhook_id, sequence, event_id, even_without_access, outcome, next_attempt_at, created_at)
    SELECT account_id, webhook_id, e.sequence, e.event_id, e.always, 'pending', ${clock.sql}, ${clock.sql}
    FROM enabled, ${rowsOf(events)}
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
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND next_attempt_at <= ${clock.sql}
      AND ${maySend(isServedSql(sql`${accountId}`, clock.sql))}
    ORDER BY next_attempt_at, d.sequence LIMIT ${limit}`,
    ),
  )

export type AttemptedDelivery = DueDelivery & { attempted: Attempt; at: Date; nextAttemptAt: Date | null }

/**
 * What came of a round of attempts, in one statement; the webhook is locked first, as by those who change it. What was given up
 * meanwhile stays so, unless it arrived. What somebody resent meanwhile begins again, and what a node that came later has written stays.
 */
export async function writeAttempts(
  db: Db,
  clock: Clock,
  { accountId, id, url }: ServedWebhook,
  round: AttemptedDelivery[],
): Promise<void> {
  const of = <T>(read: (one: AttemptedDelivery) => T): T[] => round.map(read)
  const succeeded = round.some(({ attempted }) => attempted.succeeded)
  const failed = !succeeded && round.some(({ attempted }) => attempted.wasSent)
  await db.query(
    prepared(
      'write_delivery_attempts',
      sql`
    WITH served AS (
      UPDATE webhooks SET last_success_at = CASE WHEN ${succeeded}::boolean THEN ${clock.sql} ELSE last_success_at END,
        warned_at = CASE WHEN ${succeeded}::boolean THEN NULL ELSE warned_at END,
        failing_since = CASE WHEN ${succeeded}::boolean THEN NULL WHEN ${failed}::boolean AND url = ${url} THEN coalesce(failing_since, ${clock.sql})
          ELSE failing_since END
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
    WITH served AS MATERIALIZED (
      SELECT account_id, webhook_id, ${isServedSql(sql`w.account_id`, now)} AS is_served FROM webhooks w WHERE status = 'enabled'
    )
    SELECT pending, ${secondsSince(sql`oldest`)} AS "oldestSeconds", ${secondsSince(sql`least(due, unseen)`)} AS "lateSeconds"
    FROM (
      SELECT count(*)::int AS pending, min(d.created_at) AS oldest, min(next_attempt_at) AS due
      FROM served w JOIN webhook_deliveries d USING (account_id, webhook_id) WHERE ${maySend(sql`w.is_served`)}
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
