import { deleted, deletedExample, deletedReply } from '../base/schema.ts'
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
  reply: deletedReply('exclusion', 'The label of the list.'),
  problems: ['resource_not_found'],
  example: deletedExample('exclusion', exampleExclusion.label),

  async run({ principal, params: { label } }, { database, channelKeys }: ExclusionNeeds) {
    if (!(await remove(database, channelKeys, principal.account.id, label))) throw noExclusion()
    return deleted('exclusion', label)
  },
})
