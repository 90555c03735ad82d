import { Type } from 'typebox'
import { giveRowsBackTo, noSearchRowsLeft, takeRowsOf } from '../admission/search-quota.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { findStoresById } from '../catalog/find-stores.ts'
import { isSuppressionVersion } from '../catalog/suppressions.ts'
import type { CursorSealer } from '../cursor.ts'
import type { Database } from '../db/database.ts'
import { defineOperation } from '../operation.ts'
import { count, listOf, requestIdExample } from '../schema.ts'
import { facetCounts } from '../search/facet-schema.ts'
import { storeFacets } from '../search/filters.ts'
import { fingerprintOf } from '../search/fingerprint.ts'
import { pageLimitDefault, storeSearchRequest } from '../search/request-schema.ts'
import { asking } from '../search/search-problems.ts'
import { decodeStorePosition, encodePosition } from '../search/segments/positions.ts'
import type { CurrentCatalogue } from '../search/serve/current-catalogue.ts'
import { meteredSearch } from '../search/serve/metered-search.ts'
import { store, storeExample, toStore } from './store.ts'

type Needs = { database: Database; catalogue: CurrentCatalogue; cursors: CursorSealer }

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
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database, catalogue, cursors }: Needs) {
    const { limit = pageLimitDefault, cursor, facets, ...asked } = body
    const accountId = principal.account.id
    const query = withNormalisedDomains(asked)
    const fingerprint = fingerprintOf('stores', query)
    const after = cursor === undefined ? null : decodeStorePosition(cursors.open(cursor, accountId, fingerprint))

    const page = await meteredSearch(catalogue, {
      limit,
      find: (index, rows) => asking(() => index.searchStores({ query, limit: rows, after, facets: facets ?? [] })),
      hydrate: ({ ids }) => findStoresById(database, ids),
      takeRows: (wanted, version) => takeRowsOf(principal, database, wanted, isSuppressionVersion(version)),
      giveRowsBack: (rows) => giveRowsBackTo(principal, database, rows),
    })
    if (page === null) throw noSearchRowsLeft(principal)
    const { total, next, facets: counts } = page.found
    return {
      object: 'list' as const,
      data: page.rows.map(toStore),
      has_more: next !== null,
      next_cursor: next && cursors.seal(encodePosition(next), accountId, fingerprint),
      total,
      ...(facets && { facets: await counts }),
    }
  },
})
