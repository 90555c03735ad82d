import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import type { EmailChannel, PhoneChannel } from './channels.ts'
import { nameKey } from './slug.ts'

/** Everything the catalogue holds of one person at one store: also what no reveal would return. */
export type HeldPerson = {
  contactId: string
  firstName: string | null
  lastName: string | null
  fullName: string | null
  title: string | null
  role: string | null
  seniority: string
  emails: EmailChannel[]
  phones: PhoneChannel[]
  linkedinUrl: string | null
  store: { domain: string; name: string }
  /** Where the data comes from: who brought the person, who last wrote the row, and who last showed them. */
  sources: HeldSource[]
  collectedAt: Date | null
  addedAt: Date | null
  updatedAt: Date | null
  suppressed: boolean
  retired: boolean
}

type HeldSource = { name: string; label: string | null; legal_basis: string | null }

type Row = Omit<HeldPerson, 'emails' | 'phones' | 'linkedinUrl' | 'store'> & {
  domain: string
  storeName: string
  channels: Buffer | null
  keyId: string | null
}

const holds = (emailHash: Buffer) => sql`email_hashes @> ARRAY[${emailHash}::bytea] AND erased_at IS NULL`

/** Whether anybody with this address is in the catalogue, hidden or not. */
export async function isEmailHeld(db: Db, emailHash: Buffer): Promise<boolean> {
  const [row] = await db.query<{ held: boolean }>(
    sql`SELECT EXISTS (SELECT FROM contacts WHERE ${holds(emailHash)}) AS held`,
  )
  return row!.held
}

/** Everybody who holds the address: for the person concerned, never for a customer. */
export async function findHeldPeople(db: Db, keys: ChannelKeys, emailHash: Buffer): Promise<HeldPerson[]> {
  const rows = await db.query<Row>(sql`
    SELECT contact_id AS "contactId", first_name AS "firstName", last_name AS "lastName", full_name AS "fullName", title, role, seniority,
      channels, channels_key_id AS "keyId", domain, stores.name AS "storeName",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('name', name, 'label', label, 'legal_basis', legal_basis) ORDER BY name) FROM sources
        WHERE name IN (SELECT source FROM imports WHERE imports.import_run IN (contacts.added_run, contacts.import_run,
          CASE WHEN contacts.seen_at IS NULL THEN people_seen_run ELSE contacts.seen_run END))), '[]') AS sources,
      collected_at AS "collectedAt", added_at AS "addedAt", contacts.updated_at AS "updatedAt", suppressed,
      contacts.retired_at IS NOT NULL AS retired
    FROM contacts JOIN stores USING (store_id)
    WHERE ${holds(emailHash)} ORDER BY contact_id`)
  return rows.map(({ channels, keyId, domain, storeName, ...row }) => {
    // Whose key is lost is still held, and may object.
    const opened = channels && keyId && keys.holds(keyId) ? keys.open(row.contactId, keyId, channels) : null
    return {
      ...row,
      firstName: opened?.in_full?.first_name ?? row.firstName,
      title: opened?.in_full?.title ?? row.title,
      emails: opened?.emails ?? [],
      phones: opened?.phones ?? [],
      linkedinUrl: opened?.linkedin_url ?? null,
      store: { domain, name: storeName },
    }
  })
}

/** A mailbox that several people share: its reader may not see or decide about all of them. */
export const isShared = (people: readonly HeldPerson[]): boolean =>
  new Set(people.map(({ fullName }) => (fullName === null ? null : nameKey(fullName)))).size > 1
