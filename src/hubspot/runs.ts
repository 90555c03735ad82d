import { hubspotRunsMax } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ItemOutcome, RecordLink } from './push-contacts.ts'
import type { Reading } from './read-exclusion.ts'

export const runKinds = ['push', 'dry_run', 'erasure', 'exclusion'] as const
export type RunKind = (typeof runKinds)[number]
export const runOrigins = ['request', 'reveal.created', 'contact.erased', 'contact.suppressed'] as const
export const runStatuses = ['running', 'finished', 'failed'] as const
export type HubspotRun = {
  accountId: string
  id: string
  kind: RunKind
  origin: (typeof runOrigins)[number]
  status: (typeof runStatuses)[number]
  reason: string | null
  total: number
  counts: Record<string, number>
  label: string | null
  reading: Reading
  createdAt: Date
  finishedAt: Date | null
}
export type RunItem = Omit<ItemOutcome, 'outcome'> & { outcome: ItemOutcome['outcome'] | null }

const columns = sql`account_id AS "accountId", run_id AS id, kind, origin, status, reason, total, counts, label, reading,
  created_at AS "createdAt", finished_at AS "finishedAt"`

type RunDraft = { kind: RunKind; origin: HubspotRun['origin']; contactIds?: readonly string[]; label?: string }

/** Null if the account has no connection. */
export async function insertRun(db: Db, clock: Clock, accountId: string, draft: RunDraft): Promise<HubspotRun | null> {
  const { kind, origin, contactIds = [], label = null } = draft
  const ids = [...new Set(contactIds)]
  const reading = kind === 'exclusion' ? JSON.stringify({ object: 'contacts', after: null }) : null
  const [run] = await db.query<HubspotRun>(sql`
    WITH made AS (
      INSERT INTO hubspot_runs (account_id, run_id, kind, origin, total, label, reading, worked_at, created_at)
      SELECT account_id, ${`hsr_${randomBase62(20)}`}, ${kind}, ${origin}, ${ids.length}::int, ${label}, ${reading}::jsonb, ${clock.sql},
        ${clock.sql}
      FROM hubspot_connections WHERE account_id = ${accountId} RETURNING *
    ),
    items AS (
      INSERT INTO hubspot_run_items (account_id, run_id, contact_id)
      SELECT account_id, run_id, contact_id FROM made, unnest(${ids}::text[]) AS asked (contact_id)
    )
    SELECT ${columns} FROM made`)
  return run ?? null
}

/** For a request: refused where too many of them have not ended. */
export async function startRun(
  tx: Db,
  clock: Clock,
  accountId: string,
  draft: Omit<RunDraft, 'origin'>,
): Promise<HubspotRun> {
  const [row] = await tx.query<{ running: number }>(sql`
    SELECT count(*)::int AS running FROM hubspot_runs
    WHERE account_id = ${accountId} AND status = 'running' AND origin = 'request'`)
  if (row!.running >= hubspotRunsMax) throw problems.tooManyHubspotRuns(hubspotRunsMax)
  const run = await insertRun(tx, clock, accountId, { ...draft, origin: 'request' })
  if (!run) throw problems.hubspotNotConnected('HubSpot was disconnected meanwhile.')
  return run
}

/** Events become runs, and the position of the connection moves with them; not if somebody has switched `automatic` meanwhile. */
export function enqueueRuns(
  db: Db,
  clock: Clock,
  { accountId, position, automatic }: { accountId: string; position: number; automatic: boolean },
  seen: number,
  drafts: readonly RunDraft[],
): Promise<void> {
  return db.transaction(async (tx) => {
    const moved = await tx.query(sql`
      UPDATE hubspot_connections SET position = ${seen}
      WHERE account_id = ${accountId} AND position = ${position} AND automatic = ${automatic} RETURNING 1`)
    if (moved.length > 0) for (const draft of drafts) await insertRun(tx, clock, accountId, draft)
  })
}

