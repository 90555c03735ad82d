import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { sql } from '../base/sql.ts'
import { defineOperation, emptyBody } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { job, jobExample, jobParams, toJob } from './job.ts'
import { pauseRows } from './job-rows.ts'
import { requireJob } from './read-job.ts'

export const pauseJob = defineOperation({
  id: 'pauseJob',
  method: 'POST',
  path: '/jobs/{job_id}/pause',
  summary: 'Pause a job',
  description:
    'Stops a job that waits or runs, with the reason `paused`, until somebody resumes it. The reveal that is under way is finished. A job that has stopped already stays as it is.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  changes: true,
  meter: 'feed',
  request: { params: jobParams, body: emptyBody },
  reply: Type.Object({ ...job.properties, request_id: requestId }),
  problems: ['resource_not_found', 'job_is_over'],
  example: {
    request: {},
    summary: 'A paused job',
    reply: {
      ...jobExample,
      status: 'stopped',
      stop_reason: 'paused',
      ended_at: '2026-03-02T09:31:00.000Z',
      request_id: requestIdExample,
    },
  },

  async run({ principal, params }, needs: { database: Database; clock: Clock; publicUrl: string }) {
    const found = await requireJob(principal, params.job_id, needs)
    if (found.status === 'stopped') return toJob(found)
    const which = sql`account_id = ${principal.account.id} AND job_id = ${params.job_id}`
    const [paused] = await pauseRows(needs.database, needs.clock, which)
    if (!paused) throw problems.jobIsOver(found.status)
    return toJob({ ...paused, listId: found.listId })
  },
})
