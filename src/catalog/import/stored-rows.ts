/** Whole rows of the catalogue, for lines that hold only a part of them. */

import type { ChangeType } from '../../base/change-types.ts'
import type { Seniority } from '../../base/seniorities.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { normaliseEmail, readProfileUrl } from '../channel-values.ts'
import { type SealedContents, statedEmail } from '../channels.ts'
import { nameKey } from '../slug.ts'
import type { ContactRecord } from './read-contact.ts'
import type { PartlyKnown } from './read-observation.ts'
import type { StoreFields } from './read-store.ts'
import type { MissingTechnologies, StoreHistory } from './store-changes.ts'

type ChangeRow = [type: ChangeType, value: string, from: string | null, to: string | null]
type StoreRow = StoreFields & {
  store_id: string
  unknown_fields: string[] | null
  partly_known: PartlyKnown | null
  missing: MissingTechnologies | null
  first_seen_at: Date | null
  observed_at: Date | null
  held: ChangeRow[]
  recorded_last: ChangeRow[]
}

/** By the id of the store. */
export async function loadStores(db: Db, storeIds: readonly string[]): Promise<Map<string, StoreHistory>> {
  if (storeIds.length === 0) return new Map()
  const rows = await db.query<StoreRow>(sql`
    SELECT store_id, name, category, country, traffic_tier, revenue_tier, shopify_plus, lead_fit_score, apps, pixels,
      theme_name, theme_type, ads_active, unknown_fields, partly_known, missing, first_seen_at, observed_at,
      (SELECT coalesce(json_agg(json_build_array(type, value, old_value, new_value)), '[]') FROM store_changes c
        WHERE c.store_id = stores.store_id AND state = 'held') AS held,
      (SELECT coalesce(json_agg(json_build_array(type, value, old_value, new_value)), '[]') FROM store_changes c
        WHERE c.store_id = stores.store_id AND c.observed_at = stores.observed_at) AS recorded_last
    FROM stores WHERE store_id = ANY(${storeIds}::text[])`)
  return new Map(rows.map((row) => [row.store_id, toHistory(row)]))
}

function toHistory(row: StoreRow): StoreHistory {
  const {
    store_id,
    unknown_fields,
    partly_known,
    missing,
    first_seen_at,
    observed_at,
    held,
    recorded_last,
    ...fields
  } = row
  const toChange = ([type, value, from, to]: ChangeRow) => ({ type, value, from, to })
  return {
    fields: toFields(fields, unknown_fields),
    partly: partly_known,
    missing,
    firstSeenAt: first_seen_at?.getTime() ?? null,
    observedAt: observed_at?.getTime() ?? null,
    held: held.map(toChange),
    changesThen: recorded_last.map(toChange),
  }
}

function toFields(fields: StoreFields, unknown_fields: string[] | null): StoreFields {
  const isUnknown = (name: keyof StoreFields, isEmpty: boolean): boolean =>
    unknown_fields === null ? isEmpty : unknown_fields.includes(name)
  return {
    ...fields,
    shopify_plus: isUnknown('shopify_plus', !fields.shopify_plus) ? null : fields.shopify_plus,
    apps: isUnknown('apps', fields.apps!.length === 0) ? null : fields.apps,
    pixels: isUnknown('pixels', fields.pixels!.length === 0) ? null : fields.pixels,
    ads_active: isUnknown('ads_active', !fields.ads_active) ? null : fields.ads_active,
  }
}

/** `keyId`: the key that its channels are sealed under. */
export type StoredContact = { record: ContactRecord; keyId: string | null }

type ContactRow = {
  contact_id: string
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
  seniority: Seniority
  collected_at: Date | null
  channels: Buffer | null
  channels_key_id: string | null
}

/**
 * By the id of the contact, as a line that held everything would have them; but for the source's id, of which only a hash is
 * kept. What is sealed under a key that is gone is lost.
 */
export async function loadContacts(
  db: Db,
  keys: ChannelKeys,
  contactIds: readonly string[],
): Promise<Map<string, StoredContact>> {
  if (contactIds.length === 0) return new Map()
  const rows = await db.query<ContactRow>(sql`
    SELECT contact_id, first_name, last_name, full_name, title, role, seniority, collected_at, channels, channels_key_id
    FROM contacts WHERE contact_id = ANY(${contactIds}::text[])`)
  return new Map(rows.map((row) => [row.contact_id, { record: toRecord(row, keys), keyId: row.channels_key_id }]))
}

const nothingSealed: SealedContents = { emails: [], phones: [], linkedin_url: null }

function toRecord(row: ContactRow, keys: ChannelKeys): ContactRecord {
  const { contact_id, channels: sealed, channels_key_id: keyId } = row
  const isReadable = sealed !== null && keyId !== null && keys.holds(keyId)
  const { in_full, corrected, ...opened } = isReadable ? keys.open(contact_id, keyId, sealed) : nothingSealed
  // What accounts reported is applied again after the import wrote the row: it is nothing that a line holds.
  const channels = { ...opened, emails: opened.emails.map(statedEmail) }
  return {
    source_id: null,
    first_name: in_full?.first_name ?? row.first_name,
    last_name: row.last_name,
    full_name: row.full_name,
    title: in_full?.title ?? row.title,
    role: row.role,
    seniority: row.seniority,
    channels,
    collected_at: row.collected_at?.getTime() ?? null,
    absent: [],
    retired: false,
    ...(corrected && { corrected }),
    marks: {
      linkedin: channels.linkedin_url === null ? null : (readProfileUrl(channels.linkedin_url)?.key ?? null),
      emails: channels.emails.map(({ email }) => normaliseEmail(email) ?? email),
      name: nameKey(row.full_name),
    },
  }
}
