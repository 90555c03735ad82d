import { notifyManager, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call, type Reply } from './call.ts'
import { workStatuses } from './work-statuses.ts'

let onSessionEnded: () => void = () => {}
/** The router tells what happens when the session is over: it knows the place to come back to. */
export function whenSessionEnds(handle: () => void): void {
  onSessionEnded = handle
}

export function noticeSessionEnd(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) onSessionEnded()
}

/** The plan ended while the page was open: the profile is loaded again, and with it every page that depends on it. */
function noticePlanEnd(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'api_access_required') return
  const profile = queryClient.getQueryData(profileQuery.queryKey)
  if (profile?.api_access.enabled) void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
}

// Queries that end together, such as those of a table's rows, are drawn together. By default each waits for a timer of its own.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      noticeSessionEnd(error)
      noticePlanEnd(error)
    },
  }),
  defaultOptions: {
    queries: {
      // Without a connection a request fails and offers its retry, instead of waiting in silence.
      networkMode: 'always',
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Searching costs requests and rows: only what may pass by itself is tried once more.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && error.isRetryable && error.status !== 429,
    },
    mutations: { networkMode: 'always', onError: noticeSessionEnd },
  },
})

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal, client }) => {
    const profile = await call('getProfile', { signal })
    const before = client.getQueryData<typeof profile>(['profile'])
    // A plan that began elsewhere, in another tab or by a colleague: requests that were refused without it are retried.
    if (before && !before.api_access.enabled && profile.api_access.enabled) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'profile' })
    }
    return profile
  },
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: ({ state }) => (state.data?.api_access.enabled === false ? 'always' : false),
})

const usageEveryMs = 30_000

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call('getUsage', { signal }),
  // Colleagues, keys and agents spend, too; tabs of this browser tell each other at once.
  refetchOnWindowFocus: 'always',
  refetchInterval: usageEveryMs,
})

type Job = Reply<'listJobs'>['data'][number]
export const isJobUnderWay = ({ status }: Job): boolean => status === 'queued' || status === 'running'

/** The latest jobs of the account, whoever made them: asked often while one is under way. */
export const jobsQuery = queryOptions({
  queryKey: ['listJobs'],
  queryFn: ({ signal }) => call('listJobs', { signal, query: { limit: 20 } }),
  refetchInterval: ({ state }) => (state.data?.data.some(isJobUnderWay) ? 1_000 : 60_000),
  refetchOnWindowFocus: 'always',
})

/** Answers without API access, too. */
export const billingStatusQuery = queryOptions({
  queryKey: ['getBillingStatus'],
  queryFn: ({ signal }) => call('getBillingStatus', { signal }),
})

/** How far the work on a contact or a store is, in its order. They are not of the catalogue, but are chosen like what is. */
const workStatusValues = Object.entries(workStatuses).map(([value, label]) => ({ value, label, count: null }))

/** Without a plan it is the sample's, which has no counts. */
export const taxonomyQuery = queryOptions({
  queryKey: ['taxonomy'],
  queryFn: async ({ signal, client }) => {
    const isSample = client.getQueryData(profileQuery.queryKey)?.api_access.enabled === false
    const taxonomy = await (isSample ? call('getSampleTaxonomy', { signal }) : call('getTaxonomy', { signal }))
    return { ...taxonomy, work_statuses: workStatusValues }
  },
  staleTime: 10 * 60_000,
})
