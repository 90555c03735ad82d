import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { job, jobExample, jobParams, toJob } from './job.ts'
import { requireJob } from './read-job.ts'

export const getJob = defineOperation({
  id: 'getJob',
  method: 'GET',
  path: '/jobs/{job_id}',
  summary: 'Get a job',
  description: 'How far a job is, what it has spent, and why it stopped.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  meter: 'feed',
  request: { params: jobParams },
  reply: Type.Object({ ...job.properties, request_id: requestId }),
  problems: ['resource_not_found'],
  example: { summary: 'A running reveal job', reply: { ...jobExample, request_id: requestIdExample } },

  run: async ({ principal, params }, needs: { database: Database; publicUrl: string }) =>
    toJob(await requireJob(principal, params.job_id, needs)),
})
