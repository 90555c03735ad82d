import { useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Body } from '../../api/call.ts'
import { sortOf } from '../../shared/search/sorts.ts'
import { type SearchParams, stringifySearch } from '../../shared/search-params.ts'
import type { ServerSort } from '../../ui/table/use-table.ts'

export type StoreSort = NonNullable<Body<'searchStores'>['sort']>

/** The order of a list of stores is in the address, like that of a search. */
export function useListSort(): ServerSort & { current: StoreSort | null } {
  const router = useRouter()
  const current = sortOf('storesOfList', useSearch({ strict: false }) as SearchParams) as StoreSort | null
  return useMemo(
    () => ({
      current,
      choose(name) {
        const { pathname, search } = router.latestLocation
        const address = pathname + stringifySearch({ ...search, sort: name ?? undefined })
        void router.navigate({ href: address, resetScroll: false })
      },
    }),
    [router, current],
  )
}
