import { Type } from 'typebox'
import { requireScopes } from '../admission/challenge.ts'
import { problems } from '../base/problems.ts'
import { nullableString, pageLimitDefault, pageLimitMax } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreview, contactPreviewExample } from '../catalog/contact-preview.ts'
import { noSavedSearch, savedSearchParams } from '../collections/saved-search-schema.ts'
import { findSearch } from '../collections/saved-searches.ts'
import { searchContacts } from '../contacts/search-contacts.ts'
import type { Database } from '../db/database.ts'
import type { SearchNeeds } from '../result-pages/search-page.ts'
import { searchReply, searchReplyExample } from '../result-pages/search-reply.ts'
import { type ContactFacet, contactFacets, type StoreFacet, storeFacets } from '../search/schema/filters.ts'
import { searchStores } from '../stores/search-stores.ts'
import { store } from '../stores/store.ts'

type Needs = SearchNeeds & { database: Database; publicUrl: string }

export const runSavedSearch = defineOperation({
  id: 'runSavedSearch',
  method: 'POST',
  path: '/saved-searches/{saved_search_id}/search',
  summary: 'Run a saved search',
  description:
    'The answer of the search that was saved: previews of contacts, which need the scope `contacts:search`, or stores, which need ' +
    '`stores:read`. Counts as that search would, with its rows.',
  scope: 'contacts:search',
  orScopes: ['stores:read'],
  meter: 'request',
  readsOnly: true,
  request: {
    params: savedSearchParams,
    body: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: pageLimitMax,
            default: pageLimitDefault,
            description: 'Results a page.',
          }),
        ),
        cursor: Type.Optional(nullableString({ description: '`next_cursor` of the page before; null for the first.' })),
        facets: Type.Optional(
          Type.Array(Type.Unsafe<ContactFacet>({ type: 'string', enum: [...contactFacets] }), {
            uniqueItems: true,
            description: 'What to count over the whole result set, as the search takes it.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: searchReply(Type.Union([contactPreview, store]), contactFacets),
  problems: ['invalid_cursor', 'resource_not_found'],
  example: {
    summary: 'The first page',
    request: { limit: 1 },
    reply: searchReplyExample(contactPreviewExample, 12_482),
  },

  async run(call, needs: Needs) {
    const { principal, params, body } = call
    const saved = await findSearch(needs.database, principal.account.id, params.saved_search_id)
    if (!saved) throw noSavedSearch()
    const scope = saved.kind === 'contacts' ? 'contacts:search' : 'stores:read'
    requireScopes(principal, [scope], needs.publicUrl)
    // Whoever may change searches has put its lists and work into this one: to run it takes the scope of the search alone.
    const asSaved = {
      ...call,
      principal: { ...principal, scopes: [...principal.scopes, 'lists:read' as const] },
      params: {},
    }
    if (saved.kind === 'contacts') return searchContacts.run({ ...asSaved, body: { ...saved.query, ...body } }, needs)
    const wrong = body.facets?.findIndex((facet) => !storeFacets.includes(facet as StoreFacet)) ?? -1
    if (wrong !== -1) {
      throw problems.invalidRequest(`facets[${wrong}]`, `facets[${wrong}] must be one of ${storeFacets.join(', ')}.`)
    }
    const { facets, ...page } = body
    const asked = { ...saved.query, ...page, ...(facets && { facets: facets as StoreFacet[] }) }
    return searchStores.run({ ...asSaved, body: asked }, needs)
  },
})
