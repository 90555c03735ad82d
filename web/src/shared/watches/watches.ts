import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { profileQuery } from '../../api/queries.ts'

export type Watch = Reply<'listWatches'>['data'][number]
/** What can be watched. */
export type WatchSource = { saved_search_id: string } | { list_id: string }
/** How somebody hears of news: not at all, in News alone, or by mail as well. */
export type NewsChoice = 'none' | Watch['mail']

export const newsChoices: Record<NewsChoice, string> = {
  none: 'Not watched',
  off: 'In News',
  daily: 'In News, and one email a day',
  weekly: 'In News, and one email a week',
}

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

export const isOf = (watch: Watch, source: WatchSource): boolean =>
  'list_id' in source ? watch.list_id === source.list_id : watch.saved_search_id === source.saved_search_id

/** Makes, changes or ends a watch, whichever leads to the choice. */
export async function chooseNews(source: WatchSource, watch: Watch | undefined, choice: NewsChoice): Promise<void> {
  if (watch && choice === 'none') await stopWatching(watch.id)
  else if (choice === 'none') return
  else if (watch) await call('updateWatch', { params: { watch_id: watch.id }, body: { mail: choice } })
  else await call('createWatch', { body: { ...source, mail: choice } })
}

export const stopWatching = (id: string) => call('deleteWatch', { params: { watch_id: id } })

export const visitWatch = (id: string) => call('visitWatch', { params: { watch_id: id }, body: {} })

type Previewed = WatchSource | { search: { kind: Watch['kind']; query: object } }

/** What the last 30 days would have told. */
export const previewQuery = (of: Previewed) =>
  queryOptions({
    queryKey: ['previewNews', of],
    queryFn: ({ signal }) => call('previewNews', { signal, body: of }),
    staleTime: 5 * 60_000,
  })
