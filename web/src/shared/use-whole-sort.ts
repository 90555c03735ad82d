import { useEffect } from 'react'
import type { TableLayout } from '../ui/table/table-layout.ts'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * A sort sorts everything, not what happens to be loaded: the rest is loaded first, and until then the rows stay as they are. `isLoading`:
 * while it comes.
 */
export function useWholeSort(layout: TableLayout, results: Pages): { layout: TableLayout; isLoading: boolean } {
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = results
  const isLoading = layout.sort !== null && hasNextPage && !isError
  useEffect(() => {
    if (isLoading && !isFetchingNextPage) void fetchNextPage()
  }, [isLoading, isFetchingNextPage, fetchNextPage])
  return { layout: layout.sort !== null && hasNextPage ? { ...layout, sort: null } : layout, isLoading }
}
