import { clockAheadSql, clockOf } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { JobKind, JobRow } from './job.ts'
import { hasPlace } from './job-leases.ts'
import { cancelJobRow, jobColumns, pauseRows } from './job-rows.ts'

/** A job of any account, with what its runners do. For the operator. */
export type WatchedJob = JobRow & {
  accountId: string
  maker: string
  attempts: number
  retryAt: Date | null
  progressedAt: Date | null
}

const watchedColumns = sql`${jobColumns}, account_id AS "accountId", actor_type || ' ' || actor_id AS maker, attempts,
  retry_at AS "retryAt", progressed_at AS "progressedAt"`

type Narrowing = { accountIds: readonly string[] | null; status: string | null; limit: number }

/** Newest first. */
export const listAllJobs = (db: Db, { accountIds, status, limit }: Narrowing): Promise<WatchedJob[]> =>
  db.query<WatchedJob>(sql`
    SELECT ${watchedColumns} FROM jobs
    WHERE (${accountIds}::text[] IS NULL OR account_id = ANY(${accountIds}::text[]))
      AND (${status}::text IS NULL OR status = ${status})
    ORDER BY created_at DESC, job_id DESC LIMIT ${limit}`)

export async function findAnyJob(db: Db, jobId: string): Promise<WatchedJob | null> {
  const [row] = await db.query<WatchedJob>(sql`SELECT ${watchedColumns} FROM jobs WHERE job_id = ${jobId}`)
  return row ?? null
}

/** How many jobs of a kind are in a status, and for how many seconds nothing was done for one of them, although it was its turn. */
export type JobBacklog = { kind: JobKind; status: string; jobs: number; idleSeconds: number }

const idleSince = sql`coalesce(progressed_at, created_at)`
/** Whether an unfinished job may run now: the others wait behind those of their own account. */
const hasTurn = sql`(status = 'running' OR ${hasPlace(sql`j.account_id`)})`

/** Those that are not over, and those that failed within a day. */
export const readJobBacklog = (db: Db, { sql: now }: Clock): Promise<JobBacklog[]> =>
  db.query<JobBacklog>(sql`
    SELECT kind, status, count(*)::int AS jobs,
      coalesce(max(greatest(0, extract(epoch FROM ${now} - ${idleSince}))) FILTER (WHERE ${hasTurn}), 0)::float8 AS "idleSeconds"
    FROM jobs j WHERE status IN ('queued', 'running') OR status = 'failed'
      AND ended_at > ${now} + ${clockAheadSql(sql`j.account_id`)} - interval '1 day'
    GROUP BY kind, status ORDER BY kind, status`)

/** Null when it is over already. */
export const cancelAnyJob = async (tx: Db, clock: Clock, { accountId, id }: WatchedJob): Promise<JobRow | null> =>
  cancelJobRow(tx, await clockOf(tx, clock, accountId), accountId, id)

/** Whatever waits or runs of these accounts stops, until somebody resumes it. Says how many. */
export async function pauseJobsOf(tx: Db, clock: Clock, accountIds: readonly string[]): Promise<number> {
  let paused = 0
  for (const accountId of accountIds) {
    const rows = await pauseRows(tx, await clockOf(tx, clock, accountId), sql`account_id = ${accountId}`)
    paused += rows.length
  }
  return paused
}

export const hangsAfterMinutes = 15

/** Jobs for which nothing was done for a long time, although it was their turn. */
export async function countHangingJobs(db: Db, { sql: now }: Clock): Promise<number> {
  const [row] = await db.query<{ jobs: number }>(sql`
    SELECT count(*)::int AS jobs FROM jobs j
    WHERE status IN ('queued', 'running') AND ${idleSince} < ${now} - make_interval(mins => ${hangsAfterMinutes})
      AND ${hasTurn}`)
  return row!.jobs
}
