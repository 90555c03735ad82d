import { storeParams } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { changeWork, type WorkNeeds } from './change-work.ts'
import { requireStore } from './work-of.ts'
import { exampleChange, exampleWorkReply, renderWork, workChange, workReply } from './work-schema.ts'

export const updateStoreWork = defineOperation({
  id: 'updateStoreWork',
  method: 'PATCH',
  path: '/stores/{domain}/work',
  summary: 'Change the work on a store',
  description:
    'Sets status, owner, tags or note; what is left out stays. Costs nothing. Each change is kept with who made it.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  request: { params: storeParams, body: workChange },
  reply: workReply,
  problems: ['store_not_found'],
  example: { summary: 'Somebody wrote to them', request: exampleChange, reply: exampleWorkReply },

  async run({ principal, params, body }, needs: WorkNeeds) {
    const id = await requireStore(needs.database, params.domain)
    return renderWork(id, await changeWork(needs, principal, { id, kind: 'store' }, body))
  },
})
