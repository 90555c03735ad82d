import { lockAccount } from '../accounts/accounts.ts'
import { unfinishedJobsMax } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { newJobId } from '../base/ids.ts'
import { jobKinds } from '../base/job-states.ts'
import { problems } from '../base/problems.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import type { Db } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import { type JobKind, type JobRow, type Outcome, resultDays, type StopReason } from './job.ts'
import { type JobSettings, scopesOfJob } from './job-request.ts'

export const jobColumns = sql`job_id AS id, kind, status, stop_reason AS "stopReason", total, done, counts,
  credits_spent AS spent, max_credits AS "maxCredits", request->>'listId' AS "listId", actor_id AS "createdBy", created_at AS "createdAt",
  started_at AS "startedAt", ended_at AS "endedAt", ended_at + make_interval(days => ${resultDays}) AS "expiresAt"`

type NewJob = {
  kind: JobKind
  settings: JobSettings
  inputs: readonly string[]
  maxCredits: number | null
  idempotencyKey: string | null
  requestHash: Buffer
  requestId: string
}

/** Who makes or resumes a job: it then works in their name. */
const makerOf = ({ door, actor }: Principal): Sql => sql`${door}, ${actor.type}, ${actor.id}`

/** Null when the account has a job under this key already. */
export async function insertJob(tx: Db, clock: Clock, principal: Principal, made: NewJob): Promise<JobRow | null> {
  const { kind, settings, inputs, maxCredits, idempotencyKey, requestHash, requestId } = made
  const [row] = await tx.query<JobRow>(sql`
    INSERT INTO jobs (account_id, job_id, kind, door, actor_type, actor_id, request, idempotency_key, request_hash, request_id,
      max_credits, total, created_at)
    VALUES (${principal.account.id}, ${newJobId()}, ${kind}, ${makerOf(principal)}, ${JSON.stringify(settings)},
      ${idempotencyKey}, ${requestHash}, ${requestId}, ${maxCredits}, ${inputs.length}, ${clock.sql})
    ON CONFLICT (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
    RETURNING ${jobColumns}`)
  if (!row) return null
  await tx.query(sql`
    INSERT INTO job_items (account_id, job_id, index, input)
    SELECT ${principal.account.id}, ${row.id}, place - 1, input
    FROM unnest(${[...inputs]}::text[]) WITH ORDINALITY AS given (input, place)`)
  return row
}

type MadeJob = JobRow & { requestHash: Buffer; requestId: string | null }

export async function findJobByKey(db: Db, accountId: string, idempotencyKey: string): Promise<MadeJob | null> {
  const [row] = await db.query<MadeJob>(sql`
    SELECT ${jobColumns}, request_hash AS "requestHash", request_id AS "requestId" FROM jobs
    WHERE account_id = ${accountId} AND idempotency_key = ${idempotencyKey}`)
  return row ?? null
}

export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(
    sql`SELECT ${jobColumns} FROM jobs WHERE account_id = ${accountId} AND job_id = ${jobId}`,
  )
  return row ?? null
}

/** Whether these scopes are enough to read a job: `scopesOfJob`. */
function readableWith(scopes: Principal['scopes']): Sql {
  const readable = (settings: JobSettings): JobKind[] =>
    jobKinds.filter((kind) => scopesOfJob(kind, settings).every((scope) => scopes.includes(scope)))
  return sql`CASE
    WHEN request->>'over' = 'contacts' OR jsonb_array_length(coalesce(request->'include', '[]')) > 0
      THEN kind = ANY(${readable({ over: 'contacts' })}::text[])
    ELSE kind = ANY(${readable({})}::text[]) END`
}

/** Those that the caller may read, newest first. */
export const listJobRows = (
  db: Db,
  { account, scopes }: Principal,
  { before, limit }: { before: { createdAt: string; id: string } | null; limit: number },
): Promise<JobRow[]> =>
  db.query<JobRow>(sql`
    SELECT ${jobColumns} FROM jobs
    WHERE account_id = ${account.id} AND ${readableWith(scopes)}
      ${before ? sql`AND (created_at, job_id) < (${before.createdAt}::timestamptz, ${before.id})` : sql``}
    ORDER BY created_at DESC, job_id DESC LIMIT ${limit}`)

/** How many of them there are, of those that are kept. */
export async function countJobs(db: Db, { account, scopes }: Principal): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM jobs WHERE account_id = ${account.id} AND ${readableWith(scopes)}`,
  )
  return row!.total
}

/** Before one more job of the account is queued, new or resumed. It holds the account until the transaction ends. */
export async function refuseTooManyJobs(tx: Db, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  const [row] = await tx.query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM jobs WHERE account_id = ${accountId} AND status IN ('queued', 'running')`)
  if (row!.total >= unfinishedJobsMax) throw problems.tooManyJobs(unfinishedJobsMax)
}

