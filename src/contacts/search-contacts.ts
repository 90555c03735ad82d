import type { Seniority } from '../base/seniorities.ts'
import { admittedBefore, type EnteringCaller } from '../call/entry.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreview, contactPreviewExample, toContactPreview } from '../catalog/contact-preview.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { revealedIds as readRevealedIds } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { findSearchPage, type SearchNeeds } from '../result-pages/search-page.ts'
import { searchReply, searchReplyExample, toSearchReply } from '../result-pages/search-reply.ts'
import { type ContactSearchRequest, contactSearchRequest } from '../search/request-schema.ts'
import { type ContactQuery, contactFacets } from '../search/schema/filters.ts'
import { decodeContactPosition } from '../search/segments/positions.ts'
import { readContact, withOwnEmails } from '../search/serve/read-hit.ts'
import { writeList } from '../search/serve/write-list.ts'
import { callersOverlays } from '../work/own-overlays.ts'
import { writePreviews } from './write-previews.ts'

type Needs = SearchNeeds & { database: Database; publicUrl: string }

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
  readsOnly: true,
  request: { body: contactSearchRequest },
  reply: searchReply(contactPreview, contactFacets),
  problems: ['invalid_cursor'],
  example: {
    summary: 'Decision makers with an email at stores that use Klaviyo',
    request: {
      person: { seniority_any: ['decision_maker'], has_verified_email: true },
      store: { countries: ['US'], apps: { any: ['Klaviyo'] } },
      limit: 1,
    },
    reply: searchReplyExample(contactPreviewExample, 12_482),
  },

  async run(call, needs: Needs) {
    const page = await findPage(admittedBefore(call.principal), call.body, needs)
    const { hits, revealed, excluded, ownEmails } = page
    const previews = hits.map((hit, at) => {
      const contact = withOwnEmails(readContact(hit), ownEmails.get(at))
      const row = { ...contact, seniority: contact.seniority as Seniority, revealed: revealed.has(at) }
      return { ...toContactPreview(row), ...(excluded && { excluded: excluded.has(at) }) }
    })
    return toSearchReply(page, previews)
  },

  async runEarly({ caller, body, requestId }, needs: Needs) {
    const { found, hits, revealed, excluded, ownEmails, nextCursor, facets } = await findPage(caller, body, needs)
    const { total, warnings } = found
    return writeList({ nextCursor, ...(facets && { facets }), total, warnings, requestId }, (writer) =>
      writePreviews(writer, hits, { revealed, excluded, ownEmails }),
    )
  },
})

async function findPage(caller: EnteringCaller, body: ContactSearchRequest, needs: Needs) {
  const { limit, cursor, sort, excluded, facets: askedFacets = [], ...asked } = body
  // In the order of the schema.
  const facets = contactFacets.filter((facet) => askedFacets.includes(facet))
  const query: ContactQuery = withNormalisedDomains(asked)
  const revealedIds =
    query.person?.revealed === undefined ? [] : await readRevealedIds(needs.database, (await caller.admit()).account.id)
  const overlays = await callersOverlays(caller, 'contacts', query, needs)
  const page = await findSearchPage(
    caller,
    {
      over: 'contacts',
      query,
      sort,
      limit,
      cursor,
      excluded,
      decodePosition: decodeContactPosition,
      find: (reader, part) => reader.searchContacts({ ...part, query, sort, facets, revealedIds, overlays }),
      contactsOf: (ids) => ids,
    },
    needs,
  )
  return { ...page, ...(facets.length > 0 && { facets: await page.found.facets }) }
}
