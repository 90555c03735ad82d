import { type TUnsafe, Type } from 'typebox'
import { count } from '../base/schema.ts'
import type { FacetValue } from './query/result-copy.ts'

/** Exact counts over the whole result set, for the facets that were asked for. */
export const facetCounts = (facets: readonly string[]): TUnsafe<Record<string, FacetValue[]>> => {
  const values = Type.Array(
    Type.Object(
      {
        value: Type.String({ description: 'A value of the facet.' }),
        count: count({ description: 'How many results have it.' }),
      },
      { title: 'FacetCount' },
    ),
    { description: 'Its values and how many results have each, the most frequent first; weeks with the latest first.' },
  )
  return Type.Unsafe<Record<string, FacetValue[]>>(
    Type.Object(Object.fromEntries(facets.map((facet) => [facet, Type.Optional(values)])), {
      description: 'Counts over the whole result set, for the facets that were asked for.',
    }),
  )
}
