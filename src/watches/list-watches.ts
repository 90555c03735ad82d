import { Type } from 'typebox'
import { readShortListPage } from '../base/list-page.ts'
import { listOf, requestIdExample, shortPageQuery, wholeList } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { findSource } from './sources.ts'
import { readWatches } from './watch-rows.ts'
import { exampleWatch, renderWatch, visitorOf, type WatchNeeds, watchFields } from './watch-schema.ts'

export const listWatches = defineOperation({
  id: 'listWatches',
  method: 'GET',
  path: '/watches',
  summary: 'List watches',
  description:
    'The watches of the account, the oldest first, with how many matches are new to the caller. Watches of private lists of others are left out.',
  scope: 'lists:read',
  meter: 'own',
  request: { query: Type.Object(shortPageQuery, { additionalProperties: false }) },
  reply: listOf(watchFields, { total: 'How many there are in all.' }),
  problems: ['invalid_cursor'],
  example: { summary: 'One watch', reply: { ...wholeList([exampleWatch]), request_id: requestIdExample } },

  async run({ principal, query }, { database, cursors }: WatchNeeds) {
    const visitor = visitorOf(principal)
    const { viewer } = visitor
    const watches = await readWatches(database, visitor)
    const shown = await Promise.all(
      watches.map(async (watch) => {
        const source = await findSource(database, watch, viewer)
        return source ? [{ watch, source }] : []
      }),
    )
    return readShortListPage(
      query,
      { cursors, accountId: viewer.accountId, bound: `listWatches ${viewer.userId ?? ''}` },
      {
        rows: shown.flat(),
        keyOf: ({ watch }) => `${watch.createdAt.toISOString()} ${watch.id}`,
        render: ({ watch, source }) => renderWatch(watch, source),
      },
    )
  },
})
