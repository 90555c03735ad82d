import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { noteChangedStores, raiseVersion } from './change-log.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { type Channels, summariseEmails } from './channels.ts'
import { holdCatalogue } from './held-keys.ts'

const rowsAtOnce = 2_000

type Row = { contactId: string; keyId: string | null; sealed: Buffer | null }

/**
 * Fills in, from the sealed channels, what previews and filters know of emails that an earlier release imported. In short
 * transactions, so that nobody waits for it; after an interruption the next call continues. Returns how many it filled in.
 */
export async function fillEmailKinds(db: Db, keys: ChannelKeys): Promise<number> {
  let filled = 0
  for (let rows = rowsAtOnce; rows === rowsAtOnce; filled += rows) {
    rows = await db.transaction(async (tx) => {
      await holdCatalogue(tx, keys)
      const unknown = await tx.query<Row>(sql`
        SELECT contact_id AS "contactId", channels_key_id AS "keyId", channels AS sealed FROM contacts
        WHERE has_email AND email_kinds IS NULL ORDER BY contact_id LIMIT ${rowsAtOnce}`)
      await noteChangedStores(tx, { contactIds: unknown.map((row) => row.contactId) })
      // Indexes hear of all of it at once, at the end.
      if (unknown.length < rowsAtOnce && filled + unknown.length > 0) {
        await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
      }
      if (unknown.length === 0) return 0
      const known = unknown.map((row) => ({ id: row.contactId, ...summariseEmails(channelsOf(row, keys)) }))
      await tx.query(sql`
        UPDATE contacts SET email_kinds = line.email_kinds, emails_verified_at = line.emails_verified_at
        FROM json_to_recordset(${JSON.stringify(known)}::json)
          AS line (id text, email_kinds text[], emails_verified_at timestamptz[])
        WHERE contacts.contact_id = line.id`)
      return unknown.length
    })
  }
  return filled
}

/** Of channels that are sealed under a key that is gone nothing is known. */
function channelsOf({ contactId, keyId, sealed }: Row, keys: ChannelKeys): Channels {
  const isReadable = sealed !== null && keyId !== null && keys.holds(keyId)
  return isReadable ? keys.open(contactId, keyId, sealed) : { emails: [], phones: [], linkedin_url: null }
}
