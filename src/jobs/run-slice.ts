import { setImmediate } from 'node:timers/promises'
import type { Plans } from '../accounts/plan.ts'
import { findCaller } from '../admission/find-caller.ts'
import type { Clock } from '../base/clock.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { JobKind, StopReason } from './job.ts'
import { type ClaimedJob, claimJob, endJob, holdLease, LeaseLost, postponeJob, releaseJob } from './job-leases.ts'
import { recordInList } from './job-list.ts'
import { scopesToGoOn } from './job-request.ts'
import { readItems } from './job-rows.ts'
import { enrichWork, exportWork, type KindOfWork } from './kinds-of-work.ts'
import { revealWork } from './reveal-items.ts'

export type JobNeeds = {
  database: Database
  clock: Clock
  plans: Plans
  contactLookup: ContactLookup
  channelKeys: ChannelKeys
  openContact: ContactOpener
  spending: Spending
}

/** Stand-ins for the live parts, for jobs of test mode. */
export type NeedsOfJobs = (caller: Principal, live: JobNeeds) => JobNeeds | Promise<JobNeeds>

const kindsOfWork: Record<JobKind, (job: ClaimedJob, needs: JobNeeds) => KindOfWork | Promise<KindOfWork>> = {
  reveal: revealWork,
  enrich: (_job, needs) => enrichWork(needs),
  export: (_job, needs) => exportWork(needs),
}

/** How long a slice may take before other jobs have their turn. */
export const sliceMs = 3_000
/** A job fails after this many attempts without progress. */
export const attemptsMax = 8
export const firstPauseSeconds = 5

type SliceEnd = 'over' | 'unfinished' | 'not_claimed' | { failedWith: unknown; retryAt: Date | null }

/**
 * A few seconds of one job. Before each chunk its caller is looked up again: a caller who lost the right stops the job
 * there. Progress is recorded after each chunk, by the holder of the lease only.
 */
export async function runSlice(
  { accountId, jobId }: { accountId: string; jobId: string },
  needs: JobNeeds,
  needsOf: NeedsOfJobs = (_caller, live) => live,
): Promise<SliceEnd> {
  const { database, clock } = needs
  const job = await claimJob(database, clock, accountId, jobId)
  if (!job) return 'not_claimed'
  try {
    return await workOn(job, needs, needsOf)
  } catch (error) {
    if (error instanceof LeaseLost) return 'over'
    // Without a database this throws, too. Then the lease runs out, and the attempt has been counted.
    return { failedWith: error, retryAt: await recordFailure(job, needs) }
  }
}

async function workOn(job: ClaimedJob, needs: JobNeeds, needsOf: NeedsOfJobs): Promise<SliceEnd> {
  const { database, clock } = needs
  const end = async (as: Parameters<typeof endJob>[3]) => {
    await endJob(database, clock, job, as)
    return 'over' as const
  }
  // Not even the attempt that only settles has come to an end.
  if (job.attempts > attemptsMax + 1) return end({ status: 'failed' })
  const maker = await findMaker(job, needs)
  const own = maker ? await needsOf(maker, needs) : needs
  const work = await kindsOfWork[job.kind](job, own)
  if (job.attempts > attemptsMax || job.status !== 'running') {
    await recover(job, work, needs, own.database)
    if (job.status === 'running') return end({ status: 'failed' })
    await releaseJob(database, clock, job)
    return 'over'
  }
  const until = performance.now() + sliceMs
  while (job.done < job.total && job.status === 'running') {
    if (performance.now() > until) {
      await releaseJob(database, clock, job)
      return 'unfinished'
    }
    const result = await workOnChunk(job, work, needs, own.database)
    if (result === 'lease_lost') return 'over'
    if (result !== 'recorded') {
      await recover(job, work, needs, own.database)
      return end({ status: 'stopped', reason: result.stopped })
    }
    // Requests of this thread come first.
    await setImmediate()
  }
  return end({ status: 'finished' })
}

/** Records what a runner that died had done, so that the results of a job that ends early hold everything that was paid. */
async function recover(
  job: ClaimedJob,
  work: KindOfWork,
  { database, clock }: JobNeeds,
  catalogue: Database,
): Promise<void> {
  if (!work.recover) return
  const items = await readItems(database, job.accountId, job.id, job.done, work.itemsAtOnce)
  const done = await work.recover(items)
  if (done.length > 0) await recordInList(database, clock, catalogue, job, done)
}

/**
 * Pauses double from `firstPauseSeconds` on. The attempt after the last of `attemptsMax` only recovers. Null when that was it: the job
 * has failed.
 */
async function recordFailure(job: ClaimedJob, { database, clock }: JobNeeds): Promise<Date | null> {
  if (job.attempts <= attemptsMax) {
    return postponeJob(database, clock, job, firstPauseSeconds * 2 ** Math.max(0, job.attempts - 1))
  }
  await endJob(database, clock, job, { status: 'failed' })
  return null
}

/** In whose name the job runs, as they are now. */
const findMaker = ({ accountId, maker }: ClaimedJob, { database, clock, plans }: JobNeeds): Promise<Principal | null> =>
  findCaller(database, clock, plans, { accountId, ...maker })

async function workOnChunk(
  job: ClaimedJob,
  work: KindOfWork,
  needs: JobNeeds,
  catalogue: Database,
): Promise<'recorded' | 'lease_lost' | { stopped: StopReason }> {
  const { accountId, id } = job
  const { database, clock } = needs
  const principal = await findMaker(job, needs)
  const mayGoOn =
    principal?.apiAccess && scopesToGoOn(job.kind, job.settings).every((scope) => principal.scopes.includes(scope))
  if (!mayGoOn) return { stopped: 'no_longer_allowed' }
  const items = await readItems(database, accountId, id, job.done, work.itemsAtOnce)
  const { performWithin } = work
  if (performWithin) {
    return catalogue.transaction(async (tx) => {
      await holdLease(tx, job)
      const result = await performWithin(tx, items, principal)
      if ('stopped' in result) return result
      return (await recordInList(tx, clock, catalogue, job, result.outcomes)) ? 'recorded' : 'lease_lost'
    })
  }
  const result = await work.perform!(items, principal)
  if ('stopped' in result) return result
  return (await recordInList(database, clock, catalogue, job, result.outcomes)) ? 'recorded' : 'lease_lost'
}
