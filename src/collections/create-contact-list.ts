import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { problems } from '../base/problems.ts'
import { givenName } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { contactListResult, exampleContactListResult, toContactList, viewerOf } from './contact-list.ts'
import { insertList } from './contact-lists.ts'

const listsMax = 500

export const createContactList = defineOperation({
  id: 'createContactList',
  method: 'POST',
  path: '/lists',
  summary: 'Create a list',
  description: 'A list of revealed contacts. Only the member who creates it sees it unless it is shared.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: {
    body: Type.Object({ name: givenName(), shared: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  },
  reply: contactListResult,
  problems: [],
  example: { summary: 'The new list', request: { name: 'Spring outreach' }, reply: exampleContactListResult },

  async run({ principal, body }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    const draft = { name: body.name.trim(), shared: body.shared ?? false }
    const list = await database.transaction(async (tx) => {
      await lockAccount(tx, viewer.accountId)
      return insertList(tx, viewer, draft, listsMax)
    })
    if (!list) throw problems.invalidRequest(undefined, `An account can have ${listsMax} lists. Delete one first.`)
    return { object: 'contact_list_result' as const, list: toContactList(list, viewer) }
  },
})
