import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { fillIn } from './back-fill.ts'
import { noteChangedStores, raiseVersion } from './change-log.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { type Channels, summariseEmails } from './channels.ts'

const rowsAtOnce = 2_000

type Row = { contactId: string; keyId: string | null; sealed: Buffer | null }

/**
 * Fills in, from the sealed channels, what previews and filters know of emails that an earlier release imported. Returns how many
 * contacts it filled in.
 */
export const fillEmailKinds = (db: Db, keys: ChannelKeys, signal?: AbortSignal): Promise<number> =>
  fillIn(db, keys, { isNeeded: isAnyUnknown, fillSome: (tx) => fillSome(tx, keys) }, signal)

const isAnyUnknown = async (db: Db): Promise<boolean> =>
  (await db.query(sql`SELECT FROM contacts WHERE has_email AND email_kinds IS NULL LIMIT 1`)).length > 0

async function fillSome(tx: Db, keys: ChannelKeys): Promise<number> {
  const unknown = await tx.query<Row>(sql`
    SELECT contact_id AS "contactId", channels_key_id AS "keyId", channels AS sealed FROM contacts
    WHERE has_email AND email_kinds IS NULL ORDER BY contact_id LIMIT ${rowsAtOnce}`)
  await noteChangedStores(tx, { contactIds: unknown.map((row) => row.contactId) })
  const known = unknown.map((row) => ({ id: row.contactId, ...summariseEmails(channelsOf(row, keys)) }))
  await tx.query(sql`
    UPDATE contacts SET email_kinds = line.email_kinds, emails_verified_at = line.emails_verified_at
    FROM json_to_recordset(${JSON.stringify(known)}::json)
      AS line (id text, email_kinds text[], emails_verified_at timestamptz[])
    WHERE contacts.contact_id = line.id`)
  // Indexes get all of it at once, at the end.
  if (!(await isAnyUnknown(tx))) await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
  return unknown.length
}

/** Channels sealed under a lost key count as unknown. */
function channelsOf({ contactId, keyId, sealed }: Row, keys: ChannelKeys): Channels {
  const isReadable = sealed !== null && keyId !== null && keys.holds(keyId)
  return isReadable ? keys.open(contactId, keyId, sealed) : { emails: [], phones: [], linkedin_url: null }
}
