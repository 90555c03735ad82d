import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { profileQuery } from '../../api/queries.ts'

export type Watch = Reply<'listWatches'>['data'][number]
/** What can be watched. */
export type WatchSource = { saved_search_id: string } | { list_id: string }

export const watchesQuery = queryOptions({
  queryKey: ['listWatches'],
  queryFn: ({ signal }) => call('listWatches', { signal }),
  // News comes with imports, which are rare.
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: 'always',
})

/** The watches of the account; none without a plan, which nothing is asked for. */
export function useWatches() {
  const { data: profile } = useQuery(profileQuery)
  return useQuery({ ...watchesQuery, enabled: profile?.api_access.enabled === true })
}

/** The watch of a saved search or a list; undefined where there is none. */
export function useWatchOf(source: WatchSource | undefined): Watch | undefined {
  const { data } = useWatches()
  return source && data?.data.find((watch) => isOf(watch, source))
}

const isOf = (watch: Watch, source: WatchSource): boolean =>
  'list_id' in source ? watch.list_id === source.list_id : watch.saved_search_id === source.saved_search_id
