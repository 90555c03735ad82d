import { admittedBefore, type EnteringCaller } from '../call/entry.ts'
import { defineOperation } from '../call/operation.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import type { Database } from '../db/database.ts'
import { findSearchPage, type SearchNeeds } from '../result-pages/search-page.ts'
import { searchReply, searchReplyExample, toSearchReply } from '../result-pages/search-reply.ts'
import { type StoreSearchRequest, storeSearchRequest } from '../search/request-schema.ts'
import { storeFacets } from '../search/schema/filters.ts'
import { decodeStorePosition } from '../search/segments/positions.ts'
import { writeList } from '../search/serve/write-list.ts'
import { callersOverlays } from '../work/own-overlays.ts'
import { store, storeExample, storeOfHit } from './store.ts'
import { writeStores } from './write-stores.ts'

type Needs = SearchNeeds & { database: Database; publicUrl: string }

export const searchStores = defineOperation({
  id: 'searchStores',
  method: 'POST',
  path: '/stores/search',
  summary: 'Search stores',
  description:
    'Stores by technology, size, place and the contacts they have, best lead fit first, with the exact total. Rows ' +
    'returned count against the monthly search rows. `contacts.roles_any` and `contacts.verified_email` must hold ' +
    'for the same contact.',
  scope: 'stores:read',
  meter: 'request',
  readsOnly: true,
  request: { body: storeSearchRequest },
  reply: searchReply(store, storeFacets),
  problems: ['invalid_cursor'],
  example: {
    summary: 'Stores on a free theme with a reachable founder',
    request: {
      store: { theme_types: ['free'], apps: { none: ['Yotpo'] } },
      contacts: { roles_any: ['founder'], verified_email: true },
      limit: 1,
    },
    reply: searchReplyExample(storeExample, 1_204),
  },

  async run(call, needs: Needs) {
    const page = await findPage(admittedBefore(call.principal), call.body, needs)
    return toSearchReply(page, page.hits.map(storeOfHit))
  },

  async runEarly({ caller, body, requestId }, needs: Needs) {
    const { found, hits, nextCursor, facets } = await findPage(caller, body, needs)
    const { total, warnings } = found
    return writeList({ nextCursor, ...(facets && { facets }), total, warnings, requestId }, (writer) =>
      writeStores(writer, hits),
    )
  },
})

async function findPage(caller: EnteringCaller, body: StoreSearchRequest, needs: Needs) {
  const { limit, cursor, sort, excluded, facets: askedFacets = [], ...asked } = body
  // In the order of the schema.
  const facets = storeFacets.filter((facet) => askedFacets.includes(facet))
  const query = withNormalisedDomains(asked)
  const overlays = await callersOverlays(caller, 'stores', query, needs)
  const page = await findSearchPage(
    caller,
    {
      over: 'stores',
      query,
      sort,
      limit,
      cursor,
      excluded,
      decodePosition: decodeStorePosition,
      find: (reader, part) => reader.searchStores({ query, sort, facets, overlays, ...part }),
      contactsOf: () => [],
    },
    needs,
  )
  return { ...page, ...(facets.length > 0 && { facets: await page.found.facets }) }
}
