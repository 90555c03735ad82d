import type { Logger } from 'pino'
import type { Queue } from '../queue/queue.ts'
import { nextQueuedJob, unfinishedJobs } from './job-leases.ts'
import { type JobNeeds, type NeedsOfJobs, runSlice } from './run-slice.ts'

type Wake = { account_id: string; job_id: string }

/**
 * Runs jobs on this node, one slice at a time in the order in which they were woken, so that jobs and accounts take turns
 * and requests always have the rest of the machine.
 */
export function serveJobs(queue: Queue, needs: JobNeeds & { log: Logger }, needsOf: NeedsOfJobs): void {
  const { database, clock, log } = needs
  queue.handle<Wake>('job', async (wake) => {
    const end = await runSlice({ accountId: wake.account_id, jobId: wake.job_id }, needs, needsOf)
    if (end === 'unfinished') await queue.enqueue(database, 'job', wake)
    if (typeof end === 'object') {
      log.warn({ err: end.failedWith, job_id: wake.job_id, retry_at: end.retryAt }, 'a slice of a job failed')
      if (end.retryAt) await queue.enqueue(database, 'job', wake, { startAfter: end.retryAt })
    }
    if (end === 'unfinished' || end === 'not_claimed') return
    const waiting = await nextQueuedJob(database, wake.account_id)
    if (waiting) await queue.enqueue(database, 'job', { ...wake, job_id: waiting })
  })
  // Messages may be lost, and runners die: the rows say what has to go on.
  queue.schedule('job_sweep', '* * * * *', async () => {
    for (const { accountId, jobId } of await unfinishedJobs(database, clock)) {
      await queue.enqueue(database, 'job', { account_id: accountId, job_id: jobId }, { key: jobId })
    }
  })
}
