import type { ChangeRow, ContactRow, StoreRow } from '../indexing/row-feed.ts'
import { changeTypesOf, changeWeeksOf, today } from './timed-oracle-fixture.ts'

/** What the oracle counts by each facet, reading row by row. */
type OracleDocument = { store: StoreRow; contact?: ContactRow; changes: readonly ChangeRow[] }

const valuesByFacet: Record<string, (found: OracleDocument, asOf: number) => (string | null)[]> = {
  change: ({ changes }, asOf) => changeTypesOf(changes, asOf),
  change_week: ({ changes }, asOf) => changeWeeksOf(changes, asOf),
  role: ({ contact }) => [contact!.role],
  seniority: ({ contact }) => [contact!.seniority],
  country: ({ store }) => [store.country],
  category: ({ store }) => [store.category],
  traffic_tier: ({ store }) => [store.trafficTier],
  revenue_tier: ({ store }) => [store.revenueTier],
  theme_type: ({ store }) => [store.themeType],
  app: ({ store }) => store.apps,
  pixel: ({ store }) => store.pixels,
}

/** Counts by value in lower case: which spelling the index shows is another question. */
export function countByFacet(found: readonly OracleDocument[], facet: string, asOf = today): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of found) {
    const values = valuesByFacet[facet]!(one, asOf).flatMap((value) => (value === null ? [] : [value.toLowerCase()]))
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
