/** A catalogue as people have it: one table of stores, one of contacts. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { ImportedStore } from '../src/catalog/import-record.ts'

export type TableFiles = { stores: string; contacts: string }
type Row = Record<string, string>

export async function writeTables(
  folder: string,
  stores: Iterable<ImportedStore>,
): Promise<{ csv: TableFiles; parquet: TableFiles }> {
  const rows: Record<keyof TableFiles, Row[]> = { stores: [], contacts: [] }
  for (const store of stores) {
    rows.stores.push(storeRow(store))
    for (const contact of store.contacts ?? []) rows.contacts.push(contactRow(store.domain, contact))
  }
  const names = ['stores', 'contacts'] as const
  const pathsOf = (extension: string): TableFiles => ({
    stores: join(folder, `stores.${extension}`),
    contacts: join(folder, `contacts.${extension}`),
  })
  const [csv, parquet] = [pathsOf('csv'), pathsOf('parquet')]
  for (const name of names) {
    const table = rows[name]
    const headers = Object.keys(table[0]!)
    const lines = table.map((row) => headers.map((header) => quote(row[header]!)).join(','))
    await writeFile(csv[name], [headers.join(','), ...lines].join('\n'))
    const columnData = headers.map((header) => ({ name: header, data: table.map((row) => row[header]!) }))
    await writeFile(parquet[name], Buffer.from(parquetWriteBuffer({ columnData })))
  }
  return { csv, parquet }
}

const quote = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const text = (value: string | number | boolean | null | undefined): string => String(value ?? '')

const storeRow = (store: ImportedStore): Row => ({
  domain: store.domain,
  name: text(store.name),
  category: text(store.category),
  country: text(store.country),
  traffic_tier: text(store.traffic_tier),
  revenue_tier: text(store.revenue_tier),
  shopify_plus: text(store.shopify_plus),
  lead_fit_score: text(store.lead_fit_score),
  apps: (store.apps ?? []).join('; '),
  pixels: (store.pixels ?? []).join('; '),
})

const contactRow = (domain: string, contact: NonNullable<ImportedStore['contacts']>[number]): Row => ({
  domain,
  contact_id: text(contact.source_id),
  first_name: text(contact.first_name),
  last_name: text(contact.last_name),
  title: text(contact.title),
  email: text(contact.emails?.[0]?.email),
  email_status: text(contact.emails?.[0]?.status),
  phone: text(contact.phones?.[0]?.phone),
  linkedin_url: text(contact.linkedin_url),
})
