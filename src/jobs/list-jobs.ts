import { Type } from 'typebox'
import { readListPage } from '../base/list-page.ts'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { job, jobExample, toJob } from './job.ts'
import { hideLists } from './job-list.ts'
import { countJobs, listJobRows } from './job-rows.ts'

const cursorQuery = 'listJobs'

/** Where a page ended, and how many there were when the first one was read. */
type Position = { createdAt: string; id: string; total: number }

export const listJobs = defineOperation({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  summary: 'List jobs',
  description: 'The jobs of this account that the caller’s scopes let it read, newest first.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  meter: 'feed',
  request: { query: Type.Object(pageQuery, { additionalProperties: false }) },
  reply: listOf(job),
  problems: ['invalid_cursor'],
  example: {
    summary: 'One job',
    reply: {
      object: 'list',
      data: [jobExample],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, { database, cursors }: { database: Database; cursors: CursorSealer }) {
    const accountId = principal.account.id
    return readListPage(
      query,
      { cursors, accountId, bound: cursorQuery },
      {
        read: async (before: Position | null, limit) =>
          hideLists(database, principal, await listJobRows(database, principal, { before, limit })),
        count: (before) => before?.total ?? countJobs(database, principal),
        positionOf: ({ createdAt, id }, total) => ({ createdAt: createdAt.toISOString(), id, total }),
        render: toJob,
      },
    )
  },
})
