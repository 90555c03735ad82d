import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { checkQuery } from '../search/check-query.ts'
import {
  exampleSavedSearchReply,
  givenFields,
  heldToEitherSearch,
  noSavedSearch,
  refuseOtherKind,
  renderSavedSearch,
  savedSearchParams,
  savedSearchReply,
} from './saved-search-schema.ts'
import { changeSearch, findSearch } from './saved-searches.ts'

export const updateSavedSearch = defineOperation({
  id: 'updateSavedSearch',
  method: 'PATCH',
  path: '/saved-searches/{saved_search_id}',
  summary: 'Change a saved search',
  description:
    'Renames it, or replaces what it searches. `kind` is what it was unless it is given, and then `query` is, too.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: savedSearchParams, body: Type.Partial(Type.Object(givenFields), heldToEitherSearch) },
  reply: savedSearchReply,
  problems: ['resource_not_found'],
  example: { summary: 'Another name', request: { name: 'Founders on Klaviyo' }, reply: exampleSavedSearchReply },

  async run({ principal, params, body }, { database }: { database: Database }) {
    const { query } = body
    if (body.kind !== undefined && query === undefined) {
      throw problems.invalidRequest('query', 'A search of another kind needs its query.')
    }
    const accountId = principal.account.id
    let kind = body.kind
    if (query !== undefined && kind === undefined) {
      kind = (await findSearch(database, accountId, params.saved_search_id))?.kind
      if (kind === undefined) throw noSavedSearch()
      refuseOtherKind(kind, query)
    }
    if (query !== undefined) await checkQuery(query, 'query')
    const change = { kind, query, name: body.name?.trim() }
    const saved = await changeSearch(database, accountId, params.saved_search_id, change)
    if (!saved) throw noSavedSearch()
    return renderSavedSearch(saved)
  },
})
