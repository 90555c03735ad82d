import { Type } from 'typebox'
import { defineOperation } from '../call/operation.ts'
import { changeWork, type WorkNeeds } from './change-work.ts'
import { requireContact } from './work-of.ts'
import { exampleChange, exampleWorkReply, renderWork, workChange, workReply } from './work-schema.ts'

export const updateContactWork = defineOperation({
  id: 'updateContactWork',
  method: 'PATCH',
  path: '/contacts/{contact_id}/work',
  summary: 'Change the work on a contact',
  description:
    'Sets status, owner, tags or note; what is left out stays. Costs nothing, and the contact need not be revealed. Each change is kept with who made it.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  request: {
    params: Type.Object({ contact_id: Type.String({ maxLength: 100, description: 'The id of the contact.' }) }),
    body: workChange,
  },
  reply: workReply,
  problems: ['contact_not_found'],
  example: { summary: 'Somebody wrote to them', request: exampleChange, reply: exampleWorkReply },

  async run({ principal, params, body }, needs: WorkNeeds) {
    const id = await requireContact(needs.database, principal.account.id, params.contact_id)
    return renderWork(id, await changeWork(needs, principal, { id, kind: 'contact' }, body))
  },
})
