import type { Db } from '../db/database.ts'
import { prepared, rawSql, type Sql, sql } from '../db/sql.ts'
import type { Seniority } from './seniorities.ts'

/** Everything a preview shows. There is no channel in it, and no last name but the masked one. */
export type PreviewRow = {
  id: string
  firstName: string | null
  lastNameObfuscated: string | null
  role: string | null
  seniority: Seniority
  title: string | null
  hasVerifiedEmail: boolean
  hasPhone: boolean
  hasLinkedin: boolean
  /** Whether the account that looks owns the contact. */
  revealed: boolean
  store: {
    id: string
    domain: string
    name: string
    category: string | null
    trafficTier: string | null
    apps: string[]
    pixels: string[]
  }
}

type Row = Omit<PreviewRow, 'store'> & {
  storeId: string
  domain: string
  storeName: string
  category: string | null
  trafficTier: string | null
  apps: string[]
  pixels: string[]
}

/** The last name is masked before it leaves the database. */
const columns = sql`
  contact.contact_id AS id, contact.first_name AS "firstName", left(contact.last_name, 1) || '***' AS "lastNameObfuscated",
  contact.role, contact.seniority, contact.title,
  contact.has_email AS "hasVerifiedEmail", contact.has_phone AS "hasPhone", contact.has_linkedin AS "hasLinkedin",
  contact.store_id AS "storeId", store.domain, store.name AS "storeName", store.category,
  store.traffic_tier AS "trafficTier", store.apps, store.pixels`

/** The column by which a condition on ownership, given by the caller, refers to the contact. */
export const previewContactId = rawSql('contact.contact_id')

/** By id. Unknown and suppressed contacts are left out, whatever an index says that has not caught up yet. */
export async function findPreviewRows(
  db: Db,
  contactIds: readonly string[],
  revealed: Sql,
): Promise<Map<string, PreviewRow>> {
  const rows = await db.query<Row>(
    prepared(
      'find_preview_rows',
      sql`
        SELECT ${columns}, ${revealed} AS revealed
        FROM contacts contact JOIN stores store USING (store_id)
        WHERE contact.contact_id = ANY(${contactIds}::text[]) AND NOT contact.suppressed`,
    ),
  )
  return new Map(rows.map((row) => [row.id, toPreviewRow(row)]))
}

/**
 * The revealable contacts of some stores, executives first, then decision makers, at most `limit` a store. By domain;
 * stores without any are left out.
 */
export async function findPreviewRowsOfStores(
  db: Db,
  domains: readonly string[],
  limit: number,
  revealed: Sql,
): Promise<Map<string, PreviewRow[]>> {
  const rows = await db.query<Row>(
    prepared(
      'find_preview_rows_of_stores',
      sql`
        SELECT ${columns}, ${revealed} AS revealed
        FROM stores store
        CROSS JOIN LATERAL (
          SELECT * FROM contacts
          WHERE store_id = store.store_id AND NOT suppressed AND retired_at IS NULL
            AND (has_email OR has_phone OR has_linkedin)
          ORDER BY CASE seniority WHEN 'executive' THEN 1 WHEN 'decision_maker' THEN 2 ELSE 3 END, contact_id COLLATE "C"
          LIMIT ${limit}::integer) contact
        WHERE store.domain = ANY(${domains}::text[]) AND store.retired_at IS NULL
        ORDER BY CASE contact.seniority WHEN 'executive' THEN 1 WHEN 'decision_maker' THEN 2 ELSE 3 END,
          contact.contact_id COLLATE "C"`,
    ),
  )
  return Map.groupBy(rows.map(toPreviewRow), (row) => row.store.domain)
}

function toPreviewRow({
  storeId,
  domain,
  storeName,
  category,
  trafficTier,
  apps,
  pixels,
  ...contact
}: Row): PreviewRow {
  return { ...contact, store: { id: storeId, domain, name: storeName, category, trafficTier, apps, pixels } }
}
