import { useMemo, useState } from 'react'
import { SearchFailed } from '../contacts/reveal-notices.tsx'
import { plural } from '../figures.ts'
import { PageWithoutPlan } from '../first-run/first-run-start.tsx'
import { lacksPlan } from '../first-run/use-first-run.ts'
import { SavedSearchesMenu } from '../saved-searches/saved-searches-menu.tsx'
import { Chips } from '../search/chips.tsx'
import { FilterPanel } from '../search/filter-panel.tsx'
import { storeSearchGroups, withoutFilters } from '../search/filters.ts'
import { SearchHeader } from '../search/search-header.tsx'
import { useFacetCounts, useSearchPages } from '../search/use-search.ts'
import { useUrlFilters } from '../search/use-url-filters.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { StoreSkeletons, StoreTable } from './store-table.tsx'

export function StoresPage() {
  const [search, change] = useUrlFilters(storeSearchGroups)
  const results = useSearchPages('searchStores', storeSearchGroups, search)
  const first = results.data?.pages[0]
  const countsOf = useFacetCounts('searchStores', storeSearchGroups, search, first?.facets)
  const stores = useMemo(() => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  const [isFiltering, setFiltering] = useState(false)
  const isNarrow = useIsNarrow()
  const panel = <FilterPanel groups={storeSearchGroups} search={search} onChange={change} countsOf={countsOf} />

  if (lacksPlan(results.error)) return <PageWithoutPlan title="Stores" error={results.error} />
  return (
    <main className="flex h-full min-h-0">
      <h1 className="sr-only">Stores</h1>
      {!isNarrow && (
        <aside aria-label="Filters" className="hairline-scroll w-70 shrink-0 overflow-y-auto border-r bg-surface">
          {panel}
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <SearchHeader
          total={first?.total}
          noun="store"
          isStale={results.isPlaceholderData}
          onFilters={isNarrow ? () => setFiltering(true) : undefined}
          saved={<SavedSearchesMenu searches="stores" search={search} />}
        >
          <Chips groups={storeSearchGroups} search={search} onChange={change} />
        </SearchHeader>
        {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
        {results.isPending && <StoreSkeletons count={14} />}
        {first && stores.length === 0 && !results.isPlaceholderData && (
          <EmptyState
            icon="filter"
            title="No store fits all of these filters."
            action={<Button onClick={() => change(withoutFilters(storeSearchGroups))}>Clear all filters</Button>}
          >
            Take one of them away; the counts beside the values say which would find something.
          </EmptyState>
        )}
        {stores.length > 0 && (
          <StoreTable
            stores={stores}
            total={first?.total ?? 0}
            isStale={results.isPlaceholderData}
            hasMore={results.hasNextPage}
            isLoadingMore={results.isFetchingNextPage}
            onLoadMore={results.fetchNextPage}
          />
        )}
      </div>
      {isFiltering && (
        <Sheet
          title="Filters"
          side="left"
          onClose={() => setFiltering(false)}
          footer={
            <Button look="primary" size="large" className="w-full" onClick={() => setFiltering(false)}>
              {first ? `Show ${plural(first.total, 'store')}` : 'Show stores'}
            </Button>
          }
        >
          {panel}
        </Sheet>
      )}
    </main>
  )
}
