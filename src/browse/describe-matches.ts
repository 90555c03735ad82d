import { Type } from 'typebox'
import { count } from '../base/schema.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { fingerprintOf } from '../search/query/asked-filters.ts'
import type { ContactQuery, StoreQuery } from '../search/schema/filters.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import type { Page } from '../search/serve/segment-search.ts'
import { searchWarnings } from '../search/warning-schema.ts'
import { type Noise, roundShares, roundTotal, type Share, sharesFrom, shownFrom } from './rounding.ts'

/** The part of a sample's reply that says something of the catalogue. */
export const describedMatches = (facets: readonly string[]) => ({
  total_about: count({
    description: `About how many match: rounded, so that no single match can be inferred from it. 0: fewer than ${shownFrom}.`,
  }),
  facets: Type.Optional(
    Type.Unsafe<Record<string, Share[]>>(
      Type.Object(Object.fromEntries(facets.map((facet) => [facet, Type.Optional(shares)])), {
        description: `About what share of the matches carries each value, for the facets that were asked for, from ${sharesFrom} matches on.`,
      }),
    ),
  ),
  warnings: searchWarnings,
})

const shares = Type.Array(
  Type.Object(
    { value: Type.String(), share: count({ maximum: 100, description: 'In percent.' }) },
    { title: 'FacetShare' },
  ),
)

/** The index as of now: nobody who has opted out is counted. */
export async function readIndex(searchIndex: SearchIndex): Promise<IndexReader> {
  await searchIndex.catchUp()
  return searchIndex.reader()
}

export async function describeMatches<Position, Facet extends string>(
  { total, facets, warnings }: Page<Position, Facet>,
  asked: { over: 'contacts' | 'stores'; query: ContactQuery & StoreQuery; wantsFacets: boolean },
  channelKeys: ChannelKeys,
) {
  const counted: Partial<Record<Facet, { value: string; count: number }[]>> = await facets
  const noise = noiseOf(
    asked.over,
    withoutValues(asked.query, new Set(warnings.map(({ value }) => value))),
    channelKeys,
  )
  const about = roundTotal(total, noise)
  const lists = about < sharesFrom ? [] : (Object.entries(counted) as [Facet, { value: string; count: number }[]][])
  return {
    has_more: false,
    next_cursor: null,
    total_about: about,
    ...(asked.wantsFacets && {
      facets: Object.fromEntries(lists.map(([facet, values]) => [facet, roundShares(facet, values, total, noise)])),
    }),
    warnings,
  }
}

/** Keyed, so that nobody can compute it; the same on every node and for every account. */
function noiseOf(over: 'contacts' | 'stores', query: ContactQuery & StoreQuery, channelKeys: ChannelKeys): Noise {
  const fingerprint = fingerprintOf(over, query)
  return (about) => channelKeys.hash('sample', `${fingerprint} ${about}`).readUInt32BE(0) / 2 ** 31 - 1
}

/** Values that the catalogue does not hold would make one query look like many. */
const withoutValues = (query: ContactQuery & StoreQuery, unknown: ReadonlySet<string>): ContactQuery & StoreQuery =>
  JSON.parse(
    JSON.stringify(query, (_, value: unknown) =>
      Array.isArray(value) ? value.filter((item) => !unknown.has(item)) : value,
    ),
  )
