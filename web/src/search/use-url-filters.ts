import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { SearchParams } from '../search-params.ts'
import { type FilterGroup, pickFilters } from './filters.ts'

/** The query lives in the address: it can be shared, and the back button undoes a filter. */
export function useUrlFilters(groups: readonly FilterGroup[]): [SearchParams, (change: SearchParams) => void] {
  const all = useSearch({ strict: false }) as SearchParams
  const search = useMemo(() => pickFilters(groups, all), [groups, all])
  const navigate = useNavigate()
  const change = useCallback(
    (changed: SearchParams) =>
      void navigate({
        to: '.',
        search: (before: SearchParams) => ({ ...before, ...changed }) as never,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, change]
}
