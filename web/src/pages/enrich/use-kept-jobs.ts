import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { isJobUnderWay, jobsQuery, profileQuery } from '../../api/queries.ts'
import { dayMs } from '../../shared/format.ts'
import { type Job, useJobs } from '../../shared/jobs/jobs.ts'

/** If an account makes more jobs than fit, the latest are shown. */
const pagesMax = 10

const keptJobsQuery = queryOptions({
  // Below the key of the latest jobs: what has them asked for again has these, too.
  queryKey: [...jobsQuery.queryKey, 'kept'],
  queryFn: ({ signal }) => readKeptJobs(signal),
  refetchInterval: ({ state }) => (state.data?.some(isJobUnderWay) ? 5_000 : 60_000),
})

/** Jobs of as many days as results are kept. */
async function readKeptJobs(signal: AbortSignal): Promise<Job[]> {
  const since = Date.now() - limits.jobResultDays * dayMs
  const isKept = (job: Job): boolean => Date.parse(job.created_at) > since
  const jobs: Job[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await call('listJobs', { signal, query: { limit: limits.pageRowsMax, ...(cursor && { cursor }) } })
    jobs.push(...page.data.filter(isKept))
    if (page.next_cursor === null || !page.data.every(isKept)) break
    cursor = page.next_cursor
  }
  return jobs
}

/** The jobs whose results are kept, whoever made them: of the latest, what is known now. */
export function useKeptJobs(): readonly Job[] {
  const latest = useJobs()
  const { data: profile } = useQuery(profileQuery)
  const { data: kept = [] } = useQuery({ ...keptJobsQuery, enabled: profile?.api_access.enabled === true })
  const known = new Set(latest.map(({ id }) => id))
  return [...latest, ...kept.filter(({ id }) => !known.has(id))]
}
