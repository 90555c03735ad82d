import { Type } from 'typebox'
import { requireScopes } from '../admission/challenge.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation, emptyBody } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import { job, jobExample, jobParams, toJob } from './job.ts'
import { scopesToGoOn } from './job-request.ts'
import { refuseTooManyJobs, resumeJobRow } from './job-rows.ts'
import { openJob } from './read-job.ts'

type Needs = { database: Database; clock: Clock; publicUrl: string; queue: Pick<Queue, 'enqueue'> }

export const resumeJob = defineOperation({
  id: 'resumeJob',
  method: 'POST',
  path: '/jobs/{job_id}/resume',
  summary: 'Resume a job',
  description:
    'Goes on with a stopped job, in the name and within the limits of whoever resumes it. One that has spent its `max_credits` stays as it is: create another job for the rest.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  forPeople: true,
  meter: 'feed',
  request: { params: jobParams, body: emptyBody },
  reply: Type.Object({ ...job.properties, request_id: requestId }),
  problems: ['resource_not_found', 'job_not_stopped', 'too_many_jobs'],
  example: {
    request: {},
    summary: 'A resumed job',
    reply: { ...jobExample, status: 'queued', request_id: requestIdExample },
  },

  async run({ principal, params }, needs: Needs) {
    const { job: found, settings } = await openJob(principal, params.job_id, needs)
    const { status, listId } = found
    requireScopes(principal, scopesToGoOn(found.kind, settings), needs.publicUrl)
    if (status !== 'stopped') throw problems.jobNotStopped(status)
    if (found.stopReason === 'max_credits_reached') return toJob(found)
    const resumed = await needs.database.transaction(async (tx) => {
      await refuseTooManyJobs(tx, principal.account.id)
      const row = await resumeJobRow(tx, needs.clock, principal, params.job_id)
      if (row) await needs.queue.enqueue(tx, 'job', {})
      return row
    })
    if (!resumed) throw problems.jobNotStopped(status)
    return toJob({ ...resumed, listId })
  },
})
