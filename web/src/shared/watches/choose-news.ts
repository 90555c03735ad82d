import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Watch, WatchSource } from './watches.ts'

/** How somebody hears of news: not at all, in News alone, or by mail as well. */
export type NewsChoice = 'none' | Watch['mail']

export const newsChoices: Record<NewsChoice, string> = {
  none: 'Not watched',
  off: 'In News',
  daily: 'In News, and one email a day',
  weekly: 'In News, and one email a week',
}

/** What is said once it is watched. */
export const whereNewsComes: Record<Watch['mail'], string> = {
  off: 'What is new from now on will be in News.',
  daily: 'What is new from now on will be in News, and in one email a day.',
  weekly: 'What is new from now on will be in News, and in one email a week.',
}

/** Makes, changes or ends a watch, whichever leads to the choice. */
export async function chooseNews(source: WatchSource, watch: Watch | undefined, choice: NewsChoice): Promise<void> {
  if (watch && choice === 'none') await call('deleteWatch', { params: { watch_id: watch.id } })
  else if (choice === 'none') return
  else if (watch) await call('updateWatch', { params: { watch_id: watch.id }, body: { mail: choice } })
  else await call('createWatch', { body: { ...source, mail: choice } })
}

type NewsPreview = WatchSource | { search: { kind: Watch['kind']; query: object } }

/** The recent matches that a watch would have reported. */
export const previewQuery = (of: NewsPreview) =>
  queryOptions({
    queryKey: ['previewNews', of],
    queryFn: ({ signal }) => call('previewNews', { signal, body: of }),
    staleTime: 5 * 60_000,
  })
