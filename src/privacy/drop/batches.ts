import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import type { Db } from '../../db/database.ts'

/** The law's interval, at the latest. */
export const answerEveryDays = 45
/** Doctor and a mail warn from this many days before; the alert fires later, when that was of no use. */
export const warnDaysBefore = 7
export const alertDaysBefore = 5

export type OpenBatch = { id: string; archive: Buffer | null; fault: string | null }

/** The batch that is not answered yet. The platform gives no other until it is. `archive` is null once it was read. */
export async function findOpenBatch(db: Db, keys: ChannelKeys): Promise<OpenBatch | null> {
  const [row] = await db.query<{ id: string; fault: string | null }>(sql`
    SELECT batch_id AS id, fault FROM drop_batches WHERE reported_at IS NULL ORDER BY downloaded_at LIMIT 1`)
  return row ? { ...row, archive: await readParts(db, keys, row.id) } : null
}

const partBytes = 4 << 20
const nameOfPart = (id: string, part: number): string => `${id} ${part}`

/** As it came, before anybody looks into it: the platform does not send it twice. */
export async function keepArchive(tx: Db, clock: Clock, keys: ChannelKeys, id: string, bytes: Buffer): Promise<void> {
  await tx.query(sql`INSERT INTO drop_batches (batch_id, downloaded_at) VALUES (${id}, ${clock.sql})`)
  for (let part = 0; part * partBytes < bytes.length; part += 1) {
    const zip = bytes.toString('base64', part * partBytes, (part + 1) * partBytes)
    const { keyId, sealed } = keys.seal(nameOfPart(id, part), { zip })
    await tx.query(sql`
      INSERT INTO drop_archive_parts (batch_id, part, sealed, key_id) VALUES (${id}, ${part}, ${sealed}, ${keyId})`)
  }
}

async function readParts(db: Db, keys: ChannelKeys, id: string): Promise<Buffer | null> {
  const parts: Buffer[] = []
  for (;;) {
    const [row] = await db.query<{ sealed: Buffer; keyId: string }>(sql`
      SELECT sealed, key_id AS "keyId" FROM drop_archive_parts WHERE batch_id = ${id} AND part = ${parts.length}`)
    if (!row) return parts.length === 0 ? null : Buffer.concat(parts)
    const { zip } = keys.open<{ zip: string }>(nameOfPart(id, parts.length), row.keyId, row.sealed)
    parts.push(Buffer.from(zip, 'base64'))
  }
}

/** Once it was read, or another came in its place. */
export async function dropArchive(tx: Db, id: string): Promise<void> {
  await tx.query(sql`DELETE FROM drop_archive_parts WHERE batch_id = ${id}`)
}

/** A batch that its transaction does not keep. Returns its id. */
export async function startRehearsal(tx: Db, clock: Clock): Promise<string> {
  const id = 'rehearsal'
  await tx.query(sql`INSERT INTO drop_batches (batch_id, downloaded_at) VALUES (${id}, ${clock.sql})`)
  return id
}

export async function noteFault(db: Db, id: string, fault: string): Promise<void> {
  await db.query(sql`UPDATE drop_batches SET fault = ${fault} WHERE batch_id = ${id}`)
}

/** Another came in its place. */
export async function giveUp(tx: Db, clock: Clock, id: string): Promise<void> {
  await tx.query(sql`UPDATE drop_batches SET reported_at = ${clock.sql} WHERE batch_id = ${id}`)
  await dropArchive(tx, id)
}

export async function noteReported(tx: Db, clock: Clock, batchId: string): Promise<void> {
  await tx.query(sql`UPDATE drop_batches SET reported_at = ${clock.sql}, fault = NULL WHERE batch_id = ${batchId}`)
  await tx.query(sql`DELETE FROM drop_matches WHERE batch_id = ${batchId}`)
}

type DropState = {
  since: Date
  askedAt: Date | null
  completedAt: Date | null
  retryAt: Date | null
  fault: string | null
  dueAt: Date
}

/** Counted from the last complete answer; before the first, from when the key was set. */
export async function readDropState(db: Db): Promise<DropState | null> {
  const [row] = await db.query<DropState>(sql`
    SELECT since, asked_at AS "askedAt", completed_at AS "completedAt", retry_at AS "retryAt", fault,
      coalesce(completed_at, since) + make_interval(days => ${answerEveryDays}) AS "dueAt" FROM drop_state`)
  return row ?? null
}

type News = { completed?: boolean; retrySeconds?: number | null; fault?: string | null }

export async function noteAsked(
  db: Db,
  clock: Clock,
  { completed = false, retrySeconds = null, fault = null }: News,
): Promise<void> {
  const now = clock.sql
  await db.query(sql`
    INSERT INTO drop_state AS s (since, asked_at, completed_at, retry_at, fault)
    VALUES (${now}, ${now}, CASE WHEN ${completed}::boolean THEN ${now} END, ${now} + make_interval(secs => ${retrySeconds}::float8), ${fault})
    ON CONFLICT (one) DO UPDATE SET asked_at = excluded.asked_at, completed_at = coalesce(excluded.completed_at, s.completed_at),
      retry_at = excluded.retry_at, fault = excluded.fault, warned_at = CASE WHEN ${completed}::boolean THEN NULL ELSE s.warned_at END`)
}

/** True once a day while the answer is due soon: whoever gets true sends the mail. */
export async function takeWarning(tx: Db, clock: Clock): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE drop_state SET warned_at = ${clock.sql}
    WHERE coalesce(completed_at, since) + make_interval(days => ${answerEveryDays - warnDaysBefore}) < ${clock.sql}
      AND (warned_at IS NULL OR warned_at < ${clock.sql} - interval '1 day') RETURNING 1`)
  return rows.length > 0
}

type BatchEvidence = {
  id: string
  downloadedAt: Date
  reportedAt: Date | null
  fault: string | null
  statuses: Record<string, number>
}

export const listBatches = (db: Db): Promise<BatchEvidence[]> =>
  db.query<BatchEvidence>(sql`
    SELECT batch_id AS id, downloaded_at AS "downloadedAt", reported_at AS "reportedAt", fault, (
      SELECT coalesce(jsonb_object_agg(status, items), '{}') FROM (
        SELECT coalesce(status::text, 'undecided') AS status, count(*)::int AS items FROM drop_items i
        WHERE i.batch_id = b.batch_id GROUP BY 1) counted) AS statuses
    FROM drop_batches b ORDER BY downloaded_at, batch_id`)

type ItemEvidence = {
  id: string
  batch: string
  list: string
  status: number | null
  decidedAt: Date | null
  removedAt: Date | null
}

export const listItems = (db: Db): Promise<ItemEvidence[]> =>
  db.query<ItemEvidence>(sql`
    SELECT item_id AS id, batch_id AS batch, list_type AS list, status, decided_at AS "decidedAt", removed_at AS "removedAt"
    FROM drop_items ORDER BY batch_id, item_id`)
