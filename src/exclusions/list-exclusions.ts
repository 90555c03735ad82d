import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { readExclusions } from '../catalog/exclusions/exclusions.ts'
import { type ExclusionNeeds, exampleExclusion, exclusionFields, renderExclusion } from './exclusion-schema.ts'

export const listExclusions = defineOperation({
  id: 'listExclusions',
  method: 'GET',
  path: '/exclusions',
  summary: 'List exclusion lists',
  description: 'All exclusion lists of the account by their labels, with how many entries each has.',
  scope: 'lists:read',
  meter: 'own',
  request: {},
  reply: wholeListOf(exclusionFields),
  problems: [],
  example: { summary: 'One', reply: { ...wholeList([exampleExclusion]), request_id: requestIdExample } },

  async run({ principal }, { database }: ExclusionNeeds) {
    return wholeList((await readExclusions(database, principal.account.id)).map(renderExclusion))
  },
})
