import { Type } from 'typebox'
import type { CursorSealer } from '../base/cursor.ts'
import { listOf, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
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
    const { limit = 25, cursor, kind } = query
    const bound = `listLists ${viewer.userId ?? ''} ${kind ?? ''}`
    const after: ListPosition | null =
      cursor === undefined ? null : JSON.parse(cursors.open(cursor, viewer.accountId, bound))
    const [rows, total] = await Promise.all([
      readLists(database, viewer, { kind, after, limit: limit + 1 }),
      countLists(database, viewer, kind),
    ])
    const shown = rows.slice(0, limit)
    const hasMore = rows.length > limit
    const { name, id } = shown.at(-1) ?? {}
    return {
      object: 'list' as const,
      data: shown.map(renderList),
      has_more: hasMore,
      next_cursor: hasMore ? cursors.seal(JSON.stringify({ name, id }), viewer.accountId, bound) : null,
      total,
    }
  },
})
