import { useEffect, useRef, useState } from 'react'
import type { ContactRow } from '../../shared/contacts/contact-columns.tsx'
import type { SelectFound } from '../../shared/contacts/selection-bar.tsx'
import type { Search } from '../../shared/search/use-search.ts'
import type { Table } from '../../ui/table/use-table.ts'

const selectedMax = 500

/** Offered once all rows that are loaded are selected and there are more of them. */
export function useSelectFound(
  { search, results, first, rows }: Search<'searchContacts'>,
  { selection, select }: Pick<Table<ContactRow>, 'selection' | 'select'>,
): SelectFound | null {
  const [isLoading, setLoading] = useState(false)
  const current = useRef(search)
  useEffect(() => {
    current.current = search
  }, [search])
  const start = async () => {
    setLoading(true)
    let loaded = await results.fetchNextPage()
    const count = () => loaded.data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0
    while (!loaded.isError && loaded.hasNextPage && count() < selectedMax) loaded = await results.fetchNextPage()
    setLoading(false)
    // Another search has begun meanwhile: nothing of this one is wanted.
    if (current.current !== search) return
    select((loaded.data?.pages ?? []).flatMap((page) => page.data).slice(0, selectedMax))
  }
  const isOffered =
    isLoading || (selection.size > 0 && results.hasNextPage && rows.every(({ id }) => selection.has(id)) && !!first)
  if (!isOffered || rows.length >= selectedMax) return null
  const total = first?.total ?? 0
  return { count: Math.min(total, selectedMax), isAll: total <= selectedMax, isLoading, start: () => void start() }
}
