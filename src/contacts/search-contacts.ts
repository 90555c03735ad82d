import { Type } from 'typebox'
import { noSearchRowsLeft } from '../admission/search-quota.ts'
import type { SearchSettlement } from '../admission/search-settlement.ts'
import { contactPreview, contactPreviewExample, toContactPreview } from '../catalog/contact-preview.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { revealedIds } from '../credits/reveals.ts'
import type { CursorSealer } from '../cursor.ts'
import type { Database } from '../db/database.ts'
import { defineOperation } from '../operation.ts'
import type { Principal } from '../principal.ts'
import { count, listOf, requestIdExample } from '../schema.ts'
import { facetCounts } from '../search/facet-schema.ts'
import { type ContactQuery, contactFacets } from '../search/filters.ts'
import { fingerprintOf } from '../search/fingerprint.ts'
import { type ContactSearchRequest, contactSearchRequest, pageLimitDefault } from '../search/request-schema.ts'
import { asking } from '../search/search-problems.ts'
import { decodeContactPosition, encodePosition } from '../search/segments/positions.ts'
import { provenPage } from '../search/serve/proven-page.ts'
import { readContact } from '../search/serve/read-hit.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { writeList } from '../search/serve/write-list.ts'
import { searchWarnings } from '../search/warning-schema.ts'
import type { Seniority } from '../seniorities.ts'
import { writePreviews } from './write-previews.ts'

type Needs = {
  database: Database
  searchIndex: SearchIndex
  settlement: SearchSettlement
  cursors: CursorSealer
}

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
    warnings: searchWarnings,
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
      warnings: [],
      request_id: requestIdExample,
    },
  },

  async run(call, needs: Needs) {
    const { found, settled, nextCursor, facets } = await findPage(call, needs)
    return {
      object: 'list' as const,
      data: found.hits.slice(0, settled.granted).map((hit, at) => {
        const contact = readContact(hit)
        const row = { ...contact, seniority: contact.seniority as Seniority, revealed: settled.revealed.has(at) }
        return toContactPreview(row)
      }),
      has_more: nextCursor !== null,
      next_cursor: nextCursor,
      total: found.total,
      ...(facets && { facets }),
      warnings: found.warnings,
    }
  },

  async runToBytes(call, needs: Needs) {
    const { found, settled, ...envelope } = await findPage(call, needs)
    const { total, warnings } = found
    return writeList({ ...envelope, total, warnings, requestId: call.requestId }, (writer) =>
      writePreviews(writer, found.hits.slice(0, settled.granted), settled.revealed),
    )
  },
})

type SearchCall = { principal: Principal; body: ContactSearchRequest }

/** A page, what the caller may see of it, and where the next one begins. */
async function findPage({ principal, body }: SearchCall, { database, searchIndex, settlement, cursors }: Needs) {
  const { limit = pageLimitDefault, cursor, facets: askedFacets = [], ...asked } = body
  // In the order of the schema.
  const facets = contactFacets.filter((facet) => askedFacets.includes(facet))
  const accountId = principal.account.id
  const query: ContactQuery = withNormalisedDomains(asked)
  const fingerprint = fingerprintOf('contacts', query)
  const after = cursor == null ? null : decodeContactPosition(cursors.open(cursor, accountId, fingerprint))
  const revealed = query.person?.revealed === undefined ? [] : await revealedIds(database, accountId)
  const { found, settled } = await provenPage(
    searchIndex,
    (reader) => asking(() => reader.searchContacts({ query, limit, after, facets, revealedIds: revealed })),
    ({ ids }, suppressionVersion) =>
      settlement.settle(principal, { rows: ids.length, contactIds: ids, suppressionVersion }),
  )
  if (settled.left === 0) throw noSearchRowsLeft(principal)
  // A page that the quota cuts short ends earlier.
  const next = found.nextAfter(settled.granted)
  return {
    found,
    settled,
    nextCursor: next && cursors.seal(encodePosition(next), accountId, fingerprint),
    ...(facets.length > 0 && { facets: await found.facets }),
  }
}
