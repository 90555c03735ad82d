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

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front, as in the server's own exports. */
function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function toCsv(rows: EnrichedDomain[]): Blob {
  const lines = rows.map(({ domain, status, store }) =>
    [
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
      .map(cellOf)
      .join(','),
  )
  return new Blob([[columns.join(','), ...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' })
}
