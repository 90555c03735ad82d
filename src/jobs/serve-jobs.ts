import type { Logger } from 'pino'
import { randomBase62 } from '../base/ids.ts'
import type { Queue } from '../queue/queue.ts'
import { nextJobs } from './job-leases.ts'
import { type JobBacklog, readJobBacklog } from './operator-jobs.ts'
import { type JobNeeds, type NeedsOfJobs, runSlice } from './run-slice.ts'

/** What metrics show of them: messages of the queue, and jobs of customers. */
type JobMetrics = { jobs: Queue['count']; customerJobs(): Promise<JobBacklog[]> }

/** Stopping a node takes at most this long plus one slice. */
const turnsMs = 3_000
/** How many nodes are woken at once. */
const wakesMax = 10

/**
 * Runs jobs on this node, one slice at a time, so that requests always have the rest of the machine. A message only wakes a
 * node: whose turn it is, the rows say.
 */
export function serveJobs(queue: Queue, needs: JobNeeds & { log: Logger }, needsOf: NeedsOfJobs): JobMetrics {
  const { database, clock, log } = needs
  const node = randomBase62(16)
  queue.handle('job', async () => {
    for (const until = performance.now() + turnsMs; performance.now() < until; ) {
      const [next] = await nextJobs(database, clock, 1)
      if (!next) return
      const end = await runSlice(next, needs, needsOf)
      if (typeof end !== 'object') continue
      const { failedWith, retryAt } = end
      log.warn({ err: failedWith, job_id: next.jobId, retry_at: retryAt }, 'a slice of a job failed')
      if (retryAt) await queue.enqueue(database, 'job', {}, { startAfter: retryAt })
    }
    // One for each node that has more to do, however many messages it was woken by.
    await queue.enqueue(database, 'job', {}, { key: node })
  })
  // Messages may be lost, and runners die: the rows say what has to go on.
  queue.schedule('job_sweep', '* * * * *', async () => {
    for (const { jobId } of await nextJobs(database, clock, wakesMax)) {
      await queue.enqueue(database, 'job', {}, { key: jobId })
    }
  })
  return { jobs: queue.count, customerJobs: () => readJobBacklog(database, clock) }
}
