import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { SearchParams } from '../search-params.ts'
import { stringifySearch } from '../search-params.ts'
import { type FilterGroup, pickFilters } from './filters.ts'

/** The query lives in the address: it can be shared, and the back button undoes a filter. */
export function useUrlFilters(groups: readonly FilterGroup[]): [SearchParams, (change: SearchParams) => void] {
  const router = useRouter()
  const all = useSearch({ strict: false }) as SearchParams
  const search = useMemo(() => pickFilters(groups, all), [groups, all])
  const change = useCallback(
    (changed: SearchParams) => {
      // From the router, not from the last rendering: two quick clicks must both count.
      const { pathname, search: before } = router.latestLocation
      void router.navigate({ href: pathname + stringifySearch({ ...before, ...changed }), resetScroll: false })
    },
    [router],
  )
  return [search, change]
}
