import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import {
  exampleListReply,
  listName,
  listParams,
  listReply,
  noList,
  privateField,
  renderList,
  viewerOf,
} from './list-schema.ts'
import { changeList, lockList } from './lists.ts'

export const updateList = defineOperation({
  id: 'updateList',
  method: 'PATCH',
  path: '/lists/{list_id}',
  summary: 'Change a list',
  description: 'Renames it, shares it, or makes it private, which only the person who made it can.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  request: {
    params: listParams,
    body: Type.Object(
      { name: Type.Optional(listName()), private: Type.Optional(privateField) },
      { additionalProperties: false },
    ),
  },
  reply: listReply,
  problems: ['resource_not_found'],
  example: { summary: 'Another name', request: { name: 'Spring outreach' }, reply: exampleListReply },

  async run({ principal, params, body, recheck }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    return database.transaction(async (tx) => {
      if (body.private) await recheck(tx)
      const list = await lockList(tx, viewer, params.list_id)
      if (!list) throw noList()
      if (body.private && list.createdBy !== viewer.userId) {
        throw problems.invalidRequest('private', 'Only the person who made a list can make it private.')
      }
      const shared = body.private === undefined ? list.shared : !body.private
      const name = body.name?.trim() ?? list.name
      await changeList(tx, viewer.accountId, list.id, { name, shared })
      return renderList({ ...list, name, shared })
    })
  },
})
