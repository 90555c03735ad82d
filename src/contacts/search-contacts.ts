import { Type } from 'typebox'
import { giveRowsBackTo, noSearchRowsLeft, takeRowsOf } from '../admission/search-quota.ts'
import { contactPreview, contactPreviewExample, toContactPreview } from '../catalog/contact-preview.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { findPreviewRows, previewContactId } from '../catalog/find-previews.ts'
import { isSuppressionVersion } from '../catalog/suppressions.ts'
import { isRevealedBy, revealedIds } from '../credits/reveals.ts'
import type { CursorSealer } from '../cursor.ts'
import type { Database } from '../db/database.ts'
import { defineOperation } from '../operation.ts'
import { count, listOf, requestIdExample } from '../schema.ts'
import { facetCounts } from '../search/facet-schema.ts'
import { type ContactQuery, contactFacets } from '../search/filters.ts'
import { fingerprintOf } from '../search/fingerprint.ts'
import { contactSearchRequest, pageLimitDefault } from '../search/request-schema.ts'
import { asking } from '../search/search-problems.ts'
import { decodeContactPosition, encodePosition } from '../search/segments/positions.ts'
import type { CurrentCatalogue } from '../search/serve/current-catalogue.ts'
import { meteredSearch } from '../search/serve/metered-search.ts'

type Needs = { database: Database; catalogue: CurrentCatalogue; cursors: CursorSealer }

export const searchContacts = defineOperation({
  id: 'searchContacts',
  method: 'POST',
  path: '/contacts/search',
  summary: 'Search contacts',
  description:
    'Masked previews of contacts that a reveal could return something for, best lead fit first, with the exact total. ' +
    'Spends no credits; rows returned count against the monthly search rows. Filters combine with AND, the values of ' +
    'one list with OR; `false` means without.',
  scope: 'contacts:search',
  meter: 'request',
  request: { body: contactSearchRequest },
  reply: Type.Object({
    ...listOf(contactPreview).properties,
    total: count({ description: 'Exact number of matches, over all pages.' }),
    facets: Type.Optional(facetCounts(contactFacets)),
  }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'Decision makers with an email at stores that use Klaviyo',
    request: {
      person: { seniority_any: ['decision_maker'], has_verified_email: true },
      store: { countries: ['US'], apps: { any: ['Klaviyo'] } },
      limit: 1,
    },
    reply: {
      object: 'list',
      data: [contactPreviewExample],
      has_more: true,
      next_cursor: 'q8nJx2fT5sVb0yRkLw3eUaHc9dMz7gPi1oXt4vQ6',
      total: 12_482,
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database, catalogue, cursors }: Needs) {
    const { limit = pageLimitDefault, cursor, facets, ...asked } = body
    const accountId = principal.account.id
    const query: ContactQuery = withNormalisedDomains(asked)
    const fingerprint = fingerprintOf('contacts', query)
    const after = cursor === undefined ? null : decodeContactPosition(cursors.open(cursor, accountId, fingerprint))
    const owned = query.person?.revealed === undefined ? [] : await revealedIds(database, accountId)

    const page = await meteredSearch(catalogue, {
      limit,
      find: (index, rows) =>
        asking(() => index.searchContacts({ query, limit: rows, after, facets: facets ?? [], revealedIds: owned })),
      hydrate: (found) => findPreviewRows(database, found, isRevealedBy(accountId, previewContactId)),
      takeRows: (wanted, version) => takeRowsOf(principal, database, wanted, isSuppressionVersion(version)),
      giveRowsBack: (rows) => giveRowsBackTo(principal, database, rows),
    })
    if (page === null) throw noSearchRowsLeft(principal)
    const { total, next, facets: counts } = page.found
    return {
      object: 'list' as const,
      data: page.rows.map(toContactPreview),
      has_more: next !== null,
      next_cursor: next && cursors.seal(encodePosition(next), accountId, fingerprint),
      total,
      ...(facets && { facets: await counts }),
    }
  },
})
