import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleList, listParams, noList, viewerOf } from './list-schema.ts'
import { deleteList as removeList } from './lists.ts'

export const deleteList = defineOperation({
  id: 'deleteList',
  method: 'DELETE',
  path: '/lists/{list_id}',
  summary: 'Delete a list',
  description: 'For everybody who sees it. Revealed contacts stay revealed.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: listParams },
  reply: Type.Object({
    id: Type.String({ description: 'The id of the list.' }),
    object: Type.Literal('saved_list'),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'Gone',
    reply: { id: exampleList.id, object: 'saved_list', deleted: true, request_id: requestIdExample },
  },

  async run({ principal, params }, { database }: { database: Database }) {
    if (!(await removeList(database, viewerOf(principal), params.list_id))) throw noList()
    return { id: params.list_id, object: 'saved_list' as const, deleted: true as const }
  },
})
