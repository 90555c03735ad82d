import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
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
  reply: Type.Object({ object: Type.Literal('list'), data: Type.Array(savedSearch), request_id: requestId }),
  problems: [],
  example: {
    summary: 'One saved search',
    reply: { object: 'list', data: [exampleSavedSearch], request_id: requestIdExample },
  },

  async run({ principal }, { database }: { database: Database }) {
    const searches = await listSearches(database, principal.account.id)
    return { object: 'list' as const, data: searches.map(toSavedSearch) }
  },
})
