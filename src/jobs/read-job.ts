import { requireScopes } from '../admission/challenge.ts'
import { problems } from '../base/problems.ts'
import type { Principal } from '../call/principal.ts'
import type { Database } from '../db/database.ts'
import type { JobRow } from './job.ts'
import { hideLists } from './job-list.ts'
import { type JobSettings, scopesOfJob } from './job-request.ts'
import { findJob, readSettings } from './job-rows.ts'

type Needs = { database: Database; publicUrl: string }

type OpenedJob = { job: JobRow; settings: JobSettings }

/** A job of the caller's account. What it reveals or reads needs the scopes that making it needed. */
export async function openJob(principal: Principal, jobId: string, { database, publicUrl }: Needs): Promise<OpenedJob> {
  const found = await findJob(database, principal.account.id, jobId)
  const [job] = await hideLists(database, principal, found ? [found] : [])
  if (!job) throw problems.resourceNotFound('job_id')
  const settings = await readSettings(database, principal.account.id, jobId)
  requireScopes(principal, scopesOfJob(job.kind, settings), publicUrl)
  return { job, settings }
}

export const requireJob = async (principal: Principal, jobId: string, needs: Needs): Promise<JobRow> =>
  (await openJob(principal, jobId, needs)).job
