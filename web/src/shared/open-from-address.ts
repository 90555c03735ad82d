import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Rows } from '../ui/table/use-rows.ts'
import { oneOf, type SearchParams, stringifySearch } from './search-params.ts'

/**
 * A link can name the row whose details it opens: `?open=ct_live_…`. The address says so for as long as they are open, so
 * that it can be shared and reloaded, and forgets it when they are closed or another row is opened.
 */
export function useOpenFromAddress<Row extends { id: string }>(list: readonly Row[], rows: Rows<Row>): void {
  const router = useRouter()
  const wanted = oneOf((useSearch({ strict: false }) as SearchParams).open)
  /** What was opened from the address, and whether its details are there already. */
  const opened = useRef<{ id: string; isShown: boolean } | null>(null)
  const { open, openAt } = rows
  useEffect(() => {
    if (wanted === undefined || wanted === opened.current?.id) return
    const index = list.findIndex(({ id }) => id === wanted)
    if (index === -1) return
    opened.current = { id: wanted, isShown: false }
    openAt(index)
  }, [list, wanted, openAt])
  const openId = open?.id
  useEffect(() => {
    if (opened.current === null) return
    if (openId === opened.current.id) opened.current.isShown = true
    else if (opened.current.isShown && wanted === opened.current.id) {
      opened.current = null
      const { pathname, search } = router.latestLocation
      const href = pathname + stringifySearch({ ...search, open: undefined })
      void router.navigate({ href, replace: true, resetScroll: false })
    }
  }, [openId, wanted, router])
}
