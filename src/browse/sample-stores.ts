import { Type } from 'typebox'
import { listWithoutTotal, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { storeSampleRequest } from '../search/request-schema.ts'
import { storeFacets } from '../search/schema/filters.ts'
import { asking } from '../search/search-problems.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { describedMatches, describeMatches, readIndex } from './describe-matches.ts'
import { exampleStore, exampleStores } from './example-rows.ts'

export const sampleStores = defineOperation({
  id: 'sampleStores',
  method: 'POST',
  path: '/stores/sample',
  summary: 'See a sample of the stores',
  description:
    `For accounts without a plan: about how many stores match, about what share of them carries each value, and ${exampleStores.length} ` +
    'invented stores that show what rows look like. There are no filters by domain or name.',
  scope: 'stores:read',
  readsOnly: true,
  meter: 'sample',
  request: { body: storeSampleRequest },
  reply: Type.Object({ ...listWithoutTotal(exampleStore).properties, ...describedMatches(storeFacets) }),
  problems: [],
  example: {
    summary: 'About how many stores use Klaviyo',
    request: { store: { apps: { any: ['Klaviyo'] } } },
    reply: {
      object: 'list',
      data: exampleStores.slice(0, 1),
      has_more: false,
      next_cursor: null,
      total_about: 7_500,
      warnings: [],
      request_id: requestIdExample,
    },
  },

  async run({ body }, { searchIndex, channelKeys }: { searchIndex: SearchIndex; channelKeys: ChannelKeys }) {
    const { facets: askedFacets = [], ...query } = body
    const facets = storeFacets.filter((facet) => askedFacets.includes(facet))
    const reader = await readIndex(searchIndex)
    const found = asking(() => reader.searchStores({ query, facets, limit: 1 }))
    const asked = { over: 'stores' as const, query, wantsFacets: facets.length > 0 }
    return { object: 'list' as const, data: exampleStores, ...(await describeMatches(found, asked, channelKeys)) }
  },
})
