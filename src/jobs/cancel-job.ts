import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation, emptyBody } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { job, jobExample, jobParams, toJob } from './job.ts'
import { cancelJobRow } from './job-rows.ts'
import { requireJob } from './read-job.ts'

export const cancelJob = defineOperation({
  id: 'cancelJob',
  method: 'POST',
  path: '/jobs/{job_id}/cancel',
  summary: 'Cancel a job',
  description:
    'Ends a job that waits, runs or has stopped. The reveal that is under way is finished; what was revealed stays revealed and paid.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  changes: true,
  meter: 'feed',
  request: { params: jobParams, body: emptyBody },
  reply: Type.Object({ ...job.properties, request_id: requestId }),
  problems: ['resource_not_found', 'job_is_over'],
  example: {
    request: {},
    summary: 'A cancelled job',
    reply: { ...jobExample, status: 'cancelled', ended_at: '2026-03-02T09:31:00.000Z', request_id: requestIdExample },
  },

  async run({ principal, params }, needs: { database: Database; clock: Clock; publicUrl: string }) {
    const { status, listId } = await requireJob(principal, params.job_id, needs)
    const cancelled = await cancelJobRow(needs.database, needs.clock, principal.account.id, params.job_id)
    if (!cancelled) throw problems.jobIsOver(status)
    return toJob({ ...cancelled, listId })
  },
})