/** Whose turn it is: erasures first, then the run that nobody has worked on for the longest time. */
export async function nextRun(db: Db, accountId: string, kinds: readonly RunKind[]): Promise<HubspotRun | null> {
  const [run] = await db.query<HubspotRun>(sql`
    SELECT ${columns} FROM hubspot_runs
    WHERE account_id = ${accountId} AND status = 'running' AND kind = ANY(${kinds}::text[])
    ORDER BY (kind <> 'erasure'), worked_at, run_id LIMIT 1`)
  return run ?? null
}

export async function readWaiting(db: Db, { accountId, id }: HubspotRun, limit: number): Promise<string[]> {
  const rows = await db.query<{ contactId: string }>(sql`
    SELECT contact_id AS "contactId" FROM hubspot_run_items
    WHERE account_id = ${accountId} AND run_id = ${id} AND outcome IS NULL ORDER BY contact_id LIMIT ${limit}`)
  return rows.map(({ contactId }) => contactId)
}

/** What came of a batch. A run whose last item it was has finished. */
export function recordBatch(
  db: Db,
  clock: Clock,
  { accountId, id, origin }: HubspotRun,
  { outcomes, links }: { outcomes: readonly ItemOutcome[]; links: readonly RecordLink[] },
): Promise<void> {
  const of = <T>(read: (one: ItemOutcome) => T): T[] => outcomes.map(read)
  return db.transaction(async (tx) => {
    await tx.query(sql`
      UPDATE hubspot_run_items i SET outcome = done.outcome, reason = done.reason, filled = done.filled::text[], kept = done.kept::text[]
      FROM unnest(${of(({ contactId }) => contactId)}::text[], ${of(({ outcome }) => outcome)}::text[],
        ${of(({ reason }) => reason)}::text[], ${of(({ filled }) => `{${filled.join(',')}}`)}::text[],
        ${of(({ kept }) => `{${kept.join(',')}}`)}::text[]) AS done (contact_id, outcome, reason, filled, kept)
      WHERE i.account_id = ${accountId} AND i.run_id = ${id} AND i.contact_id = done.contact_id`)
    await linkRecords(tx, accountId, links)
    // What an opt-out moved to the recycling bin is known by its record alone, should an erasure follow.
    const ends = origin === 'contact.suppressed' ? ['clear'] : ['delete', 'clear', 'absent']
    const gone = outcomes.filter(({ outcome }) => ends.includes(outcome))
    await tx.query(sql`
      DELETE FROM hubspot_records
      WHERE account_id = ${accountId} AND object = 'contacts' AND own_id = ANY(${gone.map(({ contactId }) => contactId)}::text[])`)
    await tx.query(sql`
      UPDATE hubspot_runs r SET worked_at = ${clock.sql}, counts = counted.counts,
        status = CASE WHEN counted.waiting = 0 THEN 'finished' ELSE status END,
        finished_at = CASE WHEN counted.waiting = 0 THEN ${clock.sql} END
      FROM (
        SELECT coalesce(jsonb_object_agg(outcome, items) FILTER (WHERE outcome IS NOT NULL), '{}')
            || jsonb_build_object('kept', coalesce(sum(kept), 0)) AS counts,
          coalesce(sum(items) FILTER (WHERE outcome IS NULL), 0) AS waiting
        FROM (
          SELECT outcome, count(*) AS items, count(*) FILTER (WHERE kept <> '{}') AS kept FROM hubspot_run_items
          WHERE account_id = ${accountId} AND run_id = ${id} GROUP BY outcome) by_outcome
      ) counted
      WHERE r.account_id = ${accountId} AND r.run_id = ${id}`)
    await markSuccess(tx, clock, accountId)
  })
}

const linkRecords = (tx: Db, accountId: string, links: readonly RecordLink[]): Promise<unknown> =>
  tx.query(sql`
    INSERT INTO hubspot_records (account_id, object, own_id, record_id)
    SELECT c.account_id, l.object, l.own_id, l.record_id
    FROM hubspot_connections c, unnest(${links.map(({ object }) => object)}::text[], ${links.map(({ ownId }) => ownId)}::text[],
      ${links.map(({ recordId }) => recordId)}::text[]) AS l (object, own_id, record_id)
    WHERE c.account_id = ${accountId}
    ON CONFLICT (account_id, object, own_id) DO UPDATE SET record_id = excluded.record_id`)

