import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { SampleBar } from '../../shared/first-run/sample-notice.tsx'
import { paths } from '../../shared/paths.ts'
import { storeSearchGroups } from '../../shared/search/filters.ts'
import { useSearch } from '../../shared/search/use-search.ts'
import { SearchPage, useFilterSheet } from '../../shared/search-page/search-page.tsx'
import { StoreSelection } from '../../shared/stores/store-selection.tsx'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { sortRows } from '../../ui/table/table-layout.ts'
import { useRowKeys, useRows } from '../../ui/table/use-rows.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { storeColumns, storeValue } from './store-columns.ts'
import { StoreSkeletons, StoreTable } from './store-table.tsx'

export function StoresPage() {
  const found = useSearch('searchStores', storeSearchGroups)
  const layout = useOwnLayout('stores', storeColumns)
  const stores = useMemo(() => sortRows(found.rows, layout.sort, storeValue), [found.rows, layout.sort])
  const navigate = useNavigate()
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  const isNarrow = useIsNarrow()
  const { selection, toggle, toggleAll, clear } = useSelection(stores)
  const rows = useRows(stores, found.search)
  const openAt = (index: number) => {
    const store = stores[index]
    if (store && !found.isSample) void navigate({ to: paths.store(store.domain) })
  }
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
