import { clockOf } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import type { Database, Db } from '../db/database.ts'
import type { JobRow, Outcome, StopReason } from './job.ts'
import type { JobSettings } from './job-request.ts'
import { jobColumns, tellEnd } from './job-rows.ts'

/** The most jobs of an account that run at once; others wait. */
export const runningMax = 3
/** A runner that has said nothing for this long counts as dead. */
export const leaseSeconds = 30

export type ClaimedJob = JobRow & {
  accountId: string
  lease: string
  settings: JobSettings
  /** How many runners, this one included, have taken it since an outcome was last recorded. */
  attempts: number
  maker: { door: Principal['door']; type: Principal['actor']['type']; id: string }
}

/** Nobody holds it, and it need not wait after a failed attempt. */
const isFree = ({ sql: now }: Clock): Sql =>
  sql`(leased_until IS NULL OR leased_until < ${now}) AND (retry_at IS NULL OR retry_at <= ${now})`

/** Whether another job of the account may begin. */
export const hasPlace = (accountIdColumn: Sql): Sql =>
  sql`${runningMax} > (SELECT count(*) FROM jobs r WHERE r.account_id = ${accountIdColumn} AND r.status = 'running')`

/** Cancelled or paused while a runner worked on it: that one, or after its death another one, records what was done last. */
const hasUnrecordedWork = sql`status IN ('cancelled', 'stopped') AND lease IS NOT NULL`

/**
 * Takes a job for one slice: if nobody holds it, and its account has a place for it. The account's unfinished
 * jobs are few, and locked in one order. What customers see of a job is in the time of its account, turns and leases in real time.
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
    const { sql: accountNow } = await clockOf(tx, clock, accountId)
    const [claimed] = await tx.query<ClaimedJob>(sql`
      UPDATE jobs SET status = CASE status WHEN 'queued' THEN 'running' ELSE status END, started_at = coalesce(started_at, ${accountNow}), lease = ${randomBase62(16)},
        attempts = attempts + 1, retry_at = NULL, progressed_at = coalesce(progressed_at, ${clock.sql}),
        turn_at = ${clock.sql}, leased_until = ${clock.sql} + make_interval(secs => ${leaseSeconds})
      WHERE account_id = ${accountId} AND job_id = ${jobId} AND ${isFree(clock)}
        AND (status = 'running' OR ${hasUnrecordedWork} OR status = 'queued' AND ${hasPlace(sql`${accountId}`)})
      RETURNING ${jobColumns}, account_id AS "accountId", lease, request AS settings, attempts,
        json_build_object('door', door, 'type', actor_type, 'id', actor_id) AS maker`)
    return claimed ?? null
  })
}

export type ItemOutcome = { index: number; outcome: Outcome; charged: boolean }

const isLeased = ({ accountId, id, lease }: ClaimedJob): Sql =>
  sql`account_id = ${accountId} AND job_id = ${id} AND lease = ${lease}`

/** Another runner has the job by now. */
export class LeaseLost extends Error {}

/** Keeps the lease from being lost until the transaction ends. Throws when it is lost already. */
export async function holdLease(tx: Db, job: ClaimedJob): Promise<void> {
  const held = await tx.query(sql`SELECT FROM jobs WHERE ${isLeased(job)} FOR UPDATE`)
  if (held.length === 0) throw new LeaseLost(`Another runner has job ${job.id}.`)
}

/** Records outcomes and goes on holding the job. False when the lease is lost: nothing was recorded. */
export async function recordOutcomes(db: Db, clock: Clock, job: ClaimedJob, items: ItemOutcome[]): Promise<boolean> {
  const counts = { ...job.counts }
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1
  const [recorded] = await db.query<Pick<JobRow, 'status'>>(sql`
    WITH held AS (
      UPDATE jobs SET done = done + ${items.length}, counts = ${JSON.stringify(counts)}, attempts = 0,
        progressed_at = ${clock.sql},
        credits_spent = credits_spent + ${items.filter(({ charged }) => charged).length},
        leased_until = ${clock.sql} + make_interval(secs => ${leaseSeconds})
      WHERE ${isLeased(job)} RETURNING account_id, job_id, status
    )
    UPDATE job_items i SET outcome = one.outcome, charged = one.charged
    FROM held, unnest(${items.map(({ index }) => index)}::int[], ${items.map(({ outcome }) => outcome)}::text[],
      ${items.map(({ charged }) => charged)}::boolean[]) AS one (index, outcome, charged)
    WHERE i.account_id = held.account_id AND i.job_id = held.job_id AND i.index = one.index
    RETURNING held.status`)
  if (!recorded) return false
  job.status = recorded.status
  job.done += items.length
  job.counts = counts
  job.attempts = 0
  return true
}

/** Ends the slice: the job waits for its next turn. One that was cancelled or paused meanwhile is reported now, with its last outcomes. */
export async function releaseJob(db: Db, clock: Clock, job: ClaimedJob): Promise<void> {
  await db.transaction(async (tx) => {
    const [released] = await tx.query<JobRow>(sql`
      UPDATE jobs SET lease = NULL, leased_until = NULL WHERE ${isLeased(job)} RETURNING ${jobColumns}`)
    const isOver = released?.status === 'cancelled' || released?.status === 'stopped'
    if (isOver) await tellEnd(tx, await clockOf(tx, clock, job.accountId), job.accountId, released)
  })
}

/** Ends the slice and the job, and tells it. One that was cancelled or paused meanwhile stays so. */
export async function endJob(
  db: Db,
  clock: Clock,
  job: ClaimedJob,
  end: { status: 'finished' | 'stopped' | 'failed'; reason?: StopReason },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ofAccount = await clockOf(tx, clock, job.accountId)
    const [ended] = await tx.query<JobRow>(sql`
      UPDATE jobs SET status = ${end.status}, stop_reason = ${end.reason ?? null}, lease = NULL, leased_until = NULL,
        ended_at = ${ofAccount.sql}, attempts = 0
      WHERE ${isLeased(job)} AND status = 'running' RETURNING ${jobColumns}`)
    if (ended) await tellEnd(tx, ofAccount, job.accountId, ended)
    else await releaseJob(tx, clock, job)
  })
}

/** Ends a slice that failed: the job is taken again after a while. Resolves with when. */
export async function postponeJob(db: Db, clock: Clock, job: ClaimedJob, seconds: number): Promise<Date | null> {
  const [postponed] = await db.query<{ retryAt: Date }>(sql`
    UPDATE jobs SET lease = NULL, leased_until = NULL, retry_at = ${clock.sql} + make_interval(secs => ${seconds})
    WHERE ${isLeased(job)} AND status = 'running' RETURNING retry_at AS "retryAt"`)
  return postponed?.retryAt ?? null
}

/**
 * Jobs that may be taken now, in the order of their turns: accounts take turns, however many jobs each has, and so do the jobs of
 * an account.
 */
export const nextJobs = (db: Db, clock: Clock, limit: number): Promise<{ accountId: string; jobId: string }[]> =>
  db.query(sql`
    SELECT account_id AS "accountId", job_id AS "jobId" FROM jobs j
    WHERE (status = 'running' OR ${hasUnrecordedWork} OR status = 'queued' AND ${hasPlace(sql`j.account_id`)}) AND ${isFree(clock)}
    ORDER BY (SELECT max(turn_at) FROM jobs a WHERE a.account_id = j.account_id) NULLS FIRST, turn_at NULLS FIRST, created_at, job_id
    LIMIT ${limit}`)
