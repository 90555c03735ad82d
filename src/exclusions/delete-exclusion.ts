import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { deleteExclusion as remove } from '../catalog/exclusions/exclusions.ts'
import { type ExclusionNeeds, exampleExclusion, exclusionParams, noExclusion } from './exclusion-schema.ts'

export const deleteExclusion = defineOperation({
  id: 'deleteExclusion',
  method: 'DELETE',
  path: '/exclusions/{label}',
  summary: 'Delete an exclusion list',
  description: 'Whom no other list names is found and can be revealed again.',
  scope: 'lists:write',
  changes: true,
  meter: 'own',
  request: { params: exclusionParams },
  reply: Type.Object({
    id: Type.String({ description: 'The label of the list.' }),
    object: Type.Literal('exclusion'),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'Gone',
    reply: { id: exampleExclusion.label, object: 'exclusion', deleted: true, request_id: requestIdExample },
  },

  async run({ principal, params: { label } }, { database, channelKeys }: ExclusionNeeds) {
    if (!(await remove(database, channelKeys, principal.account.id, label))) throw noExclusion()
    return { id: label, object: 'exclusion' as const, deleted: true as const }
  },
})
