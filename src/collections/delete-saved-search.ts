import { lockAccount } from '../accounts/accounts.ts'
import { deleted, deletedExample, deletedReply } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleSavedSearch, noSavedSearch, savedSearchParams } from './saved-search-schema.ts'
import { deleteSearch } from './saved-searches.ts'

export const deleteSavedSearch = defineOperation({
  id: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/saved-searches/{saved_search_id}',
  summary: 'Delete a saved search',
  description: 'Deletes it for everybody in the account, and its watches with it.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: savedSearchParams },
  reply: deletedReply('saved_search', 'The id of the saved search.'),
  problems: ['resource_not_found'],
  example: deletedExample('saved_search', exampleSavedSearch.id),

  async run({ principal, params }, { database }: { database: Database }) {
    const gone = await database.transaction(async (tx) => {
      // Two deletions that end the same watches wait for each other.
      await lockAccount(tx, principal.account.id)
      return deleteSearch(tx, principal.account.id, params.saved_search_id)
    })
    if (!gone) throw noSavedSearch()
    return deleted('saved_search', params.saved_search_id)
  },
})
