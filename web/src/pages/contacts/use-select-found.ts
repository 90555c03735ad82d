import { useEffect, useState } from 'react'
import type { ContactRow } from '../../shared/contacts/contact-columns.tsx'
import type { FoundSelection, SelectFound } from '../../shared/contacts/selection.ts'
import { toRequest } from '../../shared/search/filter-params.ts'
import type { Search } from '../../shared/search/use-search.ts'
import type { Table } from '../../ui/table/use-table.ts'

/** What one job takes. */
const jobMax = 10_000

/**
 * Everything that a search found, beyond the rows that are loaded: offered once all of those are selected. It lasts until
 * a row is left out, or another search begins.
 */
export function useSelectFound(
  { search, groups, results, first, rows }: Search<'searchContacts'>,
  { selection, select }: Pick<Table<ContactRow>, 'selection' | 'select'>,
): { selectFound: SelectFound | null; found: FoundSelection | null } {
  const [chosen, setChosen] = useState<{ search: unknown; loaded: number } | null>(null)
  const total = first?.total ?? 0
  const isAllLoaded = selection.size > 0 && rows.every(({ id }) => selection.has(id))
  const isChosen = chosen !== null && chosen.search === search && selection.size >= chosen.loaded
  // Rows that are loaded by scrolling belong to it.
  useEffect(() => {
    if (!isChosen || rows.length <= chosen.loaded) return
    setChosen({ search, loaded: rows.length })
    select(rows)
  }, [isChosen, chosen, rows, search, select])
  if (isChosen) {
    const { person, ...others } = toRequest(groups, search)
    // What is revealed already is left alone: it costs nothing, and there is nothing to do for it.
    const source = { search: { ...others, person: { ...person, revealed: false } }, max: jobMax }
    return { selectFound: null, found: { source, count: Math.min(total, jobMax) } }
  }
  const isOffered = isAllLoaded && results.hasNextPage && !!first
  const start = () => setChosen({ search, loaded: rows.length })
  const selectFound = isOffered ? { count: Math.min(total, jobMax), isAll: total <= jobMax, start } : null
  return { selectFound, found: null }
}
