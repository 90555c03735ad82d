import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleListReply, listParams, listReply, noList, renderList, viewerOf } from './list-schema.ts'
import { findList } from './lists.ts'

export const getList = defineOperation({
  id: 'getList',
  method: 'GET',
  path: '/lists/{list_id}',
  summary: 'Look up a list',
  description: 'Its name, its kind and how many items it holds.',
  scope: 'lists:read',
  meter: 'own',
  openToPeople: true,
  request: { params: listParams },
  reply: listReply,
  problems: ['resource_not_found'],
  example: { summary: 'A list of contacts', reply: exampleListReply },

  async run({ principal, params }, { database }: { database: Database }) {
    const list = await findList(database, viewerOf(principal), params.list_id)
    if (!list) throw noList()
    return renderList(list)
  },
})
