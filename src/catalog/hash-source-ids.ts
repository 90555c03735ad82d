import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { holdCatalogue } from './held-keys.ts'

const rowsAtOnce = 5_000

/**
 * Replaces the sources' own ids, which an earlier release stored as they came, by their keyed hashes. In short transactions,
 * so that nobody waits for it; after an interruption the next call continues. Returns how many it replaced.
 */
export async function hashSourceIds(db: Db, keys: ChannelKeys): Promise<number> {
  let replaced = 0
  for (let rows = rowsAtOnce; rows === rowsAtOnce; replaced += rows) {
    rows = await db.transaction(async (tx) => {
      await holdCatalogue(tx, keys)
      const plain = await tx.query<{ contactId: string; sourceId: string }>(sql`
        SELECT contact_id AS "contactId", source_id AS "sourceId" FROM contacts
        WHERE source_id IS NOT NULL ORDER BY contact_id LIMIT ${rowsAtOnce}`)
      if (plain.length === 0) return 0
      await tx.query(sql`
        UPDATE contacts SET source_id = NULL, source_hash = hashed.source_hash
        FROM unnest(${plain.map((row) => row.contactId)}::text[],
          ${plain.map((row) => keys.hash('source', row.sourceId))}::bytea[]) AS hashed (contact_id, source_hash)
        WHERE contacts.contact_id = hashed.contact_id`)
      return plain.length
    })
  }
  return replaced
}
