import { scopeChallenge } from '../admission/challenge.ts'
import { problems } from '../base/problems.ts'
import type { Scope } from '../base/scopes.ts'
import type { Principal } from '../call/principal.ts'
import type { Database } from '../db/database.ts'
import type { JobRow } from './job.ts'
import { findJob } from './job-rows.ts'

type Needs = { database: Database; publicUrl: string }

/** A job of the caller's account. What it reveals or reads needs the scope that making it needed. */
export async function requireJob(principal: Principal, jobId: string, { database, publicUrl }: Needs): Promise<JobRow> {
  const found = await findJob(database, principal.account.id, jobId)
  if (!found) throw problems.resourceNotFound('job_id')
  const scope: Scope = found.kind === 'reveal' ? 'contacts:reveal' : 'stores:read'
  if (!principal.scopes.includes(scope)) throw problems.insufficientScope(scope, scopeChallenge(publicUrl, scope))
  return found
}
