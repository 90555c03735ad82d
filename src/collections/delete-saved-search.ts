import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { deleteSearch } from './saved-searches.ts'

export const deleteSavedSearch = defineOperation({
  id: 'deleteSavedSearch',
  method: 'POST',
  path: '/saved-searches/{saved_search_id}/delete',
  summary: 'Delete a saved search',
  description: 'Deletes it for every member of the account.',
  scope: 'contacts:search',
  meter: 'session',
  request: { params: Type.Object({ saved_search_id: Type.String() }) },
  reply: Type.Object({ object: Type.Literal('deleted'), id: Type.String(), request_id: requestId }),
  problems: ['resource_not_found'],
  example: {
    summary: 'It is gone',
    reply: { object: 'deleted', id: 'sea_4Jd82mQpLx0aRt5VbN7c', request_id: requestIdExample },
  },

  async run({ principal, params }, { database }: { database: Database }) {
    const isGone = await deleteSearch(database, principal.account.id, params.saved_search_id)
    if (!isGone) throw problems.resourceNotFound('saved_search_id')
    return { object: 'deleted' as const, id: params.saved_search_id }
  },
})
