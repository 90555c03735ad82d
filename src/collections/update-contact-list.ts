import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { givenName } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { contactListResult, exampleContactListResult, listParams, toContactList, viewerOf } from './contact-list.ts'
import { changeList, findList } from './contact-lists.ts'

export const updateContactList = defineOperation({
  id: 'updateContactList',
  method: 'POST',
  path: '/lists/{list_id}',
  summary: 'Rename or share a list',
  description: 'Only the member who created it can change it.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: {
    params: listParams,
    body: Type.Object(
      { name: Type.Optional(givenName()), shared: Type.Optional(Type.Boolean()) },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  reply: contactListResult,
  problems: ['resource_not_found'],
  example: { summary: 'The changed list', request: { shared: true }, reply: exampleContactListResult },

  async run({ principal, params, body }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    const { name, shared } = body
    const change = { ...(name !== undefined && { name: name.trim() }), ...(shared !== undefined && { shared }) }
    if (!(await changeList(database, viewer, params.list_id, change))) throw problems.resourceNotFound('list_id')
    const list = await findList(database, viewer, params.list_id)
    if (!list) throw problems.resourceNotFound('list_id')
    return { object: 'contact_list_result' as const, list: toContactList(list, viewer) }
  },
})
