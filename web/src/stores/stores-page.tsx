import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useRowKeys, useRows } from '../contacts/use-rows.ts'
import { useSelection } from '../contacts/use-selection.ts'
import { SampleBar } from '../first-run/sample-notice.tsx'
import { paths } from '../paths.ts'
import { storeSearchGroups } from '../search/filters.ts'
import { SearchPage, useFilterSheet } from '../search/search-page.tsx'
import { useSearch } from '../search/use-search.ts'
import { pagingOf } from '../ui/endless-table.tsx'
import { sortRows, useTableLayout } from '../ui/table-layout.ts'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { ViewMenu } from '../ui/view-menu.tsx'
import { storeColumns, storeValue } from './store-columns.ts'
import { StoreSelection } from './store-selection.tsx'
import { StoreSkeletons, StoreTable } from './store-table.tsx'

export function StoresPage() {
  const found = useSearch('searchStores', storeSearchGroups)
  const layout = useTableLayout('stores', storeColumns)
  const stores = useMemo(() => sortRows(found.rows, layout.sort, storeValue), [found.rows, layout.sort])
  const navigate = useNavigate()
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  const isNarrow = useIsNarrow()
  const { selection, toggle, toggleAll, clear } = useSelection(stores)
  const rows = useRows(stores, found.search)
  const openAt = (index: number) => stores[index] && void navigate({ to: paths.store(stores[index].domain) })
  useRowKeys({ rows: { ...rows, openAt }, selection: { toggle, clear }, more: { '/': sheet.goTo } })
  return (
    <SearchPage
      search={found}
      panel={panel}
      sheet={sheet}
      skeletons={<StoreSkeletons count={14} />}
      view={<ViewMenu layout={layout} isCard={isNarrow} />}
      bar={
        found.isSample ? (
          <SampleBar selected={selection.size} noun="store" onClear={clear} />
        ) : (
          <StoreSelection domains={[...selection.values()].map(({ domain }) => domain)} onClear={clear} />
        )
      }
    >
      <StoreTable
        stores={stores}
        layout={layout}
        total={found.isSample ? stores.length : (found.first?.total ?? 0)}
        selection={selection}
        current={rows.current}
        isCard={isNarrow}
        paging={pagingOf(found.results)}
        onSelect={toggle}
        onSelectAll={toggleAll}
        onOpen={openAt}
      />
    </SearchPage>
  )
}
