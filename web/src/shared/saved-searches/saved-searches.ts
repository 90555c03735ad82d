import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { paths } from '../paths.ts'
import { toRequest } from '../search/filter-params.ts'
import { contactGroups, type FilterGroup, storeSearchGroups } from '../search/filters.ts'
import { type SearchParams, stringifySearch } from '../search-params.ts'
import { searchOf } from './search-of.ts'

export type SavedSearch = Reply<'listSavedSearches'>['data'][number]
export type Searches = SavedSearch['searches']

export const savedSearchesQuery = queryOptions({
  queryKey: ['listSavedSearches'],
  queryFn: ({ signal }) => call('listSavedSearches', { signal }),
  staleTime: 5 * 60_000,
})

export const groupsOf: Record<Searches, readonly FilterGroup[]> = { contacts: contactGroups, stores: storeSearchGroups }

export const addressOf = ({ searches, query }: Pick<SavedSearch, 'searches' | 'query'>): string =>
  paths[searches]() + stringifySearch(searchOf(groupsOf[searches], query))

/** Two queries are one when they ask for the same, in whatever order their values were clicked. */
export const isSameSearch = (searches: Searches, query: object, search: SearchParams): boolean =>
  canonical(toRequest(groupsOf[searches], searchOf(groupsOf[searches], query))) ===
  canonical(toRequest(groupsOf[searches], search))

const canonical = (request: object): string =>
  JSON.stringify(request, (_, value: unknown) => (Array.isArray(value) ? [...value].sort() : value))

export const saveSearch = (name: string, searches: Searches, search: SearchParams) =>
  call('saveSearch', { body: { name, searches, query: toRequest(groupsOf[searches], search) } })

export const deleteSavedSearch = (id: string) => call('deleteSavedSearch', { params: { saved_search_id: id } })

const asked = new EventTarget()

/** The command menu asks; the page that shows the search has the name field. */
export const askToSave = (): void => void asked.dispatchEvent(new Event('save'))

export function onAskedToSave(handle: () => void): () => void {
  asked.addEventListener('save', handle)
  return () => asked.removeEventListener('save', handle)
}
