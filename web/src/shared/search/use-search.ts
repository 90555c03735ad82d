import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useSearch as useAddress } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ApiError, type Body, call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { profileQuery } from '../../api/queries.ts'
import type { SearchParams } from '../search-params.ts'
import { firstOf, listOf } from '../search-params.ts'
import { facetsOf, filtersOf, findsNothing, pickFilters, toRequest, withoutNames } from './filter-params.ts'
import type { Facet, Filter, FilterGroup } from './filters.ts'
import { sortOf } from './sorts.ts'
import { useUrlFilters } from './use-url-filters.ts'

/** Rows are counted against a monthly quota: the first page fills a screen, later ones are asked for by scrolling. */
const rowHeight = 40
const firstPageRows = Math.min(
  limits.pageRowsMax,
  Math.max(limits.pageRowsDefault, Math.ceil(window.innerHeight / rowHeight)),
)
const laterPageRows = 50

export type SearchId = 'searchContacts' | 'searchStores'
type Page<Id extends SearchId> = Reply<Id>
export type FacetCounts = Map<string, number>
export type CountsByFacet = ReadonlyMap<Facet, FacetCounts>

type FacetLists = Partial<Record<Facet, { value: string; count: number }[]>>
export type Search<Id extends SearchId> = ReturnType<typeof useSearch<Id>>

/** The search that stands in the address, and what it found. */
export function useSearch<Id extends SearchId>(id: Id, allGroups: readonly FilterGroup[]) {
  const { data: profile } = useQuery(profileQuery)
  /** Without a plan: rounded totals, shares instead of counts, and invented rows. */
  const isSample = profile?.api_access.enabled === false
  const groups = useMemo(() => (isSample ? withoutNames(allGroups) : allGroups), [isSample, allGroups])
  const client = useQueryClient()
  // The request is on its way while the page draws what was chosen.
  const begin = useCallback(
    (next: SearchParams) => {
      const { retry } = client.getDefaultOptions().queries ?? {}
      const asked = { filters: pickFilters(groups, next), sort: sortOf(id, next), showsExcluded: showsExcluded(next) }
      void client.prefetchInfiniteQuery({
        ...pagesOf(id, groups, asked, isSample),
        ...(retry !== undefined && { retry }),
      })
    },
    [client, id, groups, isSample],
  )
  const [search, change] = useUrlFilters(groups, begin)
  // Not all of the address: the page is not drawn again for the row that is open.
  const sort = useAddress({ strict: false, select: (address: SearchParams) => sortOf(id, address) })
  const isExcludedShown = useAddress({ strict: false, select: showsExcluded })
  const asked = { filters: search, sort, showsExcluded: isExcludedShown }
  const results = useInfiniteQuery({ ...pagesOf(id, groups, asked, isSample), placeholderData: keepPreviousData })
  const first = results.data?.pages[0]
  const counts = useFacetCounts(id, groups, asked, first?.facets, results.isPlaceholderData, isSample)
  const rows = useMemo(
    () => (results.data?.pages ?? []).flatMap((page) => page.data as Page<Id>['data'][number][]),
    [results.data],
  )
  const serverSort = useMemo(
    () => ({ current: sort, choose: (name: string | null) => change({ sort: name ?? undefined }) }),
    [sort, change],
  )
  const excluded = {
    isShown: asked.showsExcluded,
    show: (isShown: boolean) => change({ excluded: isShown ? 'show' : undefined }),
  }
  return { id, groups, search, change, serverSort, excluded, results, first, rows, counts, isSample }
}

/** Each list becomes a map once, however often it is drawn. */
const maps = new WeakMap<object, FacetCounts>()

function mapOf(counts: { value: string; count: number }[]): FacetCounts {
  const map = maps.get(counts) ?? new Map(counts.map(({ value, count }) => [value, count]))
  maps.set(counts, map)
  return map
}

const facetOf = (facets: FacetLists | undefined, facet: Facet) => facets?.[facet]

/** The same search for an account without a plan. */
const samples = { searchContacts: 'sampleContacts', searchStores: 'sampleStores' } as const

function ask<Id extends SearchId>(
  id: Id,
  isSample: boolean,
  { limit, cursor, ...request }: Body<Id>,
  signal: AbortSignal,
): Promise<Page<Id>> {
  if (findsNothing(request)) return Promise.resolve(noPage as unknown as Page<Id>)
  if (isSample) return call(samples[id], { signal, body: request as Body<(typeof samples)[Id]> }).then(toPage<Id>)
  const page = { ...(limit && { limit }), ...(cursor && { cursor }) }
  return call(id, { signal, body: { ...request, ...page } as Body<Id> })
}

