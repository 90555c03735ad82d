import { Type } from 'typebox'
import { type Caller, recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { listOf, pageLimitDefault, pageQuery, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { revealedExample } from '../contacts/reveal-example.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import type { Database } from '../db/database.ts'
import { type JobRow, jobParams } from './job.ts'
import { type Item, readItems } from './job-rows.ts'
import { openJob } from './read-job.ts'
import { columnsOf, type ResultLine, renderLines, resultLine, toCells } from './result-lines.ts'

type Needs = {
  database: Database
  openContact: ContactOpener
  channelKeys: ChannelKeys
  cursors: CursorSealer
  publicUrl: string
}

const cursorQuery = (jobId: string): string => `results of ${jobId}`
const itemsAtOnce = 200

export const getJobResults = defineOperation({
  id: 'getJobResults',
  method: 'GET',
  path: '/jobs/{job_id}/results',
  summary: 'Get the results of a job',
  description:
    'One line per input, in the order given; while the job runs, the lines so far. Contacts are shown as they are now: one that ' +
    'was suppressed since is `unavailable`.',
  overHttp:
    'All lines as JSON Lines (`application/x-ndjson`), as a spreadsheet with `Accept: text/csv`, or a page of them with ' +
    '`Accept: application/json`.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  meter: 'feed',
  neverCompressed: true,
  request: { params: jobParams, query: Type.Object(pageQuery, { additionalProperties: false }) },
  reply: listOf(resultLine, { total: 'How many lines there are now: while the job runs, those so far.' }),
  problems: ['resource_not_found', 'invalid_cursor'],
  example: {
    summary: 'The first line of a reveal job',
    reply: {
      object: 'list',
      data: [
        {
          index: 0,
          input: revealedExample.id,
          ref: null,
          outcome: 'newly_revealed',
          charged: true,
          contact: { ...revealedExample, reveal_status: 'newly_revealed', charged: true },
        },
      ],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, needs: Needs) {
    const { limit = pageLimitDefault, cursor } = query
    const accountId = principal.account.id
    const bound = cursorQuery(params.job_id)
    const from = cursor === undefined ? 0 : Number(needs.cursors.open(cursor, accountId, bound))
    if (!Number.isInteger(from)) throw problems.invalidCursor()
    const read = await openResults(principal, params.job_id, needs)
    const { lines, next, end } = await read(from, limit)
    return {
      object: 'list' as const,
      data: lines,
      has_more: next !== null,
      next_cursor: next === null ? null : needs.cursors.seal(String(next), accountId, bound),
      total: end,
    }
  },

  lines: {
    line: resultLine,
    async *rows(call, needs: Needs) {
      const { job: found } = await openExport(call, call.params.job_id, needs)
      yield* allLines(call.principal, found.id, needs)
    },
  },

  csv: {
    async *rows(call, needs: Needs) {
      const opened = await openExport(call, call.params.job_id, needs)
      const columns = columnsOf(opened)
      yield columns.map(([name]) => name)
      for await (const line of allLines(call.principal, opened.job.id, needs)) yield toCells(columns, line)
    },
  },
})

/** All results at once are an export, in whichever format; pages of them are not. */
async function openExport(call: Caller, jobId: string, needs: Needs) {
  const opened = await openJob(call.principal, jobId, needs)
  const details = { what: `results of a job: ${opened.job.kind}` }
  await recordCall(needs.database, call, 'data.exported', { details })
  return opened
}

async function* allLines(principal: Principal, jobId: string, needs: Needs): AsyncGenerator<ResultLine> {
  const read = await openResults(principal, jobId, needs)
  for (let from: number | null = 0; from !== null; ) {
    const part: Part = await read(from, itemsAtOnce)
    yield* part.lines
    from = part.next
  }
}

/** `end`: how many lines there are. */
type Part = { lines: ResultLine[]; next: number | null; end: number }

/** Reads results from an input on. While the job may go on, those without an outcome are not results yet. */
async function openResults(principal: Principal, jobId: string, needs: Needs) {
  const { job: found, settings } = await openJob(principal, jobId, needs)
  const { database } = needs
  const accountId = principal.account.id
  // What an export did not reach was not paid for with search rows: it has no lines.
  const end = isOver(found) && found.kind !== 'export' ? found.total : found.done
  return async (from: number, limit: number): Promise<Part> => {
    const items: Item[] = await readItems(database, accountId, jobId, from, Math.min(limit, Math.max(0, end - from)))
    const lines = await renderLines(items, { job: found, settings, accountId }, needs)
    const next = from + items.length
    return { lines, next: items.length > 0 && next < end ? next : null, end }
  }
}

const isOver = ({ status }: JobRow): boolean => status !== 'queued' && status !== 'running'
