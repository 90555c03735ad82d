import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database, Db } from '../db/database.ts'
import { checkQuery } from '../search/check-query.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
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
import { type AskedSearch, changeSearch, findSearch, type SavedSearch } from './saved-searches.ts'

export type SearchChangeNeeds = { database: Database; searchIndex: SearchIndex; clock: Clock }

/**
 * Changes what a saved search finds, and what its watches know of it, in one transaction; `change` writes the search. Given by
 * `watches/change-watched-search.ts`.
 */
export type ChangeWatchedSearch = (
  needs: SearchChangeNeeds,
  search: AskedSearch & { accountId: string; id: string },
  change: (tx: Db) => Promise<SavedSearch | null>,
) => Promise<SavedSearch | null>

export const updateSavedSearch = defineOperation({
  id: 'updateSavedSearch',
  method: 'PATCH',
  path: '/saved-searches/{saved_search_id}',
  summary: 'Change a saved search',
  description:
    'Renames it, or replaces what it searches. `kind` is what it was unless it is given, and then `query` is, too. What its watches report ' +
    'begins anew: what it finds at that moment is not reported, everything that comes later is.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: savedSearchParams, body: Type.Partial(Type.Object(givenFields), heldToEitherSearch) },
  reply: savedSearchReply,
  problems: ['resource_not_found', 'watch_too_broad'],
  example: { summary: 'Another name', request: { name: 'Founders on Klaviyo' }, reply: exampleSavedSearchReply },

  async run({ principal, params, body }, needs: SearchChangeNeeds & { changeWatchedSearch: ChangeWatchedSearch }) {
    const { database, changeWatchedSearch } = needs
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
    const id = params.saved_search_id
    const write = (tx: Db) => changeSearch(tx, accountId, id, { kind, query, name: body.name?.trim() })
    if (query !== undefined) await checkQuery(query, 'query')
    const saved =
      query === undefined
        ? await write(database)
        : await changeWatchedSearch(needs, { accountId, id, kind: kind!, query }, write)
    if (!saved) throw noSavedSearch()
    return renderSavedSearch(saved)
  },
})
