import type { Seniority } from '../base/seniorities.ts'
import { sql, template } from '../base/sql.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import type { SealedChannels } from './channel-keys.ts'
import { syntheticOf } from './synthetic.ts'
import { isRevealable } from './visible-contacts.ts'

export type RevealableContact = {
  id: string
  firstName: string | null
  lastName: string | null
  fullName: string | null
  title: string | null
  role: string | null
  seniority: Seniority
  store: { id: string; domain: string; name: string }
  /** NULL when there is nothing to seal, which is so where the catalogue holds no channel. */
  sealedChannels: SealedChannels | null
  /** When the contact last changed, and the source of its data with its legal basis; null for older rows. */
  updatedAt: Date | null
  source: string | null
  legalBasis: string | null
  /** A reveal that has not happened yet may happen: not suppressed, not retired, and something to return. */
  revealable: boolean
  /** Opted out: shown to nobody, not even to accounts that revealed it before. */
  suppressed: boolean
}

/** The same in a synthetic catalogue. */
export type ContactReads = { findContacts(contactIds: readonly string[]): Map<string, RevealableContact> }

type Row = {
  contact_id: string
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
  seniority: Seniority
  store_id: string
  domain: string
  store_name: string
  channels: Buffer | null
  channels_key_id: string | null
  updated_at: Date | null
  source: string | null
  legal_basis: string | null
  revealable: boolean
  suppressed: boolean
}

const findForReveal = template<readonly string[]>(
  'find_contacts_for_reveal',
  sql`
    SELECT contact.contact_id, contact.first_name, contact.last_name, contact.full_name, contact.title, contact.role,
      contact.seniority, contact.store_id, store.domain, store.name AS store_name,
      contact.channels, contact.channels_key_id, contact.suppressed, contact.updated_at,
      origin.source, origin.legal_basis, ${isRevealable} AS revealable
    FROM contacts contact JOIN stores store USING (store_id)
    LEFT JOIN LATERAL (
      SELECT source, legal_basis FROM imports LEFT JOIN sources ON sources.name = source
      WHERE imports.import_run = contact.import_run LIMIT 1) origin ON true
    WHERE contact.contact_id = ANY(${(contactIds: readonly string[]) => contactIds}::text[])`,
)

/** Contacts by id, also retired and suppressed ones: the caller knows who may still read them. Unknown ids are left out. */
export async function findContactsForReveal(
  db: Pick<BatchConnection, 'query'>,
  contactIds: readonly string[],
): Promise<Map<string, RevealableContact>> {
  const synthetic = syntheticOf<ContactReads>(db)
  if (synthetic) return synthetic.findContacts(contactIds)
  const rows = await db.query<Row>(findForReveal(contactIds))
  return new Map(rows.map((row) => [row.contact_id, toRevealableContact(row)]))
}

function toRevealableContact(row: Row): RevealableContact {
  return {
    id: row.contact_id,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: row.full_name,
    title: row.title,
    role: row.role,
    seniority: row.seniority,
    store: { id: row.store_id, domain: row.domain, name: row.store_name },
    sealedChannels: row.channels && row.channels_key_id ? { keyId: row.channels_key_id, sealed: row.channels } : null,
    updatedAt: row.updated_at,
    source: row.source,
    legalBasis: row.legal_basis,
    revealable: row.revealable,
    suppressed: row.suppressed,
  }
}
