import { useEffect, useRef, useState } from 'react'
import { Bar } from '../ui/bar.tsx'
import { Spinner } from '../ui/button.tsx'
import type { Table } from '../ui/table/use-table.ts'
import { formatCount } from './format.ts'

type LoadedPages<Row> = { data: { pages: { data: Row[] }[] } | undefined; hasNextPage: boolean }
type Pages<Row> = LoadedPages<Row> & { fetchNextPage: () => Promise<LoadedPages<Row> & { isError: boolean }> }

/**
 * All means all: rows that nobody has scrolled to are loaded first, at no cost. `loading` counts them while they come.
 * A click meanwhile, or another list, stops it.
 */
export function useSelectAll<Row extends { id: string }>(
  { rows, selection, select, clear }: Pick<Table<Row>, 'rows' | 'selection' | 'select' | 'clear'>,
  results: Pages<Row>,
  place: string,
): { loading: number | null; toggle: () => void } {
  const [loading, setLoading] = useState<number | null>(null)
  const attempt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of another place are other rows
  useEffect(() => stop, [place])
  const stop = () => {
    attempt.current += 1
    setLoading(null)
  }
  const load = async () => {
    const mine = ++attempt.current
    let pages = results.data?.pages ?? []
    for (let hasMore = results.hasNextPage; hasMore; ) {
      setLoading(pages.reduce((sum, page) => sum + page.data.length, 0))
      const loaded = await results.fetchNextPage()
      if (attempt.current !== mine) return
      // Its error is shown above the rows, with the retry.
      if (loaded.isError) return setLoading(null)
      pages = loaded.data?.pages ?? []
      hasMore = loaded.hasNextPage
    }
    setLoading(null)
    select(pages.flatMap((page) => page.data))
  }
  const toggle = () => {
    if (loading !== null) return stop()
    const isAll = !results.hasNextPage && rows.every(({ id }) => selection.has(id))
    if (isAll) clear()
    else void load()
  }
  return { loading, toggle }
}

export const SelectingAll = ({
  loaded,
  purpose = 'Selecting',
}: {
  loaded: number
  purpose?: 'Selecting' | 'Sorting'
}) => (
  <Bar>
    <Spinner />
    <p role="status" className="figures min-w-20 flex-1 text-table font-medium">
      {purpose} all, {formatCount(loaded)} so far
    </p>
  </Bar>
)
