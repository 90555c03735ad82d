import { Type } from 'typebox'
import { count, listOf, requestIdExample } from '../base/schema.ts'
import type { Seniority } from '../base/seniorities.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreview, contactPreviewExample, toContactPreview } from '../catalog/contact-preview.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { ownedAmong, revealedIds as readRevealedIds } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { facetCounts } from '../search/facet-schema.ts'
import { contactFacets } from '../search/filters.ts'
import { contactSampleRequest } from '../search/request-schema.ts'
import { asking } from '../search/search-problems.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { searchWarnings } from '../search/warning-schema.ts'
import { readIndex, sampledContacts, sampleRows, summariseMatches } from './catalogue-sample.ts'

export const sampleContacts = defineOperation({
  id: 'sampleContacts',
  method: 'POST',
  path: '/contacts/sample',
  summary: 'See a sample of the contacts',
  description:
    'For accounts without a plan: the exact total and the facets of a search, and the same ' +
    `${sampleRows} masked previews whatever is searched for. Facets are left out where fewer than 10 contacts match.`,
  scope: 'contacts:search',
  meter: 'sample',
  request: { body: contactSampleRequest },
  reply: Type.Object({
    ...listOf(contactPreview).properties,
    total: count({ description: 'Exact number of matches.' }),
    facets: Type.Optional(facetCounts(contactFacets)),
    warnings: searchWarnings,
  }),
  problems: [],
  example: {
    summary: 'How many founders there are in Germany',
    request: { person: { roles_any: ['founder'] }, store: { countries: ['DE'] } },
    reply: {
      object: 'list',
      data: [contactPreviewExample],
      has_more: false,
      next_cursor: null,
      total: 1_204,
      warnings: [],
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database, searchIndex }: { database: Database; searchIndex: SearchIndex }) {
    const { facets: askedFacets = [], ...asked } = body
    const facets = contactFacets.filter((facet) => askedFacets.includes(facet))
    const query = withNormalisedDomains(asked)
    const revealedIds =
      query.person?.revealed === undefined ? [] : await readRevealedIds(database, principal.account.id)
    const reader = await readIndex(searchIndex)
    const found = asking(() => reader.searchContacts({ query, facets, revealedIds, limit: 1 }))
    const contacts = sampledContacts(reader)
    const ids = contacts.map(({ id }) => id)
    const owned = await ownedAmong(database, principal.account.id, ids)
    return {
      object: 'list' as const,
      data: contacts.map((contact) =>
        toContactPreview({
          ...contact,
          seniority: contact.seniority as Seniority,
          revealed: owned.has(contact.id),
        }),
      ),
      ...(await summariseMatches(found, facets.length > 0)),
    }
  },
})
