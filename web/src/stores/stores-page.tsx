import { useRef } from 'react'
import { storeSearchGroups } from '../search/filters.ts'
import { SearchPage, useFilterSheet } from '../search/search-page.tsx'
import { useSearch } from '../search/use-search.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { pagingOf } from '../ui/endless-table.tsx'
import { StoreSkeletons, StoreTable } from './store-table.tsx'

export function StoresPage() {
  const found = useSearch('searchStores', storeSearchGroups)
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  useShortcut('/', sheet.goTo)
  return (
    <SearchPage search={found} panel={panel} sheet={sheet} skeletons={<StoreSkeletons count={14} />}>
      <StoreTable stores={found.rows} total={found.first?.total ?? 0} paging={pagingOf(found.results)} />
    </SearchPage>
  )
}
