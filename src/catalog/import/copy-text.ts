import type { SealedChannels } from '../channel-keys.ts'
import { summarise, summariseEmails } from '../channels.ts'
import type { NewContact, StoreWrite } from './batch-plan.ts'
import type { StoreFields } from './read-store.ts'

/** Rows in the text form of COPY: one line each, tabs between columns, `\N` for NULL. */

export const storeColumns =
  'store_id, domain, name, category, country, traffic_tier, revenue_tier, shopify_plus, lead_fit_score, apps, pixels, ' +
  'theme_name, theme_type, ads_active, unknown_fields, first_seen_at, updated_at, observed_at, fingerprint, import_run, added_run, observed_run'

export function storeLine({ storeId, domain, fields, fingerprint, at }: StoreWrite, importRun: number): string {
  const seen = new Date(at).toISOString()
  return `${storeId}\t${domain}\t${text(fields.name)}\t${text(fields.category)}\t${text(fields.country)}\t${text(
    fields.traffic_tier,
  )}\t${text(fields.revenue_tier)}\t${fields.shopify_plus ?? false}\t${fields.lead_fit_score ?? '\\N'}\t${texts(
    fields.apps ?? [],
  )}\t${texts(fields.pixels ?? [])}\t${text(fields.theme_name)}\t${text(fields.theme_type)}\t${
    fields.ads_active ?? false
  }\t{${unknownFields(fields).join(',')}}\t${seen}\t${seen}\t${seen}\t${bytes(fingerprint)}\t${importRun}\t${importRun}\t${importRun}\n`
}

/** Those that the table can't hold as NULL. */
export const unknownFields = (fields: StoreFields): string[] =>
  (['apps', 'pixels', 'shopify_plus', 'ads_active'] as const).filter((name) => fields[name] === null)

export const contactColumns =
  'contact_id, store_id, source_hash, first_name, last_name, full_name, title, role, seniority, has_email, has_phone, ' +
  'has_linkedin, email_kinds, emails_verified_at, channels, channels_key_id, linkedin_hash, email_hashes, name_hash, added_at, updated_at, collected_at, fingerprint, import_run, added_run'

export function contactLine(
  { contactId, storeId, person, at }: NewContact,
  sealed: SealedChannels | null,
  importRun: number,
): string {
  const seen = new Date(at).toISOString()
  const { record } = person
  const { source, linkedin, emails: emailHashes, name } = person.hashes()
  const can = summarise(record.channels)
  const emails = summariseEmails(record.channels)
  return `${contactId}\t${storeId}\t${bytes(source)}\t${text(record.first_name)}\t${text(
    record.last_name,
  )}\t${text(record.full_name)}\t${text(record.title)}\t${text(record.role)}\t${record.seniority}\t${can.has_email}\t${
    can.has_phone
  }\t${can.has_linkedin}\t${texts(emails.email_kinds)}\t{${emails.emails_verified_at.map((at) => at ?? 'NULL').join(',')}}\t${bytes(sealed?.sealed.toString('hex'))}\t${sealed ? sealed.keyId : '\\N'}\t${bytes(
    linkedin,
  )}\t${hashes(emailHashes)}\t${bytes(name)}\t${seen}\t${seen}\t${
    record.collected_at === null ? '\\N' : new Date(record.collected_at).toISOString()
  }\t${bytes(person.fingerprint())}\t${importRun}\t${importRun}\n`
}

/** Written line by line into one buffer: joined first, a single foreign letter would double the width of the whole text. */
export function toBytes(lines: readonly string[]): Buffer<ArrayBuffer> {
  // No character of UTF-16 takes more than three bytes of UTF-8.
  const most = lines.reduce((sum, line) => sum + line.length * 3, 0)
  const buffer = Buffer.allocUnsafeSlow(most)
  let length = 0
  for (const line of lines) length += buffer.write(line, length)
  return buffer.subarray(0, length)
}

function text(value: string | null): string {
  if (value === null) return '\\N'
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => escapes[character]!) : value
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function bytes(hex: string | null | undefined): string {
  return hex ? `\\\\x${hex}` : '\\N'
}

function texts(values: readonly string[]): string {
  if (values.length === 0) return '{}'
  return text(`{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
}

/** Four backslashes reach COPY, which leaves two of them to the array, which leaves one to the bytes. */
function hashes(hexes: readonly string[]): string {
  if (hexes.length === 0) return '{}'
  return `{${hexes.map((hex) => `"\\\\\\\\x${hex}"`).join(',')}}`
}
