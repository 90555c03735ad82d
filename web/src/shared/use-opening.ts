import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Opening } from '../ui/table/use-table.ts'
import { firstOf, type SearchParams, stringifySearch } from './search-params.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the same page without the details. */
    isOpenedHere?: boolean
  }
}

const openIn = (search: SearchParams): string | null => firstOf(search.open) ?? null

/**
 * The details of a row have an address, `?open=ct_live_…`: a link opens them, Back closes them, and a reload keeps them.
 * Opening is a step in the history; moving on to another row replaces it, so that one step back always closes.
 */
export function useOpening<Row extends { id: string }>(): Opening<Row> {
  const router = useRouter()
  const inAddress = openIn(useSearch({ strict: false }))
  // The router takes its time: details come and go at once, and the address follows.
  const [ahead, setAhead] = useState<{ id: string | null } | null>(null)
  if (ahead?.id === inAddress) setAhead(null)
  const id = ahead ? ahead.id : inAddress
  const go = useCallback(
    async (open: string | null, isOpenedHere: boolean, replace: boolean) => {
      const mine = { id: open }
      setAhead(mine)
      const { pathname, search } = router.latestLocation
      const href = pathname + stringifySearch({ ...search, open: open ?? undefined })
      await router.navigate({ href, replace, resetScroll: false, state: { isOpenedHere } })
      setAhead((latest) => (latest === mine ? null : latest))
    },
    [router],
  )
  const show = useCallback(
    (row: Row) => {
      const { search, state } = router.latestLocation
      const isOpen = openIn(search) !== null
      void go(row.id, isOpen ? (state.isOpenedHere ?? false) : true, isOpen)
    },
    [router, go],
  )
  const close = useCallback(() => {
    if (!router.latestLocation.state.isOpenedHere) return void go(null, false, true)
    setAhead({ id: null })
    router.history.back()
  }, [router, go])
  return useMemo(() => ({ id, show, close }), [id, show, close])
}
