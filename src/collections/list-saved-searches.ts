import { Type } from 'typebox'
import { readListPage } from '../base/list-page.ts'
import { listOf, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleSavedSearch, renderSavedSearch, savedSearchFields } from './saved-search-schema.ts'
import { countSearches, readSearches, type SearchPosition, searchKinds } from './saved-searches.ts'

export const listSavedSearches = defineOperation({
  id: 'listSavedSearches',
  method: 'GET',
  path: '/saved-searches',
  summary: 'List saved searches',
  description: 'The saved searches of the account, by name.',
  scope: 'lists:read',
  meter: 'own',
  openToPeople: true,
  request: {
    query: Type.Object(
      { kind: Type.Optional(oneOf(searchKinds, { description: 'Only searches of this kind.' })), ...pageQuery },
      { additionalProperties: false },
    ),
  },
  reply: listOf(savedSearchFields, { total: 'How many there are in all.' }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'One saved search',
    reply: {
      object: 'list',
      data: [exampleSavedSearch],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, { database, cursors }: { database: Database; cursors: CursorSealer }) {
    const accountId = principal.account.id
    const { kind } = query
    return readListPage(
      query,
      { cursors, accountId, bound: `listSavedSearches ${kind ?? ''}` },
      {
        read: (after: SearchPosition | null, limit) => readSearches(database, accountId, { kind, after, limit }),
        count: () => countSearches(database, accountId, kind),
        positionOf: ({ name, id }) => ({ name, id }),
        render: renderSavedSearch,
      },
    )
  },
})
