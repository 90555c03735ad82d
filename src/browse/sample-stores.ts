import { Type } from 'typebox'
import { count, listOf, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { facetCounts } from '../search/facet-schema.ts'
import { storeFacets } from '../search/filters.ts'
import { storeSampleRequest } from '../search/request-schema.ts'
import { asking } from '../search/search-problems.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { searchWarnings } from '../search/warning-schema.ts'
import { store, storeExample, storeOfHit } from '../stores/store.ts'
import { readIndex, sampledStores, sampleRows, summariseMatches } from './catalogue-sample.ts'

export const sampleStores = defineOperation({
  id: 'sampleStores',
  method: 'POST',
  path: '/stores/sample',
  summary: 'See a sample of the stores',
  description:
    `For accounts without a plan: the exact total and the facets of a search, and the same ${sampleRows} stores whatever is ` +
    'searched for. Facets are left out where fewer than 10 stores match.',
  scope: 'stores:read',
  meter: 'sample',
  request: { body: storeSampleRequest },
  reply: Type.Object({
    ...listOf(store).properties,
    total: count({ description: 'Exact number of matches.' }),
    facets: Type.Optional(facetCounts(storeFacets)),
    warnings: searchWarnings,
  }),
  problems: [],
  example: {
    summary: 'How many stores use Klaviyo',
    request: { store: { apps: { any: ['Klaviyo'] } } },
    reply: {
      object: 'list',
      data: [storeExample],
      has_more: false,
      next_cursor: null,
      total: 7_450,
      warnings: [],
      request_id: requestIdExample,
    },
  },

  async run({ body }, { searchIndex }: { searchIndex: SearchIndex }) {
    const { facets: askedFacets = [], ...asked } = body
    const facets = storeFacets.filter((facet) => askedFacets.includes(facet))
    const query = withNormalisedDomains(asked)
    const reader = await readIndex(searchIndex)
    const found = asking(() => reader.searchStores({ query, facets, limit: 1 }))
    return {
      object: 'list' as const,
      data: sampledStores(reader).map(storeOfHit),
      ...(await summariseMatches(found, facets.length > 0)),
    }
  },
})
