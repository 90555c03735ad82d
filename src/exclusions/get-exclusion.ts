import { defineOperation } from '../call/operation.ts'
import { findExclusion } from '../catalog/exclusions/exclusions.ts'
import {
  type ExclusionNeeds,
  exampleExclusionReply,
  exclusionParams,
  exclusionReply,
  noExclusion,
  renderExclusion,
} from './exclusion-schema.ts'

export const getExclusion = defineOperation({
  id: 'getExclusion',
  method: 'GET',
  path: '/exclusions/{label}',
  summary: 'Get an exclusion list',
  description: 'How many entries of each kind a list has. The entries can’t be read back.',
  scope: 'lists:read',
  meter: 'own',
  request: { params: exclusionParams },
  reply: exclusionReply,
  problems: ['resource_not_found'],
  example: { summary: 'One', reply: exampleExclusionReply },

  async run({ principal, params }, { database }: ExclusionNeeds) {
    const found = await findExclusion(database, principal.account.id, params.label)
    if (!found) throw noExclusion()
    return renderExclusion(found)
  },
})
