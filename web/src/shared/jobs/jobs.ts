import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { announceBalance } from '../../api/balance.ts'
import { type Body, call, type Reply } from '../../api/call.ts'
import { isJobUnderWay, jobsQuery, profileQuery, queryClient } from '../../api/queries.ts'
import { dayMs } from '../format.ts'

export type Job = Reply<'listJobs'>['data'][number]
type JobRequest = Body<'createJob'>
export type JobQuote = Extract<Reply<'createJob'>, { object: 'job_quote' }>

/** The latest jobs of the account. Without a plan there is nothing to ask for. */
export function useJobs(): readonly Job[] {
  const { data: profile } = useQuery(profileQuery)
  const { data } = useQuery({ ...jobsQuery, enabled: profile?.api_access.enabled === true })
  return data?.data ?? none
}
const none: readonly Job[] = []

/** A key for each attempt that a person makes: what is sent again makes no second job. */
export async function createJob(body: JobRequest, key: string): Promise<Job> {
  const job = (await call('createJob', { body, headers: { 'Idempotency-Key': key } })) as Job
  // It may be over before jobs are asked for again. Known from here on, its end is noticed all the same.
  queryClient.setQueryData(jobsQuery.queryKey, (known) => known && { ...known, data: [job, ...known.data] })
  announceBalance()
  return job
}

export const quoteJob = (body: JobRequest, signal: AbortSignal): Promise<JobQuote> =>
  call('createJob', { body: { ...body, dry_run: true }, signal }) as Promise<JobQuote>

const acting =
  (operation: 'pauseJob' | 'resumeJob' | 'cancelJob') =>
  async (id: string): Promise<Job> => {
    const job = await call(operation, { params: { job_id: id }, body: {} })
    announceBalance()
    return job
  }
export const pauseJob = acting('pauseJob')
export const resumeJob = acting('resumeJob')
export const cancelJob = acting('cancelJob')

/** What jobs under way may still spend: no other reveal can have these credits. */
export const pledgedBy = (jobs: readonly Job[]): number =>
  jobs
    .filter((job) => job.kind === 'reveal' && isJobUnderWay(job))
    .reduce((sum, { counts, credits }) => {
      const left = counts.total - counts.done
      return sum + Math.max(0, Math.min(left, (credits.max ?? Number.POSITIVE_INFINITY) - credits.spent))
    }, 0)

/** Inputs of a reveal job that are revealed now. */
export const revealedBy = ({ counts }: Job): number => (counts.newly_revealed ?? 0) + (counts.already_revealed ?? 0)

const dismissedKey = 'prospector.jobs-read'
/** An end that nobody has read is shown this long. */
const shownMs = dayMs
const listeners = new Set<() => void>()

const readDismissed = (): string => {
  try {
    return localStorage.getItem(dismissedKey) ?? ''
  } catch {
    return ''
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const marksMax = 100
/** A job that is resumed and ends again has another end to read. */
const endOf = ({ id, ended_at }: Job): string => `${id}/${ended_at}`

/** In every tab of this browser. */
export function dismissJob(job: Job): void {
  try {
    const marks = [endOf(job), ...readDismissed().split(' ')].slice(0, marksMax)
    localStorage.setItem(dismissedKey, marks.join(' '))
  } catch {
    // Without storage it stays until it is a day old.
  }
  for (const listener of listeners) listener()
}

/** One's own jobs, made or resumed: those under way, and those whose end is not read yet. */
export function useOwnJobs(): Job[] {
  const { data: profile } = useQuery(profileQuery)
  const dismissed = new Set(useSyncExternalStore(subscribe, readDismissed).split(' '))
  return useJobs().filter(
    (job) =>
      job.created_by === profile?.user.id && (isJobUnderWay(job) || (isRecent(job) && !dismissed.has(endOf(job)))),
  )
}

const isRecent = (job: Job): boolean => Date.now() - Date.parse(job.ended_at ?? job.created_at) < shownMs
