import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import {
  contactListResult,
  exampleContactListResult,
  listedContactIds,
  listParams,
  toContactList,
  viewerOf,
} from './contact-list.ts'
import { findList, removeContacts } from './contact-lists.ts'

export const removeFromContactList = defineOperation({
  id: 'removeFromContactList',
  method: 'POST',
  path: '/lists/{list_id}/remove',
  summary: 'Take contacts out of a list',
  description: 'Contacts that are not in the list are skipped. Removed contacts stay revealed.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: {
    params: listParams,
    body: Type.Object({ contact_ids: listedContactIds }, { additionalProperties: false }),
  },
  reply: contactListResult,
  problems: ['invalid_contact_id', 'resource_not_found'],
  example: {
    summary: 'The list',
    request: { contact_ids: ['ct_live_QwErTyUiOpAsDfGh'] },
    reply: exampleContactListResult,
  },

  async run({ principal, params, body }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    const list = await findList(database, viewer, params.list_id)
    if (!list) throw problems.resourceNotFound('list_id')
    await removeContacts(database, viewer.accountId, list.id, body.contact_ids)
    const left = await findList(database, viewer, list.id)
    return { object: 'contact_list_result' as const, list: toContactList(left ?? list, viewer) }
  },
})
