import { lazy, type ReactNode, type RefObject, Suspense, useDeferredValue, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { retryOf } from '../../ui/table/endless-table.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import type { TableSpec } from '../../ui/table/table-spec.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { useTitle } from '../../ui/use-title.ts'
import { LeftOut } from '../exclusions/left-out.tsx'
import { SampleNotice } from '../first-run/lazy-sample.tsx'
import { isWithoutPlan, PageWithoutPlan, SearchFailed } from '../first-run/without-plan.tsx'
import { useFolded } from '../folding.ts'
import { aboutTotal, plural } from '../format.ts'
import { SavedSearchesMenu } from '../saved-searches/saved-searches-menu.tsx'
import { Chips } from '../search/chips.tsx'
import { FilterPanel } from '../search/filter-panel.tsx'
import { toRequest } from '../search/filter-params.ts'
import { NameField } from '../search/name-field.tsx'
import type { Search, SearchId } from '../search/use-search.ts'
import { SearchHeader } from './search-header.tsx'
import { SortMenu } from './sort-menu.tsx'

// Loaded when somebody looks at them.
const ResultCharts = lazy(async () => ({ default: (await import('./result-charts.tsx')).ResultCharts }))
// Loaded when needed: most searches find something.
const NothingFound = lazy(async () => ({ default: (await import('./nothing-found.tsx')).NothingFound }))

const words = {
  searchContacts: { title: 'Contacts', noun: 'contact', searches: 'contacts' },
  searchStores: { title: 'Stores', noun: 'store', searches: 'stores' },
} as const

/** Whether the filters are open where there is no space for them next to the results. */
export function useFilterSheet(panel: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const [, fold] = useFolded('filters')
  return {
    isOpen,
    setOpen,
    /** To the search field, or else to the filters, wherever they are. */
    goTo: () => {
      const field = document.querySelector<HTMLInputElement>('[data-search-field]')
      if (field) field.focus()
      else if (isNarrow) setOpen(true)
      else {
        fold(false)
        requestAnimationFrame(() => panel.current?.querySelector('input')?.focus())
      }
    },
  }
}

/** Filters, the exact total, and the table: the frame of both searches. */
export function SearchPage<Id extends SearchId>({
  search: found,
  panel,
  sheet,
  table,
  view,
  bar,
  aside,
  children,
}: {
  search: Search<Id>
  panel: RefObject<HTMLElement | null>
  sheet: ReturnType<typeof useFilterSheet>
  table: { spec: TableSpec<never>; isCard: boolean }
  view?: ReactNode
  bar?: ReactNode
  aside?: ReactNode
  /** The table, once there are rows for it. */
  children: ReactNode
}) {
  const isNarrow = useIsNarrow()
  const [isFolded, fold] = useFolded('filters')
  const { id, groups, search, change, results, first, isSample } = found
  // The total and the rows come first: the counts next to the filters, hundreds of elements, are drawn after them.
  const counts = useDeferredValue(found.counts)
  const { title, noun, searches } = words[id]
  useTitle(title)
  const filters = <FilterPanel groups={groups} search={search} onChange={change} counts={counts} areShares={isSample} />
  if (isWithoutPlan(results.error)) return <PageWithoutPlan title={title} />
  return (
    <main className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{title}</h1>
      <SearchHeader
        total={first?.total}
        noun={noun}
        note={
          !isSample && (
            <LeftOut
              id={id}
              request={toRequest(groups, search)}
              isShown={found.excluded.isShown}
              onShow={found.excluded.show}
            />
          )
        }
        isAbout={isSample}
        hasFailed={results.error !== null}
        isStale={results.isPlaceholderData}
        onFilters={isNarrow ? () => sheet.setOpen(true) : () => fold(!isFolded)}
        areFiltersOpen={!isNarrow && !isFolded}
        view={
          <>
            {!isSample && <SortMenu id={id} serverSort={found.serverSort} />}
            {first?.facets && <InsightsToggle />}
            {view}
          </>
        }
        field={<NameField groups={groups} search={search} onChange={change} />}
        saved={<SavedSearchesMenu searches={searches} search={search} sort={found.serverSort.current} />}
      />
      <div className="relative flex min-h-0 flex-1">
        {!isNarrow && !isFolded && (
          <aside
            ref={panel}
            aria-label="Filters"
            className="hairline-scroll w-70 shrink-0 overflow-y-auto border-r bg-surface contain-strict"
          >
            {filters}
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {/* Not above the filters: what was just clicked would move. */}
          <Chips groups={groups} search={search} onChange={change} />
          <Results search={found} skeletons={<TableSkeletons {...table} count={14} />}>
            {children}
          </Results>
        </div>
        {aside}
      </div>
      {bar}
      {sheet.isOpen && (
        <Sheet
          title="Filters"
          side="left"
          onClose={() => sheet.setOpen(false)}
          footer={
            <Button look="primary" size="large" className="w-full" onClick={() => sheet.setOpen(false)}>
              {first && !isSample ? `Show ${plural(first.total, noun)}` : `Show ${noun}s`}
            </Button>
          }
        >
          {filters}
        </Sheet>
      )}
    </main>
  )
}

/** What the search found: charts and rows, or why there are none. */
function Results<Id extends SearchId>({
  search: found,
  skeletons,
  children,
}: {
  search: Search<Id>
  skeletons: ReactNode
  children: ReactNode
}) {
  const { id, groups, search, change, results, first, rows, isSample } = found
  const [isWithoutCharts] = useFolded('insights')
  const { noun } = words[id]
  return (
    <>
      {isSample && first && (
        <SampleNotice
          found={`${aboutTotal(first.total)} ${noun}s`}
          rows={rows.length}
          isFiltered={Object.keys(search).length > 0}
        />
      )}
      {!isWithoutCharts && first?.facets && Object.keys(first.facets).length > 0 && (
        <Suspense>
          <ResultCharts
            facets={first.facets}
            total={isSample ? null : first.total}
            groups={groups}
            search={search}
            onChange={change}
          />
        </Suspense>
      )}
      {results.error && <SearchFailed error={results.error} onRetry={() => retryOf(results)} />}
      {results.isPending && (
        <>
          <div aria-hidden="true" className="h-9 shrink-0 border-b" />
          {skeletons}
        </>
      )}
      <Suspense>
        {first && rows.length === 0 && !results.isPlaceholderData && <NothingFound search={found} noun={noun} />}
      </Suspense>
      {rows.length > 0 && children}
    </>
  )
}

function InsightsToggle() {
  const [isHidden, hide] = useFolded('insights')
  return (
    <Button icon="chart" look="quiet" aria-pressed={!isHidden} onClick={() => hide(!isHidden)}>
      <span className="max-xl:sr-only">Insights</span>
    </Button>
  )
}
