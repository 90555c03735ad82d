import type { ChangeType } from '../base/change-types.ts'
import { prepared, sql } from '../base/sql.ts'
import type { ContactsSummary, LastChange, StoreFacts } from '../base/store-facts.ts'
import type { Db } from '../db/database.ts'
import { isRecorded } from './held-changes.ts'
import { syntheticOf } from './synthetic.ts'
import { hasAnyChannel, isVisible } from './visible-contacts.ts'

export type StoreDetails = StoreFacts & { lastChange: LastChange | null; contactsSummary: ContactsSummary }

/** The same in a synthetic catalogue. */
export type StoreReads = {
  findStoresByDomain(domains: readonly string[]): Map<string, StoreDetails>
  findStoresById(storeIds: readonly string[]): Map<string, StoreDetails>
  /** Where a caller names one store: magic domains answer with their errors. */
  lookUpStore(domain: string): StoreDetails | null
}

type Row = StoreFacts & ContactsSummary & { changeType: ChangeType | null; changeValue: string; changedAt: Date }

const columns = sql`
  store.store_id AS id, store.domain, store.name, store.category, store.country, store.traffic_tier AS "trafficTier",
  store.revenue_tier AS "revenueTier", store.shopify_plus AS "shopifyPlus", store.lead_fit_score AS "leadFitScore",
  store.apps, store.pixels, store.theme_name AS "themeName", store.theme_type AS "themeType",
  store.first_seen_at AS "firstSeenAt", store.updated_at AS "updatedAt", store.observed_at AS "observedAt",
  last.type AS "changeType", last.value AS "changeValue", last.observed_at AS "changedAt",
  summary.total, summary.roles, summary."hasRevealableContacts", summary."verifiedEmailCount"`

const summary = sql`
  SELECT count(*)::integer AS total,
    coalesce(array_agg(DISTINCT role ORDER BY role) FILTER (WHERE role IS NOT NULL), '{}') AS roles,
    coalesce(bool_or(${hasAnyChannel}), false) AS "hasRevealableContacts",
    count(*) FILTER (WHERE has_email)::integer AS "verifiedEmailCount"
  FROM contacts contact WHERE contact.store_id = store.store_id AND ${isVisible}`

/** The latest change; of several at one time the first by name. */
const lastChange = sql`
  SELECT type, value, observed_at FROM store_changes
  WHERE store_changes.store_id = store.store_id AND ${isRecorded}
  ORDER BY observed_at DESC, type COLLATE "C", value COLLATE "C" LIMIT 1`

const storeWithSummary = sql`
  stores store CROSS JOIN LATERAL (${summary}) summary LEFT JOIN LATERAL (${lastChange}) last ON true`

/** Stores of the catalogue by normalised domain. Unknown and retired ones are left out. */
export async function findStoresByDomain(db: Db, domains: readonly string[]): Promise<Map<string, StoreDetails>> {
  const synthetic = syntheticOf<StoreReads>(db)
  if (synthetic) return synthetic.findStoresByDomain(domains)
  const rows = await db.query<Row>(
    prepared(
      'find_stores_by_domain',
      sql`
        SELECT ${columns} FROM ${storeWithSummary}
        WHERE store.domain = ANY(${domains}::text[]) AND store.retired_at IS NULL`,
    ),
  )
  return new Map(rows.map((row) => [row.domain, toDetails(row)]))
}

/** One store, for a caller who asks for it by its domain. */
export async function lookUpStore(db: Db, domain: string): Promise<StoreDetails | null> {
  const synthetic = syntheticOf<StoreReads>(db)
  if (synthetic) return synthetic.lookUpStore(domain)
  return (await findStoresByDomain(db, [domain])).get(domain) ?? null
}

/** The same by id. */
export async function findStoresById(db: Db, storeIds: readonly string[]): Promise<Map<string, StoreDetails>> {
  const synthetic = syntheticOf<StoreReads>(db)
  if (synthetic) return synthetic.findStoresById(storeIds)
  const rows = await db.query<Row>(
    prepared(
      'find_stores_by_id',
      sql`
        SELECT ${columns} FROM ${storeWithSummary}
        WHERE store.store_id = ANY(${storeIds}::text[]) AND store.retired_at IS NULL`,
    ),
  )
  return new Map(rows.map((row) => [row.id, toDetails(row)]))
}

function toDetails({ total, roles, hasRevealableContacts, verifiedEmailCount, ...row }: Row): StoreDetails {
  const { changeType, changeValue, changedAt, ...store } = row
  return {
    ...store,
    lastChange: changeType && { type: changeType, value: changeValue, observedAt: changedAt },
    contactsSummary: { total, roles, hasRevealableContacts, verifiedEmailCount },
  }
}
