import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { problems } from '../base/problems.ts'
import { givenName, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf } from '../call/session-needs.ts'
import type { Database } from '../db/database.ts'
import { contactQuery, storeQuery } from '../search/request-schema.ts'
import { exampleSavedSearch, savedSearch, toSavedSearch } from './saved-search.ts'
import { insertSearch } from './saved-searches.ts'

const searchesMax = 200

export const saveSearch = defineOperation({
  id: 'saveSearch',
  method: 'POST',
  path: '/saved-searches',
  summary: 'Save a search',
  description: 'Keeps the filters of a search under a name, for every member of the account.',
  scope: 'contacts:search',
  meter: 'session',
  request: {
    body: Type.Object(
      {
        name: givenName(),
        searches: oneOf(['contacts', 'stores']),
        query: Type.Unsafe<object>({
          type: 'object',
          additionalProperties: true,
          description: 'The filters of the search: its body without limit, cursor and facets.',
        }),
      },
      {
        additionalProperties: false,
        if: Type.Object({ searches: Type.Literal('stores') }),
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this.
        then: Type.Object({ query: storeQuery }),
        else: Type.Object({ query: contactQuery }),
      },
    ),
  },
  reply: Type.Object({ object: Type.Literal('saved_search_result'), saved_search: savedSearch, request_id: requestId }),
  problems: [],
  example: {
    summary: 'The saved search',
    request: { name: 'Founders on Klaviyo', searches: 'contacts', query: exampleSavedSearch.query },
    reply: {
      object: 'saved_search_result',
      saved_search: exampleSavedSearch,
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database }: { database: Database }) {
    const { userId } = personOf(principal)
    const draft = { ...body, name: body.name.trim(), createdBy: userId }
    const saved = await database.transaction(async (tx) => {
      await lockAccount(tx, principal.account.id)
      return insertSearch(tx, principal.account.id, draft, searchesMax)
    })
    if (!saved) {
      throw problems.invalidRequest(undefined, `An account can keep ${searchesMax} searches. Delete one first.`)
    }
    return { object: 'saved_search_result' as const, saved_search: toSavedSearch(saved) }
  },
})
