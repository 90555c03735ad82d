import { announceBalance } from '../../api/balance.ts'
import { ApiError, type Body } from '../../api/call.ts'
import { deleteList } from '../lists/lists.ts'
import { createJob, type Job } from './jobs.ts'

type Prepared = {
  body: Body<'createJob'>
  /** A list that was made for this job. */
  newListId?: string
}

/** `wish` is what a person asked for: while it stays the same, asking again means the same job. */
type SendJob = (wish: unknown, prepare: () => Promise<Prepared>) => Promise<Job>

/**
 * Makes one job of a wish, also when an answer is lost: the same request goes again under its key. Made anew, a reveal of a
 * search would take the next contacts, which nobody asked for. One for each form: `useState(jobSender)`.
 */
export function jobSender(): SendJob {
  let unanswered: (Prepared & { wish: string; key: string }) | null = null
  return async (wish, prepare) => {
    const written = JSON.stringify(wish)
    const request =
      unanswered?.wish === written ? unanswered : { wish: written, key: crypto.randomUUID(), ...(await prepare()) }
    try {
      const job = await createJob(request.body, request.key)
      unanswered = null
      return job
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.isRetryable
      unanswered = isUnknown ? request : null
      // The job may run and spend: pages ask for it, and its list stays.
      if (isUnknown) announceBalance()
      // Nobody wants an empty list for a job that was refused.
      else if (request.newListId) await deleteList(request.newListId).catch(() => {})
      throw error
    }
  }
}
