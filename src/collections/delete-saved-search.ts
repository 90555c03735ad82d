import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleSavedSearch, noSavedSearch, savedSearchParams } from './saved-search-schema.ts'
import { deleteSearch } from './saved-searches.ts'

export const deleteSavedSearch = defineOperation({
  id: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/saved-searches/{saved_search_id}',
  summary: 'Delete a saved search',
  description: 'Deletes it for everybody in the account.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: savedSearchParams },
  reply: Type.Object({
    id: Type.String({ description: 'The id of the saved search.' }),
    object: Type.Literal('saved_search'),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'Gone',
    reply: { id: exampleSavedSearch.id, object: 'saved_search', deleted: true, request_id: requestIdExample },
  },

  async run({ principal, params }, { database }: { database: Database }) {
    if (!(await deleteSearch(database, principal.account.id, params.saved_search_id))) throw noSavedSearch()
    return { id: params.saved_search_id, object: 'saved_search' as const, deleted: true as const }
  },
})
