import type { Clock } from '../base/clock.ts'
import { isTestAccount, randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { PaidAddress, ReportedBounce } from './paid-addresses.ts'

export const reviewStates = ['waiting', 'accepted', 'refused'] as const
type ReviewState = (typeof reviewStates)[number]

/** A bounce that the operator decides on. */
export type Review = {
  id: string
  accountId: string
  contactId: string
  emailHash: Buffer
  code: string | null
  bouncedAt: Date | null
  reportedAt: Date
  state: ReviewState
  decidedAt: Date | null
}

const columns = sql`review_id AS id, account_id AS "accountId", contact_id AS "contactId", email_hash AS "emailHash", code,
  bounced_at AS "bouncedAt", reported_at AS "reportedAt", state, decided_at AS "decidedAt"`

/** Those of some contacts whose bounce the operator has refused. */
export async function readRefused(tx: Db, accountId: string, contactIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM bounce_reviews
    WHERE account_id = ${accountId} AND contact_id = ANY(${contactIds}::text[]) AND state = 'refused'`)
  return new Set(rows.map(({ id }) => id))
}

type BounceJudgement = {
  waiting: readonly { address: PaidAddress; bounce: ReportedBounce }[]
  returned: readonly string[]
}

/** Keeps bounces over the limit for the operator, each once; those whose credit came back no longer wait. */
export async function keepReviews(tx: Db, clock: Clock, accountId: string, judged: BounceJudgement): Promise<void> {
  const { waiting, returned } = judged
  await tx.query(sql`
    WITH settled AS (
      UPDATE bounce_reviews SET state = 'accepted', decided_at = ${clock.sql}
      WHERE account_id = ${accountId} AND contact_id = ANY(${returned}::text[]) AND state = 'waiting')
    INSERT INTO bounce_reviews (account_id, contact_id, email_hash, review_id, code, bounced_at, reported_at)
    SELECT ${accountId}, b.*, ${clock.sql} FROM unnest(
      ${waiting.map(({ address }) => address.contactId)}::text[], ${waiting.map(({ address }) => address.hash)}::bytea[],
      ${waiting.map(() => `bnc_${randomBase62(20)}`)}::text[], ${waiting.map(({ bounce }) => bounce.code?.slice(0, 200))}::text[],
      ${waiting.map(({ bounce }) => bounce.bounced_at)}::timestamptz[]) AS b
    ON CONFLICT DO NOTHING`)
}

/** Those of test mode are shown to operators who ask for the account, and to nobody else. */
const isLive = sql`NOT ${isTestAccount(sql`account_id`)}`

/** Those that wait, the longest first; all of them, if asked. */
export const listReviews = (
  db: Db,
  { accountId = null, all, limit = null }: { accountId?: string | null; all: boolean; limit?: number | null },
): Promise<Review[]> =>
  db.query<Review>(sql`
    SELECT ${columns} FROM bounce_reviews
    WHERE (${all} OR state = 'waiting') AND CASE WHEN ${accountId}::text IS NULL THEN ${isLive} ELSE account_id = ${accountId} END
    ORDER BY reported_at, review_id LIMIT ${limit}::int`)

/** The last decision first. */
export const listDecided = (db: Db, limit: number): Promise<Review[]> =>
  db.query<Review>(sql`
    SELECT ${columns} FROM bounce_reviews
    WHERE state <> 'waiting' AND ${isLive} ORDER BY decided_at DESC, review_id LIMIT ${limit}`)

export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(
    sql`SELECT count(*)::int AS waiting FROM bounce_reviews WHERE state = 'waiting' AND ${isLive}`,
  )
  return row!.waiting
}

export async function findReview(db: Db, id: string): Promise<Review | null> {
  const [review] = await db.query<Review>(sql`SELECT ${columns} FROM bounce_reviews WHERE review_id = ${id}`)
  return review ?? null
}

/** False if somebody has decided before. */
export async function closeReview(
  tx: Db,
  clock: Clock,
  { accountId, contactId }: Pick<Review, 'accountId' | 'contactId'>,
  state: Exclude<ReviewState, 'waiting'>,
): Promise<boolean> {
  const closed = await tx.query(sql`
    UPDATE bounce_reviews SET state = ${state}, decided_at = ${clock.sql}
    WHERE account_id = ${accountId} AND contact_id = ${contactId} AND state = 'waiting' RETURNING 1`)
  return closed.length > 0
}
