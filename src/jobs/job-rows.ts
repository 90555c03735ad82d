import type { Clock } from '../base/clock.ts'
import { newJobId, randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import type { Database, Db } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import { type JobKind, type JobRow, type Outcome, resultDays, type StopReason } from './job.ts'
import type { JobSettings } from './job-request.ts'

/** Three of an account run at once; others wait. */
const runningMax = 3
/** A runner that is not heard of for so long has died. */
const leaseSeconds = 30

const columns = sql`job_id AS id, kind, status, stop_reason AS "stopReason", total, done, counts,
  credits_spent AS spent, max_credits AS "maxCredits", created_at AS "createdAt",
  started_at AS "startedAt", ended_at AS "endedAt", ended_at + make_interval(days => ${resultDays}) AS "expiresAt"`

type NewJob = {
  kind: JobKind
  settings: JobSettings
  inputs: readonly string[]
  maxCredits: number | null
  idempotencyKey: string | null
  requestHash: Buffer
}

/** Who makes or resumes a job: it then works in their name. */
const makerOf = ({ door, actor }: Principal): Sql => sql`${door}, ${actor.type}, ${actor.id}`

/** Null when the account has a job under this key already. */
export async function insertJob(tx: Db, clock: Clock, principal: Principal, made: NewJob): Promise<JobRow | null> {
  const { kind, settings, inputs, maxCredits, idempotencyKey, requestHash } = made
  const [row] = await tx.query<JobRow>(sql`
    INSERT INTO jobs (account_id, job_id, kind, door, actor_type, actor_id, request, idempotency_key, request_hash,
      max_credits, total, created_at)
    VALUES (${principal.account.id}, ${newJobId()}, ${kind}, ${makerOf(principal)}, ${JSON.stringify(settings)},
      ${idempotencyKey}, ${requestHash}, ${maxCredits}, ${inputs.length}, ${clock.sql})
    ON CONFLICT (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
    RETURNING ${columns}`)
  if (!row) return null
  await tx.query(sql`
    INSERT INTO job_items (account_id, job_id, index, input)
    SELECT ${principal.account.id}, ${row.id}, place - 1, input
    FROM unnest(${[...inputs]}::text[]) WITH ORDINALITY AS given (input, place)`)
  return row
}

export async function findJobByKey(
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<(JobRow & { requestHash: Buffer }) | null> {
  const [row] = await db.query<JobRow & { requestHash: Buffer }>(sql`
    SELECT ${columns}, request_hash AS "requestHash" FROM jobs
    WHERE account_id = ${accountId} AND idempotency_key = ${idempotencyKey}`)
  return row ?? null
}

export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(
    sql`SELECT ${columns} FROM jobs WHERE account_id = ${accountId} AND job_id = ${jobId}`,
  )
  return row ?? null
}

/** Newest first. */
export const listJobRows = (
  db: Db,
  accountId: string,
  { before, limit }: { before: { createdAt: string; id: string } | null; limit: number },
): Promise<JobRow[]> =>
  db.query<JobRow>(sql`
    SELECT ${columns} FROM jobs
    WHERE account_id = ${accountId}
      ${before ? sql`AND (created_at, job_id) < (${before.createdAt}::timestamptz, ${before.id})` : sql``}
    ORDER BY created_at DESC, job_id DESC LIMIT ${limit}`)

/** How many an account has: jobs are kept for 30 days after their end. */
export async function countJobs(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM jobs WHERE account_id = ${accountId}`,
  )
  return row!.total
}

export async function countUnfinished(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM jobs WHERE account_id = ${accountId} AND status IN ('queued', 'running')`)
  return row!.total
}

export async function readSettings(db: Db, accountId: string, jobId: string): Promise<JobSettings> {
  const [row] = await db.query<{ settings: JobSettings }>(
    sql`SELECT request AS settings FROM jobs WHERE account_id = ${accountId} AND job_id = ${jobId}`,
  )
  return row?.settings ?? {}
}

export type ClaimedJob = JobRow & {
  accountId: string
  lease: string
  settings: JobSettings
  maker: { door: Principal['door']; type: Principal['actor']['type']; id: string }
}

/**
 * Takes a job for one slice: if nobody holds it, and fewer than three others of its account run. The account's unfinished
 * jobs are few, and locked in one order.
 */
export function claimJob(
  database: Database,
  clock: Clock,
  accountId: string,
  jobId: string,
): Promise<ClaimedJob | null> {
  return database.transaction(async (tx) => {
    await tx.query(sql`
      SELECT FROM jobs WHERE account_id = ${accountId} AND status IN ('queued', 'running') ORDER BY job_id FOR UPDATE`)
    const [claimed] = await tx.query<ClaimedJob>(sql`
      UPDATE jobs SET status = 'running', started_at = coalesce(started_at, ${clock.sql}), lease = ${randomBase62(16)},
        leased_until = ${clock.sql} + make_interval(secs => ${leaseSeconds})
      WHERE account_id = ${accountId} AND job_id = ${jobId} AND status IN ('queued', 'running')
        AND (leased_until IS NULL OR leased_until < ${clock.sql})
        AND (status = 'running' OR ${runningMax} > (
          SELECT count(*) FROM jobs WHERE account_id = ${accountId} AND status = 'running'))
      RETURNING ${columns}, account_id AS "accountId", lease, request AS settings,
        json_build_object('door', door, 'type', actor_type, 'id', actor_id) AS maker`)
    return claimed ?? null
  })
}

