import { storeParams } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { WorkNeeds } from './change-work.ts'
import { readWorkWithHistory, requireStore } from './work-of.ts'
import { exampleWithHistory, workWithHistory } from './work-schema.ts'

export const getStoreWork = defineOperation({
  id: 'getStoreWork',
  method: 'GET',
  path: '/stores/{domain}/work',
  summary: 'Read the work on a store',
  description:
    'Status, owner, tags and note, and who changed what. A store that nobody has worked on has none of them.',
  scope: 'lists:read',
  meter: 'own',
  takesAnyText: true,
  request: { params: storeParams },
  reply: workWithHistory,
  problems: ['store_not_found'],
  example: { summary: 'Somebody wrote to them', reply: exampleWithHistory },

  async run({ principal, params }, needs: WorkNeeds) {
    const id = await requireStore(needs.database, params.domain)
    return readWorkWithHistory(needs.database, principal.account.id, id)
  },
})
