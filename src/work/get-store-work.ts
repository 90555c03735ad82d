import { storeParams } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { WorkNeeds } from './change-work.ts'
import { requireStore } from './work-of.ts'
import { readHistory, readWork } from './work-rows.ts'
import { exampleWithHistory, renderHistory, renderWork, workWithHistory } from './work-schema.ts'

const historyMax = 100

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
    const [work, history] = await Promise.all([
      readWork(needs.database, principal.account.id, id),
      readHistory(needs.database, principal.account.id, id, historyMax),
    ])
    return { ...renderWork(id, work), history: history.map(renderHistory) }
  },
})
