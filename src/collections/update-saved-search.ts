import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { checkQuery } from '../search/check-query.ts'
import {
  exampleSavedSearchReply,
  givenFields,
  heldToItsSearch,
  noSavedSearch,
  renderSavedSearch,
  savedSearchParams,
  savedSearchReply,
} from './saved-search-schema.ts'
import { changeSearch } from './saved-searches.ts'

export const updateSavedSearch = defineOperation({
  id: 'updateSavedSearch',
  method: 'PATCH',
  path: '/saved-searches/{saved_search_id}',
  summary: 'Change a saved search',
  description: 'Renames it, or replaces what it searches: `kind` and `query` are given together.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: savedSearchParams, body: Type.Partial(Type.Object(givenFields), heldToItsSearch) },
  reply: savedSearchReply,
  problems: ['resource_not_found'],
  example: { summary: 'Another name', request: { name: 'Founders on Klaviyo' }, reply: exampleSavedSearchReply },

  async run({ principal, params, body }, { database }: { database: Database }) {
    const { kind, query } = body
    if ((kind === undefined) !== (query === undefined)) {
      throw problems.invalidRequest(kind === undefined ? 'kind' : 'query', 'kind and query are given together.')
    }
    if (query !== undefined) await checkQuery(query, 'query')
    const change = { kind, query, name: body.name?.trim() }
    const saved = await changeSearch(database, principal.account.id, params.saved_search_id, change)
    if (!saved) throw noSavedSearch()
    return renderSavedSearch(saved)
  },
})
