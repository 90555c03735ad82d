import { Type } from 'typebox'
import { count } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleListReply, itemIds, listParams, listReply, noList, renderList, viewerOf } from './list-schema.ts'
import { namedItems } from './listed-ids.ts'
import { findList, removeItems } from './lists.ts'

export const removeListItems = defineOperation({
  id: 'removeListItems',
  method: 'DELETE',
  path: '/lists/{list_id}/items',
  summary: 'Remove from a list',
  description: 'What is not in the list is skipped. Revealed contacts stay revealed.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  takesLargeBody: true,
  request: { params: listParams, body: Type.Object({ ids: itemIds }, { additionalProperties: false }) },
  reply: Type.Object({ ...listReply.properties, removed: count({ description: 'How many were removed.' }) }),
  problems: ['invalid_contact_id', 'resource_not_found'],
  example: {
    summary: 'One contact',
    request: { ids: ['ct_live_QwErTyUiOpAsDfGh'] },
    reply: { ...exampleListReply, removed: 1 },
  },

  async run({ principal, params, body }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    const list = await findList(database, viewer, params.list_id)
    if (!list) throw noList()
    const items = await namedItems(database, list.kind, body.ids)
    const removed = await removeItems(database, viewer.accountId, list, items)
    const left = await findList(database, viewer, list.id)
    if (!left) throw noList()
    return { ...renderList(left), removed }
  },
})
