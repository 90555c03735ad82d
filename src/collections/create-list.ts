import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { problems } from '../base/problems.ts'
import { oneOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleListReply, listName, listReply, privateField, renderList, viewerOf } from './list-schema.ts'
import { insertList, listKinds } from './lists.ts'

export const createList = defineOperation({
  id: 'createList',
  method: 'POST',
  path: '/lists',
  summary: 'Create a list',
  description:
    'A list of contacts, revealed or not, or of stores. Everybody in the account sees it, unless the person who makes it keeps it private.',
  scope: 'lists:write',
  meter: 'own',
  creates: true,
  changes: true,
  openToPeople: true,
  request: {
    body: Type.Object(
      {
        name: listName(),
        kind: oneOf(listKinds, { description: 'What it will hold.' }),
        private: Type.Optional(privateField),
      },
      { additionalProperties: false },
    ),
  },
  reply: listReply,
  problems: [],
  example: {
    summary: 'A list of contacts',
    request: { name: 'Spring outreach', kind: 'contacts' },
    reply: exampleListReply,
  },

  async run({ principal, body, recheck }, { database }: { database: Database }) {
    const { accountId, userId } = viewerOf(principal)
    if (body.private && userId === null) throw problems.invalidRequest('private', 'A key can’t have private lists.')
    const draft = {
      kind: body.kind,
      name: body.name.trim(),
      shared: !body.private,
      createdBy: userId ?? principal.actor.id,
    }
    const list = await database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      // Nobody who has left the account meanwhile has a private list in it.
      if (body.private) await recheck(tx)
      return insertList(tx, accountId, draft)
    })
    return renderList(list)
  },
})