export type Item = { index: number; input: string; outcome: Outcome | null; charged: boolean }

/** Items in order, from one on. */
export const readItems = (db: Db, accountId: string, jobId: string, from: number, limit: number): Promise<Item[]> =>
  db.query<Item>(sql`
    SELECT index, input, outcome, charged FROM job_items
    WHERE account_id = ${accountId} AND job_id = ${jobId} AND index >= ${from} ORDER BY index LIMIT ${limit}`)

/** The inputs that are recorded as charged. */
export async function chargedInputs(db: Db, accountId: string, jobId: string): Promise<Set<string>> {
  const rows = await db.query<{ input: string }>(sql`
    SELECT input FROM job_items WHERE account_id = ${accountId} AND job_id = ${jobId} AND charged`)
  return new Set(rows.map(({ input }) => input))
}

export type ItemOutcome = { index: number; outcome: Outcome; charged: boolean }

const isHeld = ({ accountId, id, lease }: ClaimedJob): Sql =>
  sql`account_id = ${accountId} AND job_id = ${id} AND lease = ${lease} AND status = 'running'`

/** Records outcomes and goes on holding the job. False when the lease is lost or the job was cancelled: nothing was recorded. */
export async function recordOutcomes(db: Db, clock: Clock, job: ClaimedJob, items: ItemOutcome[]): Promise<boolean> {
  const counts = { ...job.counts }
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1
  const recorded = await db.query(sql`
    WITH held AS (
      UPDATE jobs SET done = done + ${items.length}, counts = ${JSON.stringify(counts)},
        credits_spent = credits_spent + ${items.filter(({ charged }) => charged).length},
        leased_until = ${clock.sql} + make_interval(secs => ${leaseSeconds})
      WHERE ${isHeld(job)} RETURNING account_id, job_id
    )
    UPDATE job_items i SET outcome = one.outcome, charged = one.charged
    FROM held, unnest(${items.map(({ index }) => index)}::int[], ${items.map(({ outcome }) => outcome)}::text[],
      ${items.map(({ charged }) => charged)}::boolean[]) AS one (index, outcome, charged)
    WHERE i.account_id = held.account_id AND i.job_id = held.job_id AND i.index = one.index
    RETURNING 1`)
  if (recorded.length === 0) return false
  job.done += items.length
  job.counts = counts
  return true
}

/** Ends the slice: the job waits for its next turn, or is over. */
export async function releaseJob(
  db: Db,
  clock: Clock,
  job: ClaimedJob,
  end: { status: 'running' | 'finished' | 'stopped' | 'failed'; reason?: StopReason },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx.query<JobRow>(sql`
      UPDATE jobs SET status = ${end.status}, stop_reason = ${end.reason ?? null}, lease = NULL, leased_until = NULL,
        ended_at = CASE WHEN ${end.status} = 'running' THEN NULL ELSE ${clock.sql} END
      WHERE ${isHeld(job)} RETURNING ${columns}`)
    if (ended && end.status !== 'running') await tellEnd(tx, clock, job.accountId, ended)
  })
}

const tellEnd = (
  tx: Db,
  clock: Clock,
  accountId: string,
  { id, kind, status, total, done, spent }: JobRow,
): Promise<void> =>
  recordEvents(tx, clock, accountId, [
    { type: 'job.finished', data: { job_id: id, kind, status, total, done, credits_spent: spent } },
  ])

/** Null when there is no such job, or it is over already. */
export async function cancelJobRow(db: Db, clock: Clock, accountId: string, jobId: string): Promise<JobRow | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<JobRow>(sql`
      UPDATE jobs SET status = 'cancelled', ended_at = ${clock.sql}, lease = NULL, leased_until = NULL
      WHERE account_id = ${accountId} AND job_id = ${jobId} AND status IN ('queued', 'running', 'stopped')
      RETURNING ${columns}`)
    if (row) await tellEnd(tx, clock, accountId, row)
    return row ?? null
  })
}

/** Goes on in the name of whoever resumes it. Null when there is no such job, or it has not stopped. */
export async function resumeJobRow(db: Db, principal: Principal, jobId: string): Promise<JobRow | null> {
  const { door, actor, account } = principal
  const [row] = await db.query<JobRow>(sql`
    UPDATE jobs SET status = 'queued', stop_reason = NULL, ended_at = NULL, door = ${door}, actor_type = ${actor.type},
      actor_id = ${actor.id}
    WHERE account_id = ${account.id} AND job_id = ${jobId} AND status = 'stopped'
    RETURNING ${columns}`)
  return row ?? null
}

/** Jobs that should run and that nobody holds: after a lost message, or the death of a runner. */
export const unfinishedJobs = (db: Db, clock: Clock): Promise<{ accountId: string; jobId: string }[]> =>
  db.query(sql`
    SELECT account_id AS "accountId", job_id AS "jobId" FROM jobs
    WHERE status IN ('queued', 'running') AND (leased_until IS NULL OR leased_until < ${clock.sql})
    ORDER BY created_at LIMIT 1000`)

/** The job of an account that has waited longest for one of the others to end. */
export async function nextQueuedJob(db: Db, accountId: string): Promise<string | null> {
  const [next] = await db.query<{ job_id: string }>(sql`
    SELECT job_id FROM jobs WHERE account_id = ${accountId} AND status = 'queued' ORDER BY created_at, job_id LIMIT 1`)
  return next?.job_id ?? null
}
