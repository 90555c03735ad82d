import { Type } from 'typebox'
import { readListPage } from '../base/list-page.ts'
import { listOf, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleList, listFields, renderList, viewerOf } from './list-schema.ts'
import { countLists, type ListPosition, listKinds, readLists } from './lists.ts'

export const listLists = defineOperation({
  id: 'listLists',
  method: 'GET',
  path: '/lists',
  summary: 'List the lists',
  description: 'The lists of the account and the caller’s private ones, by name.',
  scope: 'lists:read',
  meter: 'own',
  openToPeople: true,
  request: {
    query: Type.Object(
      { kind: Type.Optional(oneOf(listKinds, { description: 'Only lists of this kind.' })), ...pageQuery },
      { additionalProperties: false },
    ),
  },
  reply: listOf(listFields, { total: 'How many there are in all.' }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'One list',
    reply: {
      object: 'list',
      data: [exampleList],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, { database, cursors }: { database: Database; cursors: CursorSealer }) {
    const viewer = viewerOf(principal)
    const { kind } = query
    const bound = `listLists ${viewer.userId ?? ''} ${kind ?? ''}`
    return readListPage(
      query,
      { cursors, accountId: viewer.accountId, bound },
      {
        read: (after: ListPosition | null, limit) => readLists(database, viewer, { kind, after, limit }),
        count: () => countLists(database, viewer, kind),
        positionOf: ({ name, id }) => ({ name, id }),
        render: renderList,
      },
    )
  },
})
