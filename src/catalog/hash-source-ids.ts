import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { fillIn } from './back-fill.ts'
import type { ChannelKeys } from './channel-keys.ts'

const rowsAtOnce = 5_000

/**
 * Replaces the sources' own ids, which an earlier release stored as they came, by their keyed hashes. Returns how many it replaced.
 */
export const hashSourceIds = (db: Db, keys: ChannelKeys, signal?: AbortSignal): Promise<number> =>
  fillIn(
    db,
    keys,
    {
      isNeeded: async (reader) =>
        (await reader.query(sql`SELECT FROM contacts WHERE source_id IS NOT NULL LIMIT 1`)).length > 0,
      fillSome: (tx) => replaceSome(tx, keys),
    },
    signal,
  )

async function replaceSome(tx: Db, keys: ChannelKeys): Promise<number> {
  const plain = await tx.query<{ contactId: string; sourceId: string }>(sql`
    SELECT contact_id AS "contactId", source_id AS "sourceId" FROM contacts
    WHERE source_id IS NOT NULL ORDER BY contact_id LIMIT ${rowsAtOnce}`)
  await tx.query(sql`
    UPDATE contacts SET source_id = NULL, source_hash = hashed.source_hash
    FROM unnest(${plain.map((row) => row.contactId)}::text[],
      ${plain.map((row) => keys.hash('source', row.sourceId))}::bytea[]) AS hashed (contact_id, source_hash)
    WHERE contacts.contact_id = hashed.contact_id`)
  return plain.length
}
