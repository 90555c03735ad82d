import { Type } from 'typebox'
import { noSearchRowsLeft } from '../admission/search-quota.ts'
import type { SearchSettlement } from '../admission/search-settlement.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import type { CursorSealer } from '../cursor.ts'
import { defineOperation } from '../operation.ts'
import type { Principal } from '../principal.ts'
import { count, listOf, requestIdExample } from '../schema.ts'
import { facetCounts } from '../search/facet-schema.ts'
import { storeFacets } from '../search/filters.ts'
import { fingerprintOf } from '../search/fingerprint.ts'
import { pageLimitDefault, type StoreSearchRequest, storeSearchRequest } from '../search/request-schema.ts'
import { asking } from '../search/search-problems.ts'
import { decodeStorePosition, encodePosition } from '../search/segments/positions.ts'
import { provenPage } from '../search/serve/proven-page.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { writeList } from '../search/serve/write-list.ts'
import { searchWarnings } from '../search/warning-schema.ts'
import { store, storeExample, storeOfHit } from './store.ts'
import { writeStores } from './write-stores.ts'

type Needs = { searchIndex: SearchIndex; settlement: SearchSettlement; cursors: CursorSealer }

export const searchStores = defineOperation({
  id: 'searchStores',
  method: 'POST',
  path: '/stores/search',
  summary: 'Search stores',
  description:
    'Stores by technology, size, place and the contacts they have, best lead fit first, with the exact total. Rows ' +
    'returned count against the monthly search rows. `contacts.roles_any` and `contacts.verified_email` must fit one ' +
    'and the same contact.',
  scope: 'stores:read',
  meter: 'request',
  request: { body: storeSearchRequest },
  reply: Type.Object({
    ...listOf(store).properties,
    total: count({ description: 'Exact number of matches, over all pages.' }),
    facets: Type.Optional(facetCounts(storeFacets)),
    warnings: searchWarnings,
  }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'Stores on a free theme with a reachable founder',
    request: {
      store: { theme_types: ['free'], apps: { none: ['Yotpo'] } },
      contacts: { roles_any: ['founder'], verified_email: true },
      limit: 1,
    },
    reply: {
      object: 'list',
      data: [storeExample],
      has_more: true,
      next_cursor: 'q8nJx2fT5sVb0yRkLw3eUaHc9dMz7gPi1oXt4vQ6',
      total: 1_204,
      warnings: [],
      request_id: requestIdExample,
    },
  },

  async run(call, needs: Needs) {
    const { found, granted, nextCursor, facets } = await findPage(call, needs)
    return {
      object: 'list' as const,
      data: found.hits.slice(0, granted).map(storeOfHit),
      has_more: nextCursor !== null,
      next_cursor: nextCursor,
      total: found.total,
      ...(facets && { facets }),
      warnings: found.warnings,
    }
  },

  async runToBytes(call, needs: Needs) {
    const { found, granted, ...envelope } = await findPage(call, needs)
    const { total, warnings } = found
    return writeList({ ...envelope, total, warnings, requestId: call.requestId }, (writer) =>
      writeStores(writer, found.hits.slice(0, granted)),
    )
  },
})

type SearchCall = { principal: Principal; body: StoreSearchRequest }

/** A page, how many of its rows the caller may see, and where the next one begins. */
async function findPage({ principal, body }: SearchCall, { searchIndex, settlement, cursors }: Needs) {
  const { limit = pageLimitDefault, cursor, facets: askedFacets = [], ...asked } = body
  // In the order of the schema.
  const facets = storeFacets.filter((facet) => askedFacets.includes(facet))
  const accountId = principal.account.id
  const query = withNormalisedDomains(asked)
  const fingerprint = fingerprintOf('stores', query)
  const after = cursor == null ? null : decodeStorePosition(cursors.open(cursor, accountId, fingerprint))
  const { found, settled } = await provenPage(
    searchIndex,
    (reader) => asking(() => reader.searchStores({ query, limit, after, facets })),
    ({ ids }, suppressionVersion) =>
      settlement.settle(principal, { rows: ids.length, contactIds: [], suppressionVersion }),
  )
  if (settled.left === 0) throw noSearchRowsLeft(principal)
  // A page that the quota cuts short ends earlier.
  const next = found.nextAfter(settled.granted)
  return {
    found,
    granted: settled.granted,
    nextCursor: next && cursors.seal(encodePosition(next), accountId, fingerprint),
    ...(facets.length > 0 && { facets: await found.facets }),
  }
}
