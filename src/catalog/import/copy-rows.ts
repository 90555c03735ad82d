import type { SealedChannels } from '../channel-keys.ts'
import { summarise, summariseEmails } from '../channels.ts'
import type { NewContact, StoreWrite } from './batch-plan.ts'
import { CopyRows } from './copy-binary.ts'
import type { StoreFields } from './read-store.ts'

/** New stores and contacts as rows for COPY. The columns stand in the order in which they are written below. */

const storeColumns = [
  ...['store_id', 'domain', 'name', 'category', 'country', 'traffic_tier', 'revenue_tier', 'shopify_plus'],
  ...['lead_fit_score', 'apps', 'pixels', 'theme_name', 'theme_type', 'ads_active', 'unknown_fields'],
  ...['first_seen_at', 'updated_at', 'observed_at', 'fingerprint', 'import_run', 'added_run', 'observed_run'],
]

const contactColumns = [
  ...['contact_id', 'store_id', 'source_hash', 'first_name', 'last_name', 'full_name', 'title', 'role', 'seniority'],
  ...['has_email', 'has_phone', 'has_linkedin', 'email_kinds', 'emails_verified_at', 'channels', 'channels_key_id'],
  ...['linkedin_hash', 'email_hashes', 'name_hash', 'added_at', 'updated_at', 'collected_at', 'fingerprint'],
  ...['import_run', 'added_run'],
]

const copyInto = (table: string, columns: readonly string[]): string =>
  `COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`
export const intoStores = copyInto('stores', storeColumns)
export const intoContacts = copyInto('contacts', contactColumns)

/** Usual rows are shorter. */
export const createStoreRows = (count: number): CopyRows => new CopyRows(count, 700)
export const createContactRows = (count: number): CopyRows => new CopyRows(count, 900)

export function addStore(
  rows: CopyRows,
  { storeId, domain, fields, fingerprint, at }: StoreWrite,
  importRun: number,
): void {
  rows.row(storeColumns.length)
  rows.text(storeId)
  rows.text(domain)
  rows.text(fields.name)
  rows.text(fields.category)
  rows.text(fields.country)
  rows.text(fields.traffic_tier)
  rows.text(fields.revenue_tier)
  rows.boolean(fields.shopify_plus ?? false)
  rows.double(fields.lead_fit_score)
  rows.texts(fields.apps ?? [])
  rows.texts(fields.pixels ?? [])
  rows.text(fields.theme_name)
  rows.text(fields.theme_type)
  rows.boolean(fields.ads_active ?? false)
  rows.texts(unknownFields(fields))
  rows.time(at)
  rows.time(at)
  rows.time(at)
  rows.hex(fingerprint)
  rows.bigint(importRun)
  rows.bigint(importRun)
  rows.bigint(importRun)
}

/** Those that the table can't hold as NULL. */
export const unknownFields = (fields: StoreFields): string[] =>
  (['apps', 'pixels', 'shopify_plus', 'ads_active'] as const).filter((name) => fields[name] === null)

export function addContact(
  rows: CopyRows,
  { contactId, storeId, person, at }: NewContact,
  sealed: SealedChannels | null,
  importRun: number,
): void {
  const { record } = person
  const hashes = person.hashes()
  const can = summarise(record.channels)
  const emails = summariseEmails(record.channels)
  rows.row(contactColumns.length)
  rows.text(contactId)
  rows.text(storeId)
  rows.hex(hashes.source)
  rows.text(record.first_name)
  rows.text(record.last_name)
  rows.text(record.full_name)
  rows.text(record.title)
  rows.text(record.role)
  rows.text(record.seniority)
  rows.boolean(can.has_email)
  rows.boolean(can.has_phone)
  rows.boolean(can.has_linkedin)
  rows.texts(emails.email_kinds)
  rows.times(emails.emails_verified_at.map((verified) => (verified === null ? null : Date.parse(verified))))
  rows.bytes(sealed?.sealed ?? null)
  rows.text(sealed?.keyId ?? null)
  rows.hex(hashes.linkedin)
  rows.hexes(hashes.emails)
  rows.hex(hashes.name)
  rows.time(at)
  rows.time(at)
  rows.time(record.collected_at)
  rows.hex(person.fingerprint())
  rows.bigint(importRun)
  rows.bigint(importRun)
}
