import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { checkQuery } from '../search/check-query.ts'
import {
  exampleSavedSearch,
  exampleSavedSearchReply,
  givenFields,
  heldToItsSearch,
  renderSavedSearch,
  savedSearchReply,
} from './saved-search-schema.ts'
import { insertSearch } from './saved-searches.ts'

const searchesMax = 200

export const createSavedSearch = defineOperation({
  id: 'createSavedSearch',
  method: 'POST',
  path: '/saved-searches',
  summary: 'Save a search',
  description: 'Keeps the filters of a search, and its order, under a name, for everybody in the account.',
  scope: 'lists:write',
  meter: 'own',
  creates: true,
  changes: true,
  openToPeople: true,
  request: { body: Type.Object(givenFields, heldToItsSearch) },
  reply: savedSearchReply,
  problems: [],
  example: {
    summary: 'A search for contacts',
    request: { name: exampleSavedSearch.name, kind: exampleSavedSearch.kind, query: exampleSavedSearch.query },
    reply: exampleSavedSearchReply,
  },

  async run({ principal, body }, { database }: { database: Database }) {
    await checkQuery(body.query, 'query')
    const createdBy = principal.member?.userId ?? principal.actor.id
    const draft = { ...body, name: body.name.trim(), createdBy }
    const saved = await database.transaction(async (tx) => {
      await lockAccount(tx, principal.account.id)
      return insertSearch(tx, principal.account.id, draft, searchesMax)
    })
    if (!saved) {
      throw problems.invalidRequest(undefined, `An account can keep ${searchesMax} searches. Delete one first.`)
    }
    return renderSavedSearch(saved)
  },
})
