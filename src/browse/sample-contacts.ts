import { Type } from 'typebox'
import { listWithoutTotal, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { contactSampleRequest } from '../search/request-schema.ts'
import { contactFacets } from '../search/schema/filters.ts'
import { asking } from '../search/search-problems.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { describedMatches, describeMatches, readIndex } from './describe-matches.ts'
import { exampleContact, exampleContacts } from './example-rows.ts'

export const sampleContacts = defineOperation({
  id: 'sampleContacts',
  method: 'POST',
  path: '/contacts/sample',
  summary: 'See a sample of the contacts',
  description:
    `For accounts without a plan: about how many contacts match, about what share of them carries each value, and ${exampleContacts.length} ` +
    'invented previews that show what rows look like. There are no filters by domain, name or title.',
  scope: 'contacts:search',
  readsOnly: true,
  meter: 'sample',
  request: { body: contactSampleRequest },
  reply: Type.Object({ ...listWithoutTotal(exampleContact).properties, ...describedMatches(contactFacets) }),
  problems: [],
  example: {
    summary: 'About how many founders there are in Germany',
    request: { person: { roles_any: ['founder'] }, store: { countries: ['DE'] } },
    reply: {
      object: 'list',
      data: exampleContacts.slice(0, 1),
      has_more: false,
      next_cursor: null,
      total_about: 1_200,
      warnings: [],
      request_id: requestIdExample,
    },
  },

  async run({ body }, { searchIndex, channelKeys }: { searchIndex: SearchIndex; channelKeys: ChannelKeys }) {
    const { facets: askedFacets = [], ...query } = body
    const facets = contactFacets.filter((facet) => askedFacets.includes(facet))
    const reader = await readIndex(searchIndex)
    const found = asking(() => reader.searchContacts({ query, facets, revealedIds: [], limit: 1 }))
    const asked = { over: 'contacts' as const, query, wantsFacets: facets.length > 0 }
    return { object: 'list' as const, data: exampleContacts, ...(await describeMatches(found, asked, channelKeys)) }
  },
})
