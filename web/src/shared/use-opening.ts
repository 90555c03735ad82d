import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Opening } from '../ui/table/use-table.ts'
import { firstOf, type SearchParams, stringifySearch } from './search-params.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the same page without the details. */
    isOpenedHere?: boolean
  }
}

/**
 * The details of a row have an address, `?open=ct_live_…`: a link opens them, Back closes them, and a reload keeps them.
 * Opening is a step in the history; moving on to another row replaces it, so that one step back always closes.
 */
export function useOpening<Row extends { id: string }>(): Opening<Row> {
  const router = useRouter()
  const id = firstOf((useSearch({ strict: false }) as SearchParams).open) ?? null
  const go = useCallback(
    (open: string | undefined, isOpenedHere: boolean, replace: boolean) => {
      const { pathname, search } = router.latestLocation
      const href = pathname + stringifySearch({ ...search, open })
      void router.navigate({ href, replace, resetScroll: false, state: { isOpenedHere } })
    },
    [router],
  )
  const show = useCallback(
    (row: Row) => {
      const { search, state } = router.latestLocation
      const isOpen = (search as SearchParams).open !== undefined
      go(row.id, isOpen ? (state.isOpenedHere ?? false) : true, isOpen)
    },
    [router, go],
  )
  const close = useCallback(() => {
    if (router.latestLocation.state.isOpenedHere) router.history.back()
    else go(undefined, false, true)
  }, [router, go])
  return useMemo(() => ({ id, show, close }), [id, show, close])
}
