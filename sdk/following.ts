import type { Call, CallOptions } from './call.ts'
import {
  type CreatedJob,
  type CreateJobRequest,
  type Event,
  eventsPerPage,
  eventsWaitSeconds,
  type Job,
  type Operations,
  type QuotedJob,
  type ToldEvent,
} from './generated.ts'
import { pause } from './transport.ts'

export type Jobs = {
  /** Starts a job. `createJob` does the same, and answers with a quote if `dry_run` is set. */
  start(request: CreateJobRequest, options?: CallOptions): Call<CreatedJob>
  /** What the job would cost, without starting it. */
  quote(request: CreateJobRequest, options?: CallOptions): Call<QuotedJob>
  /** The job when it has ended: `finished`, `stopped`, `cancelled` or `failed`. Asks more and more seldom, up to every 10 seconds. */
  wait(jobId: string, options?: WaitOptions): Promise<Job>
}

export type WaitOptions = CallOptions & {
  /** Called with the job each time it was asked for. */
  onProgress?: (job: Job) => void
}

export type Events = {
  /**
   * Every event as it happens, oldest first, without an end: break off the loop, or abort `signal`. Begin with all that there are, later
   * `after` the last sequence that you have handled, and store the sequence of each event once you have: then none is missed and none is
   * handled twice.
   */
  follow(request?: FollowRequest, options?: CallOptions): AsyncGenerator<FeedEvent>
}

/** An event of the feed; its `type` says what `data` holds. */
export type FeedEvent = ToldEvent extends infer Told
  ? Told extends { type: string; data: object }
    ? Omit<Event, 'type' | 'data'> & Pick<Told, 'type' | 'data'>
    : never
  : never

export type FollowRequest = Omit<Operations['listEvents']['query'], 'after' | 'limit' | 'wait'> & {
  after?: number | undefined
}

type Ask = (id: keyof Operations, request: object, options: CallOptions) => Call<unknown>

/** How long `wait` pauses: at first, how much longer each time, and at most. Other clients follow (`scripts/stated-numbers.ts`). */
export const jobPollSeconds = { first: 0.25, growth: 1.5, max: 10 }

export const createJobs = (ask: Ask): Jobs => ({
  start: (request, options = {}) => ask('createJob', request, options) as Call<CreatedJob>,
  quote: (request, options = {}) => ask('createJob', { ...request, dry_run: true }, options) as Call<QuotedJob>,
  async wait(jobId, { onProgress, ...options } = {}) {
    const { first, growth, max } = jobPollSeconds
    for (let seconds = first; ; seconds = Math.min(seconds * growth, max)) {
      const job = (await ask('getJob', { job_id: jobId }, options)) as Job
      onProgress?.(job)
      if (job.status !== 'queued' && job.status !== 'running') return job
      await pause(seconds, options.signal)
    }
  },
})

export const createEvents = (ask: Ask): Events => ({
  async *follow({ after, ...request } = {}, options = {}) {
    const { signal } = options
    // Without one, the service begins with the oldest that it has: the first of all may be deleted by now.
    for (let last = after; !signal?.aborted; ) {
      const page = await (
        ask(
          'listEvents',
          { ...request, ...(last !== undefined && { after: last }), limit: eventsPerPage, wait: eventsWaitSeconds },
          options,
        ) as Call<FeedPage>
      ).catch((error: unknown) => {
        if (signal?.aborted) return null
        throw error
      })
      if (page === null) return
      yield* page.data
      last = page.next_after
    }
  },
})

type FeedPage = { data: FeedEvent[]; next_after: number }
