import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { itemsPerRequestMax } from '../collections/list-schema.ts'
import { resolveItems } from '../collections/listed-ids.ts'
import type { WorkNeeds } from './change-work.ts'
import { readWorkOn } from './work-rows.ts'
import { exampleWork, renderWork, workFields, workItems } from './work-schema.ts'

export const findWork = defineOperation({
  id: 'findWork',
  method: 'POST',
  path: '/work-items/find',
  summary: 'Read the work on many',
  description: `Status, owner, tags and note of up to ${itemsPerRequestMax} contacts or stores. Those that nobody has worked on are left out.`,
  scope: 'lists:read',
  meter: 'own',
  readsOnly: true,
  takesLargeBody: true,
  request: { body: Type.Object(workItems, { additionalProperties: false }) },
  reply: Type.Object({
    object: Type.Literal('work_found'),
    data: Type.Array(Type.Object(workFields, { title: 'Work' }), {
      description: 'Each contact or store with work, once, in the order of the request.',
    }),
    request_id: requestId,
  }),
  problems: ['invalid_contact_id'],
  example: {
    summary: 'One contact',
    request: { kind: 'contacts', ids: [exampleWork.id] },
    reply: { object: 'work_found', data: [exampleWork], request_id: requestIdExample },
  },

  async run({ principal, body }, { database }: WorkNeeds) {
    const accountId = principal.account.id
    const resolved = await resolveItems(database, accountId, body.kind, body.ids)
    const ids = [...new Set([...resolved.values()].filter((id) => id !== null))]
    const found = await readWorkOn(database, accountId, ids)
    const data = ids.flatMap((id) => {
      const row = found.get(id)
      return row ? [renderWork(id, row)] : []
    })
    return { object: 'work_found' as const, data }
  },
})
