import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'

/**
 * A key under which contacts are sealed and which CHANNEL_KEY lacks, if there is one among the first rows of the table,
 * where the oldest lie. To look at all of them would take every start as long as reading the catalogue.
 */
export async function findMissingKey(db: Db, channelKeys: ChannelKeys): Promise<string | null> {
  const rows = await db.query<{ keyId: string }>(sql`
    SELECT DISTINCT channels_key_id AS "keyId"
    FROM (SELECT channels_key_id FROM contacts WHERE channels_key_id IS NOT NULL LIMIT 1000) oldest`)
  return rows.find(({ keyId }) => !channelKeys.holds(keyId))?.keyId ?? null
}
