import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleSavedSearch, savedSearch, toSavedSearch } from './saved-search.ts'
import { listSearches } from './saved-searches.ts'

export const listSavedSearches = defineOperation({
  id: 'listSavedSearches',
  method: 'GET',
  path: '/saved-searches',
  summary: 'List saved searches',
  description: 'The saved searches of the account, by name.',
  scope: 'contacts:search',
  meter: 'session',
  request: {},
  reply: wholeListOf(savedSearch),
  problems: [],
  example: {
    summary: 'One saved search',
    reply: { ...wholeList([exampleSavedSearch]), request_id: requestIdExample },
  },

  async run({ principal }, { database }: { database: Database }) {
    const searches = await listSearches(database, principal.account.id)
    return wholeList(searches.map(toSavedSearch))
  },
})
