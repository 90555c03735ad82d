import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { listParams, viewerOf } from './contact-list.ts'
import { deleteList } from './contact-lists.ts'

export const deleteContactList = defineOperation({
  id: 'deleteContactList',
  method: 'POST',
  path: '/lists/{list_id}/delete',
  summary: 'Delete a list',
  description: 'Only the member who created it can delete it. The contacts stay revealed.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: { params: listParams },
  reply: Type.Object({ object: Type.Literal('deleted'), id: Type.String(), request_id: requestId }),
  problems: ['resource_not_found'],
  example: {
    summary: 'It is gone',
    reply: { object: 'deleted', id: 'lst_4Jd82mQpLx0aRt5VbN7c', request_id: requestIdExample },
  },

  async run({ principal, params }, { database }: { database: Database }) {
    const isGone = await deleteList(database, viewerOf(principal), params.list_id)
    if (!isGone) throw problems.resourceNotFound('list_id')
    return { object: 'deleted' as const, id: params.list_id }
  },
})
