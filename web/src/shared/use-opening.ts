import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Opening } from '../ui/table/use-table.ts'
import { firstOf, parseSearch, type SearchParams, stringifySearch } from './search-params.ts'

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
  // From the history, which has the address at once. The router takes its time, and draws the page again for each of its steps.
  const { history } = router
  const inAddress = useSyncExternalStore(history.subscribe, () => openIn(parseSearch(history.location.search)))
  // Back takes the browser a moment.
  const [isLeaving, setLeaving] = useState(false)
  if (isLeaving && inAddress === null) setLeaving(false)
  const id = isLeaving ? null : inAddress
  const go = useCallback(
    (open: string | null, isOpenedHere: boolean, replace: boolean) => {
      setLeaving(false)
      const { pathname, search } = router.latestLocation
      const href = pathname + stringifySearch({ ...search, open: open ?? undefined })
      void router.navigate({ href, replace, resetScroll: false, state: { isOpenedHere } })
    },
    [router],
  )
  const show = useCallback(
    (row: Row) => {
      const { search, state } = router.latestLocation
      const isOpen = openIn(search) !== null
      go(row.id, isOpen ? (state.isOpenedHere ?? false) : true, isOpen)
    },
    [router, go],
  )
  const close = useCallback(() => {
    if (!router.latestLocation.state.isOpenedHere) return go(null, false, true)
    setLeaving(true)
    history.back()
  }, [router, history, go])
  return useMemo(() => ({ id, show, close }), [id, show, close])
}
