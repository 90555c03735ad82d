import { useEffect, useState } from 'react'
import type { Table } from '../../ui/table/use-table.ts'
import type { Search, SearchId } from '../search/use-search.ts'

/** Beyond the rows that are loaded: everything that the search found, or as much of it as a job takes. */
export type SelectFound = { count: number; isAll: boolean; start: () => void }

/**
 * Everything that a search found, beyond the rows that are loaded: offered once all of those are selected. It lasts until
 * a row is left out, or another search begins. `count`: how many it is then; null while only rows are selected.
 */
export function useSelectFound<Id extends SearchId, Row extends { id: string }>(
  {
    search,
    serverSort,
    excluded,
    results,
    first,
    rows,
  }: Pick<Search<Id>, 'search' | 'serverSort' | 'excluded' | 'first'> & {
    results: { hasNextPage: boolean }
    rows: readonly Row[]
  },
  { selection, select }: Pick<Table<Row>, 'selection' | 'select'>,
  /** What one job takes. */
  jobMax: number,
  /** Whether all of it is selected to begin with. */
  begin: () => boolean = () => false,
): { selectFound: SelectFound | null; count: number | null } {
  const sort = serverSort.current
  const [chosen, setChosen] = useState<{ search: unknown; sort: string | null; loaded: number } | null>(() =>
    begin() ? { search, sort, loaded: selection.size } : null,
  )
  const total = first?.total ?? 0
  const isAllLoaded = selection.size > 0 && rows.every(({ id }) => selection.has(id))
  const isChosen =
    chosen !== null && chosen.search === search && chosen.sort === sort && selection.size >= chosen.loaded
  // Rows that are loaded by scrolling belong to it.
  useEffect(() => {
    if (!isChosen || rows.length <= chosen.loaded) return
    setChosen({ search, sort, loaded: rows.length })
    select(rows)
  }, [isChosen, chosen, rows, search, sort, select])
  const count = Math.min(total, jobMax)
  if (isChosen) return { selectFound: null, count: first ? count : null }
  // Jobs leave excluded ones out: where these are shown, all would not be all.
  const isOffered = isAllLoaded && results.hasNextPage && !!first && !excluded.isShown
  const start = () => setChosen({ search, sort, loaded: rows.length })
  return { selectFound: isOffered ? { count, isAll: total <= jobMax, start } : null, count: null }
}
