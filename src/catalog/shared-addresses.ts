/** Whose an address is: a mailbox that several people share says of none of them who they are. */
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { normaliseEmail } from './channel-values.ts'
import { emailHashes } from './email-hashes.ts'

/** Over rows that hold one identifier: different names are different people. */
export const areSeveral = sql`count(DISTINCT coalesce(name_hash, '')) > 1`

/** The hashes of addresses of these people that nobody of another name holds or held, and that their source does not call generic. */
export async function ownHashes(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<Buffer[]> {
  const rows = await tx.query<{ hash: Buffer }>(sql`
    SELECT own.hash FROM (
      SELECT DISTINCT unnest(email_hashes) AS hash FROM contacts
      WHERE contact_id = ANY(${contactIds}::text[]) AND erased_at IS NULL) own
    JOIN contacts holder ON holder.email_hashes @> ARRAY[own.hash]
    WHERE own.hash <> ALL(${await genericHashes(tx, keys, contactIds)}::bytea[])
    GROUP BY own.hash HAVING NOT ${areSeveral}`)
  return rows.map(({ hash }) => hash)
}

async function genericHashes(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<Buffer[]> {
  const rows = await tx.query<{ id: string; keyId: string; sealed: Buffer }>(sql`
    SELECT contact_id AS id, channels_key_id AS "keyId", channels AS sealed FROM contacts
    WHERE contact_id = ANY(${contactIds}::text[]) AND channels IS NOT NULL`)
  // Under a key that is gone nobody can read what its source called it, and an erasure must not fail for that.
  const readable = rows.filter(({ keyId }) => keys.holds(keyId))
  const generic = readable.flatMap(({ id, keyId, sealed }) =>
    keys.open(id, keyId, sealed).emails.filter(({ type }) => type === 'generic'),
  )
  return generic.flatMap(({ email }) =>
    emailHashes(normaliseEmail(email) ?? email, keys).map((hash) => Buffer.from(hash, 'hex')),
  )
}
