import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { limits } from '../../api/limits.ts'
import { SampleBar } from '../../shared/first-run/lazy-sample.tsx'
import { listKey } from '../../shared/lists/list-key.ts'
import { paths } from '../../shared/paths.ts'
import { storeSearchGroups } from '../../shared/search/filters.ts'
import { useSearch } from '../../shared/search/use-search.ts'
import { SearchPage, useFilterSheet } from '../../shared/search-page/search-page.tsx'
import { useSelectFound } from '../../shared/search-page/use-select-found.ts'
import { FoundStores } from '../../shared/stores/found-stores.tsx'
import { type Store, storeTable } from '../../shared/stores/store-columns.tsx'
import { StoreSelection } from '../../shared/stores/store-selection.tsx'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { useStatusKeys } from '../../shared/work/status-keys.ts'
import type { WorkItem } from '../../shared/work/work.ts'
import { pagingOf } from '../../ui/table/endless-table.tsx'
import { Table } from '../../ui/table/table.tsx'
import { type Opening, useTable } from '../../ui/table/use-table.ts'
import { ViewMenu } from '../../ui/table/view-menu.tsx'

const toItem = ({ id }: Store): WorkItem => ({ kind: 'store', id })

export function StoresPage() {
  const found = useSearch('searchStores', storeSearchGroups)
  const layout = useOwnLayout('stores', storeTable.columns)
  const navigate = useNavigate()
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  // A store has a page of its own.
  const opening = useMemo(
    (): Opening<Store> => ({
      id: null,
      show: ({ domain, synthetic }) => !synthetic && void navigate({ to: paths.store(domain) }),
      close: () => {},
    }),
    [navigate],
  )
  const statusKeys = useStatusKeys(toItem)
  const table = useTable<Store>({
    spec: storeTable,
    layout,
    rows: found.rows,
    place: found.search,
    opening,
    serverSort: found.serverSort,
    keys: { '/': sheet.goTo, ...(!found.isSample && { ...statusKeys, ...listKey }) },
  })
  const { selected, clear } = table
  const { selectFound, count } = useSelectFound(found, table, limits.rowsPerJobMax)
  return (
    <SearchPage
      search={found}
      panel={panel}
      sheet={sheet}
      table={table}
      view={<ViewMenu layout={layout} isCard={table.isCard} isSorted />}
      bar={
        found.isSample ? (
          <SampleBar selected={selected.length} noun="store" onClear={clear} />
        ) : count !== null ? (
          <FoundStores found={found} count={count} onClear={clear} />
        ) : (
          <StoreSelection stores={selected} selectFound={selectFound} onClear={clear} />
        )
      }
    >
      <Table
        table={table}
        total={found.isSample ? table.rows.length : (found.first?.total ?? 0)}
        paging={pagingOf(found.results)}
      />
    </SearchPage>
  )
}
