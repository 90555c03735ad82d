import { Type } from 'typebox'
import { readShortListPage } from '../base/list-page.ts'
import { listOf, requestIdExample, shortPageQuery, wholeList } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import { readExclusions } from '../catalog/exclusions/exclusions.ts'
import { type ExclusionNeeds, exampleExclusion, exclusionFields, renderExclusion } from './exclusion-schema.ts'

export const listExclusions = defineOperation({
  id: 'listExclusions',
  method: 'GET',
  path: '/exclusions',
  summary: 'List exclusion lists',
  description: 'The exclusion lists of the account by their labels, with how many entries each has.',
  scope: 'lists:read',
  meter: 'own',
  request: { query: Type.Object(shortPageQuery, { additionalProperties: false }) },
  reply: listOf(exclusionFields, { total: 'How many there are in all.' }),
  problems: ['invalid_cursor'],
  example: { summary: 'One', reply: { ...wholeList([exampleExclusion]), request_id: requestIdExample } },

  async run({ principal, query }, { database, cursors }: ExclusionNeeds & { cursors: CursorSealer }) {
    const accountId = principal.account.id
    return readShortListPage(
      query,
      { cursors, accountId, bound: 'listExclusions' },
      {
        rows: await readExclusions(database, accountId),
        keyOf: ({ label }) => label,
        render: renderExclusion,
      },
    )
  },
})
