import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { SearchParams } from '../search-params.ts'
import { parseSearch, stringifySearch } from '../search-params.ts'
import { pickFilters } from './filter-params.ts'
import type { FilterGroup } from './filters.ts'

/**
 * The query lives in the address: it can be shared, and the back button undoes a filter. `onNext` hears of the next
 * address before it and the page follow.
 */
export function useUrlFilters(
  groups: readonly FilterGroup[],
  onNext: (search: SearchParams) => void,
): [SearchParams, (change: SearchParams) => void] {
  const router = useRouter()
  // The same object for the same filters: the address has more in it, such as the row that is open.
  const written = useSearch({
    strict: false,
    select: (all: SearchParams) => stringifySearch(pickFilters(groups, all)),
  })
  const search = useMemo(() => parseSearch(written), [written])
  const change = useCallback(
    (changed: SearchParams) => {
      // From the router, not from the last rendering: two quick clicks must both count.
      const { pathname, search: before } = router.latestLocation
      const query = stringifySearch({ ...before, ...changed })
      onNext(parseSearch(query))
      void router.navigate({ href: pathname + query, resetScroll: false })
    },
    [router, onNext],
  )
  return [search, change]
}
