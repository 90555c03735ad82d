import { lockAccount } from '../accounts/accounts.ts'
import { deleted, deletedExample, deletedReply } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleList, listParams, noList, viewerOf } from './list-schema.ts'
import { deleteList as removeList } from './lists.ts'

export const deleteList = defineOperation({
  id: 'deleteList',
  method: 'DELETE',
  path: '/lists/{list_id}',
  summary: 'Delete a list',
  description: 'For everybody who sees it, and its watches with it. Revealed contacts stay revealed.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: { params: listParams },
  reply: deletedReply('saved_list', 'The id of the list.'),
  problems: ['resource_not_found'],
  example: deletedExample('saved_list', exampleList.id),

  async run({ principal, params }, { database }: { database: Database }) {
    const gone = await database.transaction(async (tx) => {
      // Two deletions that end the same watches wait for each other.
      await lockAccount(tx, principal.account.id)
      return removeList(tx, viewerOf(principal), params.list_id)
    })
    if (!gone) throw noList()
    return deleted('saved_list', params.list_id)
  },
})
