/** The items of a batch: each is a request of one person, under the platform's own id. */
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import { addListed, keyPublished, type ListedKind, listedKinds, removeListed } from '../../catalog/deletion-lists.ts'
import type { Db } from '../../db/database.ts'
import { dropArchive } from './batches.ts'
import type { StatusFile } from './platform.ts'
import { type ArchivePart, BadArchive } from './read-archive.ts'

/** What the platform is told of a request, in its codes. No run says `exempt`: only the operator can, by correcting an answer. */
export const itemStatuses = { exempt: 2, deleted: 3, 'opted out': 4, 'not found': 5 } as const

/** Which of our identifiers a list is about; null: the catalogue holds none of its kind. */
export const kindOf = (listType: string): ListedKind | null =>
  listType === 'Email' ? 'email' : listType === 'Phone' ? 'phone' : null

/** All of it in one transaction: items, the hashes that imports are held against, and requests that were cancelled. */
export async function storeItems(
  tx: Db,
  clock: Clock,
  keys: ChannelKeys,
  batchId: string,
  parts: AsyncIterable<ArchivePart>,
): Promise<void> {
  for await (const part of parts) {
    if (part.kind === 'items') await storePart(tx, keys, batchId, part)
    else await cancelPart(tx, clock, part)
  }
  await dropArchive(tx, batchId)
  await tx.query(sql`UPDATE drop_batches SET fault = NULL WHERE batch_id = ${batchId}`)
}

async function storePart(tx: Db, keys: ChannelKeys, batchId: string, { fileName, rows }: ArchivePart): Promise<void> {
  const { listType } = rows[0]!
  const kind = kindOf(listType)
  const hashes = rows.map(({ hash }) => kind && keyPublished(keys, kind, hash))
  // The same batch again has the same ids: what was decided of them stands.
  const [stored] = await tx.query<{ items: number }>(sql`
    WITH stored AS (
      INSERT INTO drop_items AS item (item_id, batch_id, file_name, list_type, hash)
      SELECT DISTINCT ON (item_id) item_id, ${batchId}, ${fileName}, ${listType}, hash
      FROM unnest(${rows.map(({ id }) => id)}::text[], ${hashes}::bytea[]) AS given (item_id, hash)
      ON CONFLICT (item_id) DO UPDATE SET batch_id = excluded.batch_id, file_name = excluded.file_name, removed_at = NULL
        WHERE item.batch_id <> excluded.batch_id
      RETURNING 1)
    SELECT count(*) AS items FROM stored`)
  if (stored!.items < rows.length) throw new BadArchive(`${fileName} has an ID that the lists hold already.`)
  if (kind) await addListed(tx, kind, hashes as Buffer[])
}

/**
 * The list no longer keeps out whoever cancelled, unless another request names the same identifier. Who was held and erased stays out
 * by that erasure.
 */
async function cancelPart(tx: Db, clock: Clock, { rows }: ArchivePart): Promise<void> {
  const gone = await tx.query<{ listType: string; hash: Buffer | null }>(sql`
    UPDATE drop_items SET removed_at = ${clock.sql} WHERE item_id = ANY(${rows.map(({ id }) => id)}::text[])
    RETURNING list_type AS "listType", hash`)
  for (const kind of listedKinds) {
    const hashes = gone.flatMap(({ listType, hash }) => (hash && kindOf(listType) === kind ? [hash] : []))
    const unnamed = await tx.query<{ hash: Buffer }>(sql`
      SELECT hash FROM unnest(${hashes}::bytea[]) AS given (hash)
      WHERE NOT EXISTS (SELECT FROM drop_items item WHERE item.hash = given.hash AND removed_at IS NULL)`)
    await removeListed(
      tx,
      kind,
      unnamed.map(({ hash }) => hash),
    )
  }
}

export async function decide(tx: Db, clock: Clock, status: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(sql`
    UPDATE drop_items SET status = ${status}, decided_at = ${clock.sql} WHERE item_id = ANY(${ids}::text[])`)
}

/** How many items of a batch have which answer. */
export async function countAnswers(db: Db, batchId: string): Promise<Record<number, number>> {
  const rows = await db.query<{ status: number; items: number }>(sql`
    SELECT status, count(*) AS items FROM drop_items
    WHERE batch_id = ${batchId} AND status IS NOT NULL AND removed_at IS NULL GROUP BY status`)
  return Object.fromEntries(rows.map(({ status, items }) => [status, items]))
}

const linesAtOnce = 50_000

/** The answer to a batch, a file for each list that had rows. */
export async function readStatusFiles(db: Db, batchId: string): Promise<StatusFile[]> {
  const files = new Map<string, string[]>()
  for (let after = ''; ; ) {
    const parts = await db.query<{ name: string; lines: string; last: string }>(sql`
      SELECT file_name AS name, string_agg(item_id || ',' || status || E'\n', '' ORDER BY item_id) AS lines, max(max(item_id)) OVER () AS last
      FROM (
        SELECT file_name, item_id, status FROM drop_items
        WHERE batch_id = ${batchId} AND item_id > ${after} AND status IS NOT NULL AND removed_at IS NULL
        ORDER BY item_id LIMIT ${linesAtOnce}) answered
      GROUP BY file_name ORDER BY file_name`)
    if (parts.length === 0) return [...files].map(([name, lines]) => ({ name, lines }))
    for (const { name, lines } of parts) files.set(name, [...(files.get(name) ?? []), lines])
    after = parts[0]!.last
  }
}

export async function findItem(db: Db, id: string): Promise<{ fileName: string; status: number | null } | null> {
  const [row] = await db.query<{ fileName: string; status: number | null }>(
    sql`SELECT file_name AS "fileName", status FROM drop_items WHERE item_id = ${id}`,
  )
  return row ?? null
}