const markSuccess = (tx: Db, { sql: now }: Clock, accountId: string): Promise<unknown> =>
  tx.query(sql`
    UPDATE hubspot_connections SET last_success_at = ${now}, failures = 0, failing_since = NULL WHERE account_id = ${accountId}`)

/** Which records of the portal these contacts are, as far as we know. */
export async function readRecordIds(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ ownId: string; recordId: string }>(sql`
    SELECT own_id AS "ownId", record_id AS "recordId" FROM hubspot_records
    WHERE account_id = ${accountId} AND object = 'contacts' AND own_id = ANY(${contactIds}::text[])`)
  return new Map(rows.map(({ ownId, recordId }) => [ownId, recordId]))
}

/** How far an exclusion has read. */
export const recordReading = (
  db: Db,
  clock: Clock,
  { accountId, id }: HubspotRun,
  { read, entries, next }: { read: number; entries: number; next: Reading },
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(sql`
      UPDATE hubspot_runs SET worked_at = ${clock.sql}, reading = ${next && JSON.stringify(next)}::jsonb, total = total + ${read}::int,
        counts = jsonb_build_object('exclude', coalesce((counts->>'exclude')::int, 0) + ${entries}::int),
        status = CASE WHEN ${next === null}::boolean THEN 'finished' ELSE status END,
        finished_at = CASE WHEN ${next === null}::boolean THEN ${clock.sql} END
      WHERE account_id = ${accountId} AND run_id = ${id}`)
    await markSuccess(tx, clock, accountId)
  })

export const failRun = async (db: Db, clock: Clock, { accountId, id }: HubspotRun, reason: string): Promise<void> =>
  void (await db.query(sql`
    UPDATE hubspot_runs SET status = 'failed', reason = ${reason}, finished_at = ${clock.sql}
    WHERE account_id = ${accountId} AND run_id = ${id}`))

export async function findRun(db: Db, accountId: string, id: string): Promise<HubspotRun | null> {
  const [run] = await db.query<HubspotRun>(
    sql`SELECT ${columns} FROM hubspot_runs WHERE account_id = ${accountId} AND run_id = ${id}`,
  )
  return run ?? null
}

type PageAfter = { createdAt: string; id: string } | null

/** Newest first. */
export const listRuns = (db: Db, accountId: string, before: PageAfter, limit: number): Promise<HubspotRun[]> =>
  db.query<HubspotRun>(sql`
    SELECT ${columns} FROM hubspot_runs
    WHERE account_id = ${accountId} AND ${isBefore(before)}
    ORDER BY date_trunc('milliseconds', created_at) DESC, run_id DESC LIMIT ${limit}`)

const isBefore = (before: PageAfter): Sql =>
  before
    ? sql`(date_trunc('milliseconds', created_at), run_id) < (${before.createdAt}::timestamptz, ${before.id})`
    : sql`true`

export async function countRuns(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM hubspot_runs WHERE account_id = ${accountId}`,
  )
  return row!.total
}

type ItemChoice = { outcome: string | null }
const isChosen = (accountId: string, runId: string, { outcome }: ItemChoice): Sql =>
  sql`account_id = ${accountId} AND run_id = ${runId} AND (${outcome}::text IS NULL OR outcome = ${outcome}::text)`

export const listItems = (
  db: Db,
  accountId: string,
  runId: string,
  { after, limit, ...choice }: ItemChoice & { after: string | null; limit: number },
): Promise<RunItem[]> =>
  db.query<RunItem>(sql`
    SELECT contact_id AS "contactId", outcome, reason, filled, kept FROM hubspot_run_items
    WHERE ${isChosen(accountId, runId, choice)} AND (${after}::text IS NULL OR contact_id > ${after}::text)
    ORDER BY contact_id LIMIT ${limit}`)

export async function countItems(db: Db, accountId: string, runId: string, choice: ItemChoice): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM hubspot_run_items WHERE ${isChosen(accountId, runId, choice)}`,
  )
  return row!.total
}
