import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { listItemsKey } from '../../shared/lists/lists.ts'
import type { StatusChoice } from '../../shared/work/status-choice.tsx'
import type { StoreSort } from './use-list-sort.ts'

export type ListItem = Reply<'getListItems'>['data'][number]

/** A screenful first; those who scroll on, or take all, want more at once. */
const firstPageRows = 50
const laterPageRows = limits.pageRowsMax

/** What a list holds, or the part of it with a status: the latest first, or stores in the order of a sort. */
export function useListItems(listId: string, status: StatusChoice | undefined, sort: StoreSort | null = null) {
  const results = useInfiniteQuery({
    queryKey: [...listItemsKey, listId, status, sort],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('getListItems', {
        signal,
        params: { list_id: listId },
        query: {
          ...(pageParam ? { limit: laterPageRows, cursor: pageParam } : { limit: firstPageRows }),
          ...(status && { work_status: status }),
          ...(sort && { sort }),
        },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const items = useMemo(() => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  return { results, items, total: results.data?.pages[0]?.total }
}
export type ListItems = ReturnType<typeof useListItems>
