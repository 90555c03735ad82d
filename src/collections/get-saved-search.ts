import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import {
  exampleSavedSearchReply,
  noSavedSearch,
  renderSavedSearch,
  savedSearchParams,
  savedSearchReply,
} from './saved-search-schema.ts'
import { findSearch } from './saved-searches.ts'

export const getSavedSearch = defineOperation({
  id: 'getSavedSearch',
  method: 'GET',
  path: '/saved-searches/{saved_search_id}',
  summary: 'Look up a saved search',
  description: 'Its name and its filters.',
  scope: 'lists:read',
  meter: 'own',
  openToPeople: true,
  request: { params: savedSearchParams },
  reply: savedSearchReply,
  problems: ['resource_not_found'],
  example: { summary: 'A search for contacts', reply: exampleSavedSearchReply },

  async run({ principal, params }, { database }: { database: Database }) {
    const saved = await findSearch(database, principal.account.id, params.saved_search_id)
    if (!saved) throw noSavedSearch()
    return renderSavedSearch(saved)
  },
})
