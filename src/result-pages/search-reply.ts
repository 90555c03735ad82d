import { type TSchema, Type } from 'typebox'
import { listOf, requestIdExample } from '../base/schema.ts'
import { facetCounts } from '../search/facet-schema.ts'
import type { SearchWarning } from '../search/query/warnings.ts'
import { searchWarnings } from '../search/warning-schema.ts'

/** What every search replies: a list with its exact total, the facets that were asked for, and warnings. */
export const searchReply = <Item extends TSchema>(item: Item, facets: readonly string[]) =>
  Type.Object({
    ...listOf(item, { total: 'Exact number of matches, over all pages.' }).properties,
    facets: Type.Optional(facetCounts(facets)),
    warnings: searchWarnings,
  })

export const searchReplyExample = <Row>(row: Row, total: number) => ({
  object: 'list' as const,
  data: [row],
  has_more: true,
  next_cursor: 'q8nJx2fT5sVb0yRkLw3eUaHc9dMz7gPi1oXt4vQ6',
  total,
  warnings: [],
  request_id: requestIdExample,
})

type ReplyPage<Facets> = {
  found: { total: number; warnings: SearchWarning[] }
  nextCursor: string | null
  facets?: Facets
}

export const toSearchReply = <Row, Facets>({ found, nextCursor, facets }: ReplyPage<Facets>, data: Row[]) => ({
  object: 'list' as const,
  data,
  has_more: nextCursor !== null,
  next_cursor: nextCursor,
  total: found.total,
  ...(facets && { facets }),
  warnings: found.warnings,
})
