import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { ownedAmong } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import {
  contactListResult,
  exampleContactListResult,
  listedContactIds,
  listParams,
  toContactList,
  viewerOf,
} from './contact-list.ts'
import { addContacts, findList, lockList } from './contact-lists.ts'

const contactsMax = 10_000

export const addToContactList = defineOperation({
  id: 'addToContactList',
  method: 'POST',
  path: '/lists/{list_id}/add',
  summary: 'Put contacts into a list',
  description: 'Contacts that the account has not revealed are skipped; those already in the list stay.',
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
    const owned = [...(await ownedAmong(database, viewer.accountId, body.contact_ids)).keys()]
    const filled = await database.transaction(async (tx) => {
      if (!(await lockList(tx, viewer, params.list_id))) throw problems.resourceNotFound('list_id')
      if (!(await addContacts(tx, viewer.accountId, params.list_id, owned, contactsMax))) {
        throw problems.invalidRequest('contact_ids', `A list holds at most ${contactsMax} contacts.`)
      }
      return findList(tx, viewer, params.list_id)
    })
    return { object: 'contact_list_result' as const, list: toContactList(filled!, viewer) }
  },
})
