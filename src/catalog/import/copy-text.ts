import type { ContactRow, StoreRow } from './plan-batch.ts'

/** Rows in the text form of COPY: one line each, tabs between columns, `\N` for NULL. */

export const storeColumns =
  'store_id, domain, name, category, country, traffic_tier, revenue_tier, shopify_plus, lead_fit_score, apps, pixels, ' +
  'theme_name, theme_type, ads_active, fingerprint, import_run'

export function storeLine(row: StoreRow, importRun: number): string {
  return `${row.store_id}\t${row.domain}\t${text(row.name)}\t${text(row.category)}\t${text(row.country)}\t${text(
    row.traffic_tier,
  )}\t${text(row.revenue_tier)}\t${row.shopify_plus}\t${row.lead_fit_score ?? '\\N'}\t${texts(row.apps)}\t${texts(
    row.pixels,
  )}\t${text(row.theme_name)}\t${text(row.theme_type)}\t${row.ads_active}\t${bytes(row.fingerprint)}\t${importRun}\n`
}

export const contactColumns =
  'contact_id, store_id, source_id, first_name, last_name, full_name, title, role, seniority, has_email, has_phone, ' +
  'has_linkedin, channels, channels_key_id, linkedin_hash, email_hashes, fingerprint, import_run'

export function contactLine(row: ContactRow, importRun: number): string {
  return `${row.contact_id}\t${row.store_id}\t${text(row.source_id)}\t${text(row.first_name)}\t${text(
    row.last_name,
  )}\t${text(row.full_name)}\t${text(row.title)}\t${text(row.role)}\t${row.seniority}\t${row.has_email}\t${
    row.has_phone
  }\t${row.has_linkedin}\t${bytes(row.channels)}\t${text(row.channels_key_id)}\t${bytes(row.linkedin_hash)}\t${hashes(
    row.email_hashes,
  )}\t${bytes(row.fingerprint)}\t${importRun}\n`
}

function text(value: string | null): string {
  if (value === null) return '\\N'
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => escapes[character]!) : value
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function bytes(hex: string | null): string {
  return hex === null ? '\\N' : `\\\\x${hex}`
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
