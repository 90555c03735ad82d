import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { contactList, exampleContactList, toContactList, viewerOf } from './contact-list.ts'
import { listLists } from './contact-lists.ts'

export const listContactLists = defineOperation({
  id: 'listContactLists',
  method: 'GET',
  path: '/lists',
  summary: 'List the lists',
  description: 'The caller’s own lists and the shared ones of the account, by name.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: {},
  reply: wholeListOf(contactList),
  problems: [],
  example: {
    summary: 'One list',
    reply: { ...wholeList([exampleContactList]), request_id: requestIdExample },
  },

  async run({ principal }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    const lists = await listLists(database, viewer)
    return wholeList(lists.map((list) => toContactList(list, viewer)))
  },
})
