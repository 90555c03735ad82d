import { Type } from 'typebox'
import { defineOperation } from '../call/operation.ts'
import type { WorkNeeds } from './change-work.ts'
import { readWorkWithHistory, requireContact } from './work-of.ts'
import { exampleWithHistory, workWithHistory } from './work-schema.ts'

export const getContactWork = defineOperation({
  id: 'getContactWork',
  method: 'GET',
  path: '/contacts/{contact_id}/work',
  summary: 'Read the work on a contact',
  description:
    'Status, owner, tags and note, and who changed what. A contact that nobody has worked on has none of them.',
  scope: 'lists:read',
  meter: 'own',
  request: {
    params: Type.Object({ contact_id: Type.String({ maxLength: 100, description: 'The id of the contact.' }) }),
  },
  reply: workWithHistory,
  problems: ['contact_not_found'],
  example: { summary: 'Somebody wrote to them', reply: exampleWithHistory },

  async run({ principal, params }, needs: WorkNeeds) {
    const id = await requireContact(needs.database, principal.account.id, params.contact_id)
    return readWorkWithHistory(needs.database, principal.account.id, id)
  },
})
