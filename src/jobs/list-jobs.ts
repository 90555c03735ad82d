import { Type } from 'typebox'
import type { CursorSealer } from '../base/cursor.ts'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { job, jobExample, toJob } from './job.ts'
import { countJobs, listJobRows } from './job-rows.ts'

const cursorQuery = 'listJobs'

/** Where a page ended, and how many there were when the first one was read. */
type Position = { createdAt: string; id: string; total: number }

export const listJobs = defineOperation({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  summary: 'List jobs',
  description: 'The jobs of this account, newest first.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  meter: 'feed',
  request: { query: Type.Object(pageQuery, { additionalProperties: false }) },
  reply: listOf(job, { total: 'How many there were in all when the first page was read.' }),
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
    const { limit = 25, cursor } = query
    const accountId = principal.account.id
    const before: Position | null =
      cursor === undefined ? null : JSON.parse(cursors.open(cursor, accountId, cursorQuery))
    const [rows, total] = await Promise.all([
      listJobRows(database, accountId, { before, limit: limit + 1 }),
      before?.total ?? countJobs(database, accountId),
    ])
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      object: 'list' as const,
      data: shown.map(toJob),
      has_more: hasMore,
      next_cursor:
        hasMore && last
          ? cursors.seal(
              JSON.stringify({ createdAt: last.createdAt.toISOString(), id: last.id, total } satisfies Position),
              accountId,
              cursorQuery,
            )
          : null,
      total,
    }
  },
})
