import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { isJobUnderWay, noticeSessionEnd, profileQuery, usageQuery } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { describeEnd } from '../jobs/describe-job.ts'
import { type Job, useJobs } from '../jobs/jobs.ts'
import { listItemsKey, listsQuery, revealedKey } from '../lists/lists.ts'
import { paths } from '../paths.ts'
import { jobQuoteKey } from './job-quote.ts'
import { contactsInJob, forgetJob, noteRevealed } from './reveal-run.ts'

/** The contacts of a job that was made in this tab are shown as they are revealed: it works through them in order. */
async function showRevealed({ id, counts }: Job, from: number): Promise<void> {
  const ids = contactsInJob(id)?.slice(from, counts.done) ?? []
  for (let at = 0; at < ids.length; at += perRequest.readOwnedContacts.contact_ids) {
    const { data } = await call('readOwnedContacts', {
      body: { contact_ids: ids.slice(at, at + perRequest.readOwnedContacts.contact_ids) },
    })
    noteRevealed(data)
  }
}

/** In the shell: whatever page is open, figures follow the jobs, and the end of one's own job is said. */
export function useFollowedJobs(): void {
  const jobs = useJobs()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: profile } = useQuery(profileQuery)
  const known = useRef<ReadonlyMap<string, Job> | null>(null)
  const userId = profile?.user.id
  useEffect(() => {
    const before = known.current
    known.current = new Map(jobs.map((job) => [job.id, job]))
    let isChanged = false
    let isAnyOver = false
    for (const job of jobs) {
      const earlier = before?.get(job.id)
      const from = earlier?.counts.done ?? 0
      if (earlier && (from !== job.counts.done || earlier.status !== job.status)) isChanged = true
      const isOver = !isJobUnderWay(job)
      void showRevealed(job, from)
        .catch(noticeSessionEnd)
        .finally(() => isOver && forgetJob(job.id))
      if (isOver && earlier && earlier.status !== job.status) isAnyOver = true
      const isEnd = isOver && earlier !== undefined && isJobUnderWay(earlier)
      if (isEnd && job.created_by === userId && job.stop_reason !== 'paused' && !document.hidden) {
        const { list_id: listId } = job
        toast({
          title: describeEnd(job),
          look: job.status === 'finished' ? 'success' : job.status === 'cancelled' ? 'plain' : 'danger',
          // Messages are outside of the pages, where the router's links do not work.
          detail: listId && (
            <button
              type="button"
              className="min-h-6 underline hover:text-ink"
              onClick={() => void navigate({ to: paths.list(listId) })}
            >
              Open the list
            </button>
          ),
        })
      }
    }
    if (isChanged) void client.invalidateQueries({ queryKey: usageQuery.queryKey })
    // Long tables are not read again with every step.
    const tables = isAnyOver ? [listsQuery.queryKey, listItemsKey, revealedKey, jobQuoteKey] : []
    for (const queryKey of tables) void client.invalidateQueries({ queryKey })
  }, [jobs, client, navigate, userId])
}
