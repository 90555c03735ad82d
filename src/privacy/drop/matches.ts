/** Who of our people a batch names: found for the whole batch at once, since the catalogue is read and opened only once. */
import type { Clock } from '../../base/clock.ts'
import { type Sql, sql } from '../../base/sql.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import { emailHolders, type ListedKind, readPhoneHolders } from '../../catalog/deletion-lists.ts'
import { areSeveral } from '../../catalog/shared-addresses.ts'
import type { Db } from '../../db/database.ts'
import { kindOf } from './items.ts'

const isUndecided = (listType: string, batchId: string): Sql =>
  sql`item.batch_id = ${batchId} AND item.list_type = ${listType} AND item.status IS NULL AND item.removed_at IS NULL`

/**
 * Stores the matches. Nobody is missing who is imported meanwhile: the hashes of the batch are stored, and imports are held against them.
 * Matches of an interrupted run stay; they hold for this one, too.
 */
export async function matchItems(db: Db, keys: ChannelKeys, batchId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Both sides are large and just written, so their statistics may say otherwise: row by row would take hours.
    await tx.query(sql`SET LOCAL enable_nestloop = off`)
    await tx.query(sql`SET LOCAL work_mem = '64MB'`)
    await tx.query(sql`
      INSERT INTO drop_matches (batch_id, item_id, contact_id, name_hash)
      SELECT ${batchId}, item_id, contact_id, name_hash FROM (${emailHolders}) held JOIN drop_items item USING (hash)
      WHERE ${isUndecided('Email', batchId)} ON CONFLICT DO NOTHING`)
    await tx.query(sql`SET LOCAL enable_nestloop = on`)
  })
  const [phone] = await db.query(sql`SELECT FROM drop_items item WHERE ${isUndecided('Phone', batchId)} LIMIT 1`)
  if (!phone) return
  for await (const holders of readPhoneHolders(db, keys)) {
    // OFFSET 0 has each found by its hash: of a batch that was just written, the server believes that it is small.
    const held = holders.flatMap(({ hashes, ...holder }) => hashes.map((hash) => ({ ...holder, hash })))
    await db.query(sql`
      INSERT INTO drop_matches (batch_id, item_id, contact_id, name_hash)
      SELECT ${batchId}, item_id, contact_id, name_hash
      FROM unnest(${held.map(({ hash }) => hash)}::bytea[], ${held.map(({ contactId }) => contactId)}::text[],
        ${held.map(({ nameHash }) => nameHash)}::bytea[]) AS held (hash, contact_id, name_hash)
      CROSS JOIN LATERAL (SELECT * FROM drop_items WHERE drop_items.hash = held.hash OFFSET 0) item
      WHERE ${isUndecided('Phone', batchId)} ON CONFLICT DO NOTHING`)
  }
}

/** Everything in a batch that names nobody here gets this answer. */
export async function decideUnmatched(db: Db, clock: Clock, batchId: string, status: number): Promise<void> {
  await db.query(sql`
    UPDATE drop_items item SET status = ${status}, decided_at = ${clock.sql}
    WHERE batch_id = ${batchId} AND status IS NULL AND removed_at IS NULL AND NOT EXISTS (
      SELECT FROM drop_matches match WHERE match.batch_id = item.batch_id AND match.item_id = item.item_id)`)
}

export type Match = { id: string; kind: ListedKind; hash: Buffer; contactIds: string[]; isShared: boolean }
type MatchRow = Omit<Match, 'kind'> & { listType: string; isUndecided: boolean }
const itemsAtOnce = 1_000

/** Items that name somebody and are not decided yet. Different names behind one identifier are different people. */
export async function* readMatches(db: Db, batchId: string): AsyncGenerator<Match[]> {
  for (let after = ''; ; ) {
    const rows = await db.query<MatchRow>(sql`
      SELECT item_id AS id, list_type AS "listType", hash, held.contact_ids AS "contactIds", held.is_shared AS "isShared",
        status IS NULL AND removed_at IS NULL AS "isUndecided"
      FROM (
        SELECT DISTINCT item_id FROM drop_matches WHERE batch_id = ${batchId} AND item_id > ${after}
        ORDER BY item_id LIMIT ${itemsAtOnce}) matched
      JOIN drop_items USING (item_id)
      CROSS JOIN LATERAL (
        SELECT array_agg(contact_id) AS contact_ids, ${areSeveral} AS is_shared
        FROM drop_matches match WHERE match.batch_id = ${batchId} AND match.item_id = matched.item_id) held
      ORDER BY item_id`)
    const undecided = rows.filter((row) => row.isUndecided)
    if (undecided.length > 0)
      yield undecided.map(({ id, listType, hash, contactIds, isShared }) => ({
        ...{ id, hash, contactIds, isShared },
        kind: kindOf(listType)!,
      }))
    if (rows.length < itemsAtOnce) return
    after = rows.at(-1)!.id
  }
}
