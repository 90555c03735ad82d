import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import { addListed, keyPublished, type ListedKind, removeListed } from '../../catalog/deletion-lists.ts'
import type { Db } from '../../db/database.ts'
import type { StatusFile } from './platform.ts'
import type { Archive } from './read-archive.ts'

/** The law's interval: every 45 days at the latest. */
const dueDays = 45
/** So many days before, doctor and a mail warn. */
export const warnDaysBefore = 7

/** Which of our identifiers a list is about; null: the catalogue holds none of its kind. */
export const kindOf = (listType: string): ListedKind | null =>
  listType === 'Email' ? 'email' : listType === 'Phone' ? 'phone' : null

export type OpenBatch = { id: string; archive: Buffer | null; fault: string | null }

/** The batch that is not answered yet. The platform gives no other until it is. */
export async function findOpenBatch(db: Db, keys: ChannelKeys): Promise<OpenBatch | null> {
  const [row] = await db.query<{ id: string; archive: Buffer | null; keyId: string | null; fault: string | null }>(sql`
    SELECT batch_id AS id, archive, archive_key_id AS "keyId", fault FROM drop_batches WHERE reported_at IS NULL
    ORDER BY downloaded_at LIMIT 1`)
  if (!row) return null
  const opened = row.archive && row.keyId ? keys.open<{ zip: string }>(row.id, row.keyId, row.archive) : null
  return { id: row.id, fault: row.fault, archive: opened && Buffer.from(opened.zip, 'base64') }
}

/** As it came, before anybody looks into it: the platform does not send it twice. */
export async function keepArchive(db: Db, clock: Clock, keys: ChannelKeys, id: string, bytes: Buffer): Promise<void> {
  const { keyId, sealed } = keys.seal(id, { zip: bytes.toString('base64') })
  await db.query(sql`
    INSERT INTO drop_batches (batch_id, downloaded_at, archive, archive_key_id)
    VALUES (${id}, ${clock.sql}, ${sealed}, ${keyId})`)
}

export async function noteFault(db: Db, id: string, fault: string): Promise<void> {
  await db.query(sql`UPDATE drop_batches SET fault = ${fault} WHERE batch_id = ${id}`)
}

/** Another came in its place. */
export async function giveUp(db: Db, clock: Clock, id: string): Promise<void> {
  await db.query(sql`
    UPDATE drop_batches SET reported_at = ${clock.sql}, archive = NULL, archive_key_id = NULL WHERE batch_id = ${id}`)
}

const rowsAtOnce = 10_000

/** All of it in one transaction: items, the hashes that imports are held against, and requests that were cancelled. */
export async function storeItems(tx: Db, clock: Clock, keys: ChannelKeys, id: string, archive: Archive): Promise<void> {
  for (let at = 0; at < archive.items.length; at += rowsAtOnce) {
    const part = archive.items.slice(at, at + rowsAtOnce)
    const hashes = part.map(({ listType, hash }) => {
      const kind = kindOf(listType)
      return kind && keyPublished(keys, kind, hash)
    })
    // The same batch again has the same ids: what was decided of them stands.
    await tx.query(sql`
      INSERT INTO drop_items (item_id, batch_id, file_name, list_type, hash)
      SELECT given.* FROM (SELECT item_id, ${id}::text, file_name, list_type, hash FROM unnest(${part.map((one) => one.id)}::text[],
        ${part.map(({ fileName }) => fileName)}::text[], ${part.map(({ listType }) => listType)}::text[], ${hashes}::bytea[])
        AS given (item_id, file_name, list_type, hash)) given
      ON CONFLICT (item_id) DO UPDATE SET batch_id = excluded.batch_id, file_name = excluded.file_name, removed_at = NULL`)
    for (const kind of ['email', 'phone'] as const) {
      await addListed(
        tx,
        kind,
        hashes.filter((hash, one): hash is Buffer => hash !== null && kindOf(part[one]!.listType) === kind),
      )
    }
  }
  await cancel(tx, clock, archive)
  await tx.query(
    sql`UPDATE drop_batches SET archive = NULL, archive_key_id = NULL, fault = NULL WHERE batch_id = ${id}`,
  )
}

/** Whoever cancelled may be imported again, unless another request names the same identifier. */
async function cancel(tx: Db, clock: Clock, { removed }: Archive): Promise<void> {
  const gone = await tx.query<{ listType: string; hash: Buffer | null }>(sql`
    UPDATE drop_items SET removed_at = ${clock.sql} WHERE item_id = ANY(${removed.map(({ id }) => id)}::text[])
    RETURNING list_type AS "listType", hash`)
  for (const kind of ['email', 'phone'] as const) {
    const hashes = gone.flatMap(({ listType, hash }) => (hash && kindOf(listType) === kind ? [hash] : []))
    const still = await tx.query<{ hash: string }>(sql`
      SELECT DISTINCT encode(hash, 'hex') AS hash FROM drop_items WHERE hash = ANY(${hashes}::bytea[]) AND removed_at IS NULL`)
    await removeListed(
      tx,
      kind,
      hashes.filter((hash) => !still.some((one) => one.hash === hash.toString('hex'))),
    )
  }
}

export type DropItem = { id: string; listType: string; hash: Buffer | null }

/** Items of a batch that nobody has looked for yet, by id. */
export const readUndecided = (db: Db, batchId: string, after: string, limit: number): Promise<DropItem[]> =>
  db.query<DropItem>(sql`
    SELECT item_id AS id, list_type AS "listType", hash FROM drop_items
    WHERE batch_id = ${batchId} AND status IS NULL AND removed_at IS NULL AND item_id > ${after} ORDER BY item_id LIMIT ${limit}`)

export async function decide(tx: Db, clock: Clock, status: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(sql`
    UPDATE drop_items SET status = ${status}, decided_at = ${clock.sql} WHERE item_id = ANY(${ids}::text[])`)
}

/** The answer to a batch, a file for each list that had rows. */
export async function readStatusFiles(db: Db, batchId: string): Promise<StatusFile[]> {
  const rows = await db.query<{ name: string; id: string; status: number }>(sql`
    SELECT file_name AS name, item_id AS id, status FROM drop_items
    WHERE batch_id = ${batchId} AND status IS NOT NULL AND removed_at IS NULL ORDER BY file_name, item_id`)
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, given]) => ({ name, rows: given }))
}

export async function noteReported(db: Db, clock: Clock, batchId: string): Promise<void> {
  await db.query(sql`UPDATE drop_batches SET reported_at = ${clock.sql}, fault = NULL WHERE batch_id = ${batchId}`)
}

export async function findItem(db: Db, id: string): Promise<{ fileName: string; status: number | null } | null> {
  const [row] = await db.query<{ fileName: string; status: number | null }>(
    sql`SELECT file_name AS "fileName", status FROM drop_items WHERE item_id = ${id}`,
  )
  return row ?? null
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
      coalesce(completed_at, since) + make_interval(days => ${dueDays}) AS "dueAt" FROM drop_state`)
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
    WHERE coalesce(completed_at, since) + make_interval(days => ${dueDays - warnDaysBefore}) < ${clock.sql}
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
