import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { paths } from '../paths.ts'
import { toRequest } from '../search/filter-params.ts'
import { contactGroups, type FilterGroup, storeSearchGroups } from '../search/filters.ts'
import { sortOf } from '../search/sorts.ts'
import { type SearchParams, stringifySearch } from '../search-params.ts'
import { searchOf } from './search-of.ts'

export type SavedSearch = Reply<'listSavedSearches'>['data'][number]
export type Searches = SavedSearch['kind']

export const savedSearchesQuery = queryOptions({
  queryKey: ['listSavedSearches'],
  queryFn: ({ signal }) => readSavedSearches(signal),
  staleTime: 5 * 60_000,
})

/** All of them, by name: the server bounds how many an account has. */
async function readSavedSearches(signal: AbortSignal): Promise<{ data: SavedSearch[] }> {
  const data: SavedSearch[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await call('listSavedSearches', {
      signal,
      query: { limit: limits.pageRowsMax, ...(cursor && { cursor }) },
    })
    data.push(...page.data)
    if (page.next_cursor === null) return { data }
    cursor = page.next_cursor
  }
}

export const groupsOf: Record<Searches, readonly FilterGroup[]> = { contacts: contactGroups, stores: storeSearchGroups }

const searchIds = { contacts: 'searchContacts', stores: 'searchStores' } as const

export const addressOf = ({ kind, query }: Pick<SavedSearch, 'kind' | 'query'>): string => {
  const sort = sortOf(searchIds[kind], query as SearchParams)
  return paths[kind]() + stringifySearch({ ...searchOf(groupsOf[kind], query), ...(sort && { sort }) })
}

/** Two queries are one when they ask for the same, in whatever order their values were clicked. */
const isSameSearch = (searches: Searches, query: object, search: SearchParams): boolean =>
  canonical(toRequest(groupsOf[searches], searchOf(groupsOf[searches], query))) ===
  canonical(toRequest(groupsOf[searches], search))

const canonical = (request: object): string =>
  JSON.stringify(request, (_, value: unknown) => (Array.isArray(value) ? [...value].sort() : value))

/** What is kept of a search: its filters, and its order where that is not the usual one. */
export const searchAsKept = (searches: Searches, search: SearchParams) => ({
  kind: searches,
  query: { ...toRequest(groupsOf[searches], search), ...orderOf(searches, search) },
})

/** Which of them a search is. In another order it is still that one, but not saved so. */
export function findOpen(saved: readonly SavedSearch[], searches: Searches, search: SearchParams) {
  const order = sortOf(searchIds[searches], search)
  const isInOrder = ({ query }: SavedSearch) => sortOf(searchIds[searches], query as SearchParams) === order
  const same = saved.filter(({ query }) => isSameSearch(searches, query, search))
  const current = same.find(isInOrder) ?? same[0]
  return { current, savedAs: current && isInOrder(current) ? current : undefined }
}

const orderOf = (searches: Searches, search: SearchParams): object => {
  const sort = sortOf(searchIds[searches], search)
  return sort === null ? {} : { sort }
}

export const saveSearch = (name: string, searches: Searches, search: SearchParams) =>
  call('createSavedSearch', { body: { name, ...searchAsKept(searches, search) } })

export const deleteSavedSearch = (id: string) => call('deleteSavedSearch', { params: { saved_search_id: id } })

export const renameSavedSearch = ({ id, name }: { id: string; name: string }) =>
  call('updateSavedSearch', { params: { saved_search_id: id }, body: { name } })

const asked = new EventTarget()

/** The command menu asks; the page that shows the search has the name field. */
export const askToSave = (): void => void asked.dispatchEvent(new Event('save'))

export function onAskedToSave(handle: () => void): () => void {
  asked.addEventListener('save', handle)
  return () => asked.removeEventListener('save', handle)
}