const noPage = { object: 'list', data: [], has_more: false, next_cursor: null, total: 0, warnings: [], facets: {} }

/** A sample in the shape of a page. Where a page counts, it has the share in percent. */
function toPage<Id extends SearchId>({ total_about, facets, ...sample }: Reply<(typeof samples)[SearchId]>): Page<Id> {
  const lists = Object.entries(facets ?? {}).map(([facet, values]) => [
    facet,
    values?.map(({ value, share }) => ({ value, count: share })),
  ])
  return { ...sample, total: total_about, ...(facets && { facets: Object.fromEntries(lists) }) } as unknown as Page<Id>
}

/** Whom the account excludes is left out unless somebody asks. */
const showsExcluded = (search: SearchParams): boolean => firstOf(search.excluded) === 'show'

type SearchState = { filters: SearchParams; sort: string | null; showsExcluded: boolean }

const requestOf = (groups: readonly FilterGroup[], asked: Omit<SearchState, 'sort'>, isSample: boolean) => ({
  ...toRequest(groups, asked.filters),
  ...(asked.showsExcluded && !isSample && { excluded: 'show' as const }),
})

function pagesOf<Id extends SearchId>(id: Id, groups: readonly FilterGroup[], asked: SearchState, isSample: boolean) {
  const request = requestOf(groups, asked, isSample)
  // What is invented has one order.
  const sort = isSample ? null : asked.sort
  return infiniteQueryOptions<Page<Id>, ApiError, { pages: Page<Id>[] }, QueryKey, string | null>({
    queryKey: [isSample ? samples[id] : id, request, ...(sort ? [sort] : [])],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      ask(
        id,
        isSample,
        {
          ...request,
          ...(sort && { sort }),
          ...(pageParam === null
            ? { limit: firstPageRows, facets: facetsOf(groups) }
            : { limit: laterPageRows, cursor: pageParam }),
        } as Body<Id>,
        signal,
      ),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 5 * 60_000,
  })
}

/**
 * Facets count the whole result. In a group where something is chosen already that would be zero for everything else,
 * so such a group is counted again without its own choice: the number says what choosing a value as well would find.
 * The new total comes first; the counts must not compete with it.
 */
function useFacetCounts(
  id: SearchId,
  groups: readonly FilterGroup[],
  { filters, showsExcluded }: SearchState,
  facets: FacetLists | undefined,
  isStale: boolean,
  isSample: boolean,
): CountsByFacet {
  const client = useQueryClient()
  const asked = isSample ? samples[id] : id
  const chosen = filtersOf(groups).filter(
    (filter): filter is Filter & { facet: Facet } =>
      'facet' in filter && filter.facet !== undefined && listOf(filters[filter.key]).length > 0,
  )
  const recounts = useQueries({
    queries: chosen.map((filter) => {
      const others = { ...filters, [filter.key]: undefined }
      const request = requestOf(groups, { filters: others, showsExcluded }, isSample)
      return {
        queryKey: [asked, 'facet', filter.facet, request],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          ask(id, isSample, { ...request, limit: 1, facets: [filter.facet] } as Body<typeof id>, signal).then(
            (page) => facetOf(page.facets, filter.facet) ?? [],
          ),
        initialData: () =>
          facetOf(client.getQueryData<{ pages: Page<typeof id>[] }>([asked, request])?.pages[0]?.facets, filter.facet),
        placeholderData: keepPreviousData,
        enabled: !isStale,
        staleTime: 5 * 60_000,
        retry: false,
      }
    }),
    combine: dataOfAll,
  })
  const recounted = chosen.map(({ facet }) => facet).join()
  return useMemo(() => {
    const lists = new Map(Object.entries(facets ?? {}) as [Facet, FacetLists[Facet]][])
    for (const [at, facet] of (recounted ? (recounted.split(',') as Facet[]) : []).entries()) {
      lists.set(facet, recounts[at])
    }
    return new Map([...lists].flatMap(([facet, list]) => (list ? [[facet, mapOf(list)]] : [])))
  }, [facets, recounted, recounts])
}

const dataOfAll = <Data>(results: { data: Data }[]): Data[] => results.map(({ data }) => data)
