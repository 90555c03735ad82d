import { setImmediate } from 'node:timers/promises'
import type { Plans } from '../accounts/plan.ts'
import { findCaller } from '../admission/find-caller.ts'
import type { Clock } from '../base/clock.ts'
import type { Principal } from '../call/principal.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import type { ContactOpener } from '../contacts/open-contact.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { SearchSettlement } from '../result-pages/settlement.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { enrichWorker } from './enrich-items.ts'
import { exportWorker } from './export-items.ts'
import type { JobKind } from './job.ts'
import { scopesOfJob } from './job-request.ts'
import { type ClaimedJob, claimJob, readItems, recordOutcomes, releaseJob } from './job-rows.ts'
import { revealWorker } from './reveal-items.ts'
import type { ChunkResult, Worker } from './worker.ts'

export type JobNeeds = {
  database: Database
  clock: Clock
  plans: Plans
  contactLookup: ContactLookup
  openContact: ContactOpener
  spending: Spending
  searchIndex: SearchIndex
  settlement: SearchSettlement
}

/** What the jobs of a caller of test mode are given in place of the live parts. */
export type NeedsOfJobs = (caller: Principal, live: JobNeeds) => JobNeeds | Promise<JobNeeds>

const workers: Record<JobKind, (job: ClaimedJob, needs: JobNeeds) => Worker | Promise<Worker>> = {
  reveal: revealWorker,
  enrich: (_job, needs) => enrichWorker(needs),
  export: (_job, needs) => exportWorker(needs),
}

/** After so long, other jobs have their turn. */
const sliceMs = 3_000

type SliceEnd = 'over' | 'unfinished' | 'not_claimed'

/**
 * A few seconds of one job. Before each chunk its caller is looked up again: whoever lost the right to go on stops there.
 * Progress is recorded after each chunk, by the holder of the lease only.
 */
export async function runSlice(
  { accountId, jobId }: { accountId: string; jobId: string },
  needs: JobNeeds,
  needsOf: NeedsOfJobs = (_caller, live) => live,
): Promise<SliceEnd> {
  const { database, clock } = needs
  const job = await claimJob(database, clock, accountId, jobId)
  if (!job) return 'not_claimed'
  const maker = await findMaker(job, needs)
  const worker = await workers[job.kind](job, maker ? await needsOf(maker, needs) : needs)
  const until = performance.now() + sliceMs
  while (job.done < job.total) {
    if (performance.now() > until) {
      await releaseJob(database, clock, job, { status: 'running' })
      return 'unfinished'
    }
    const result = await workOnChunk(job, worker, needs)
    if ('stopped' in result) {
      await releaseJob(database, clock, job, { status: 'stopped', reason: result.stopped })
      return 'over'
    }
    if (!(await recordOutcomes(database, clock, job, result.outcomes))) return 'over'
    // Requests of this thread come first.
    await setImmediate()
  }
  await releaseJob(database, clock, job, { status: 'finished' })
  return 'over'
}

/** In whose name the job runs, as they are now. */
const findMaker = ({ accountId, maker }: ClaimedJob, { database, clock, plans }: JobNeeds): Promise<Principal | null> =>
  findCaller(database, clock, plans, { accountId, ...maker })

async function workOnChunk(job: ClaimedJob, worker: Worker, needs: JobNeeds): Promise<ChunkResult> {
  const { accountId, id } = job
  const principal = await findMaker(job, needs)
  const mayGoOn =
    principal?.apiAccess && scopesOfJob(job.kind, job.settings).every((scope) => principal.scopes.includes(scope))
  if (!mayGoOn) return { stopped: 'no_longer_allowed' }
  const items = await readItems(needs.database, accountId, id, job.done, worker.itemsAtOnce)
  return worker.work(items, principal)
}
