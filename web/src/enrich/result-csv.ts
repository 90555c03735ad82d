import { csvLine } from '../../../sdk/csv-line.ts'
import type { EnrichedDomain } from './enrichment.ts'

const columns = [
  'domain',
  'status',
  'name',
  'category',
  'country',
  'traffic_tier',
  'revenue_tier',
  'shopify_plus',
  'lead_fit_score',
  'apps',
  'pixels',
  'contacts',
  'contacts_with_email',
]

export function toCsv(rows: EnrichedDomain[]): Blob {
  const lines = rows.map((row) => csvLine(cellsOf(row).map((value) => String(value ?? ''))))
  return new Blob([csvLine(columns), ...lines], { type: 'text/csv;charset=utf-8' })
}

const cellsOf = ({ domain, status, store }: EnrichedDomain): unknown[] => [
  domain,
  status,
  store?.name,
  store?.category,
  store?.country,
  store?.traffic_tier,
  store?.revenue_tier,
  store?.shopify_plus,
  store?.lead_fit_score,
  store?.technologies.apps.join('; '),
  store?.technologies.pixels.join('; '),
  store?.contacts_summary.total,
  store?.contacts_summary.verified_email_count,
]
