import { useEffect, useRef, useState } from 'react'
import type { Search } from '../search/use-search.ts'
import type { ContactPreview } from './contact-preview.ts'

const selectedMax = 500

/** Beyond the rows that are loaded: all that a search found, or as many as fit one selection. */
export type SelectFound = { count: number; isAll: boolean; isLoading: boolean; start: () => void }

/** Offered once all rows that are loaded are selected and there are more of them. */
export function useSelectFound(
  { search, results, first, rows }: Search<'searchContacts'>,
  selection: ReadonlyMap<string, ContactPreview>,
  select: (contacts: readonly ContactPreview[]) => void,
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