export async function readSettings(db: Db, accountId: string, jobId: string): Promise<JobSettings> {
  const [row] = await db.query<{ settings: JobSettings }>(
    sql`SELECT request AS settings FROM jobs WHERE account_id = ${accountId} AND job_id = ${jobId}`,
  )
  return row?.settings ?? {}
}

/** `contactId`: of a person, once found. */
export type Item = {
  index: number
  input: string
  contactId: string | null
  outcome: Outcome | null
  charged: boolean
}

/** Items in order, from one on. */
export const readItems = (db: Db, accountId: string, jobId: string, from: number, limit: number): Promise<Item[]> =>
  db.query<Item>(sql`
    SELECT index, input, contact_id AS "contactId", outcome, charged FROM job_items
    WHERE account_id = ${accountId} AND job_id = ${jobId} AND index >= ${from} ORDER BY index LIMIT ${limit}`)

/** The contacts that are recorded as charged. */
export async function chargedContacts(db: Db, accountId: string, jobId: string): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT coalesce(contact_id, input) AS id FROM job_items
    WHERE account_id = ${accountId} AND job_id = ${jobId} AND charged`)
  return new Set(rows.map(({ id }) => id))
}

/** Who was found for which item. The first word stands: a runner that takes over, or lost its lease, pays for the same contact. */
export async function recordMatches(
  db: Db,
  accountId: string,
  jobId: string,
  matches: { index: number; contactId: string }[],
): Promise<void> {
  await db.query(sql`
    UPDATE job_items i SET contact_id = found.contact_id
    FROM unnest(${matches.map(({ index }) => index)}::int[], ${matches.map(({ contactId }) => contactId)}::text[])
      AS found (index, contact_id)
    WHERE i.account_id = ${accountId} AND i.job_id = ${jobId} AND i.index = found.index AND i.contact_id IS NULL`)
}

/** Told in the transaction that ends it. */
export const tellEnd = (
  tx: Db,
  clock: Clock,
  accountId: string,
  { id, kind, status, total, done, spent }: JobRow,
): Promise<void> =>
  recordEvents(tx, clock, accountId, [
    { type: 'job.finished', data: { job_id: id, kind, status, total, done, credits_spent: spent } },
  ])

/** Ends jobs from outside, and tells it; of one that a runner has, the end of its lease tells it, with what was done last. */
const endRows = (db: Db, clock: Clock, change: Sql, which: Sql): Promise<JobRow[]> =>
  db.transaction(async (tx) => {
    const rows = await tx.query<JobRow & { accountId: string; isHeld: boolean }>(sql`
      UPDATE jobs SET ${change}, ended_at = ${clock.sql} WHERE ${which}
      RETURNING ${jobColumns}, account_id AS "accountId", lease IS NOT NULL AS "isHeld"`)
    for (const row of rows) if (!row.isHeld) await tellEnd(tx, clock, row.accountId, row)
    return rows
  })

/** Null when there is no such job, or it is over already. Its runner keeps the lease, to record what it does last. */
export async function cancelJobRow(db: Db, clock: Clock, accountId: string, jobId: string): Promise<JobRow | null> {
  const which = sql`account_id = ${accountId} AND job_id = ${jobId} AND status IN ('queued', 'running', 'stopped')`
  const [row] = await endRows(db, clock, sql`status = 'cancelled'`, which)
  return row ?? null
}

/** Stops those that wait or run, until somebody resumes them. A runner that holds one records what it is doing. */
export const pauseRows = (db: Db, clock: Clock, which: Sql): Promise<JobRow[]> =>
  endRows(
    db,
    clock,
    sql`status = 'stopped', stop_reason = ${'paused' satisfies StopReason}`,
    sql`${which} AND status IN ('queued', 'running')`,
  )

/** Goes on in the name of whoever resumes it. Null when there is no such job, or it has not stopped. Its progress is kept in real time. */
export async function resumeJobRow(db: Db, clock: Clock, principal: Principal, jobId: string): Promise<JobRow | null> {
  const { door, actor, account } = principal
  const [row] = await db.query<JobRow>(sql`
    UPDATE jobs SET status = 'queued', stop_reason = NULL, ended_at = NULL, attempts = 0, door = ${door}, actor_type = ${actor.type},
      actor_id = ${actor.id}, progressed_at = ${clock.sql} - make_interval(secs => ${account.clockAheadSeconds})
    WHERE account_id = ${account.id} AND job_id = ${jobId} AND status = 'stopped'
    RETURNING ${jobColumns}`)
  return row ?? null
}
