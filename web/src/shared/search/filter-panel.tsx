import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useState } from 'react'
import { taxonomyQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { SearchParams } from '../search-params.ts'
import { keysOf } from './filter-params.ts'
import type { Filter, FilterGroup } from './filters.ts'
import { FlagFilter, RangeFilter, ValuesField, WordsFilter } from './simple-filters.tsx'
import type { CountsByFacet } from './use-search.ts'
import { ValueFilterList } from './value-filter-list.tsx'
import { WithinFilter } from './within-filter.tsx'

// Loaded when their groups are opened.
const ListFilter = lazy(async () => ({ default: (await import('./list-filter.tsx')).ListFilter }))
const OwnerFilter = lazy(async () => ({ default: (await import('./owner-filter.tsx')).OwnerFilter }))
const ChangesFilter = lazy(async () => ({ default: (await import('./changes-filter.tsx')).ChangesFilter }))

type FilterPanelProps = {
  groups: readonly FilterGroup[]
  search: SearchParams
  onChange: (change: SearchParams) => void
  counts: CountsByFacet
  /** The counts are shares in percent, as they are without a plan. */
  areShares: boolean
}

export const FilterPanel = memo(function FilterPanel({
  groups,
  search,
  onChange,
  counts,
  areShares,
}: FilterPanelProps) {
  const { data: taxonomy } = useQuery(taxonomyQuery)
  const renderFilter = (filter: Filter) => {
    const shared = { search, onChange }
    switch (filter.kind) {
      case 'flag':
        return <FlagFilter key={filter.key} filter={filter} {...shared} />
      case 'query':
        // It has its own place, at the top.
        return null
      case 'words':
        return <WordsFilter key={filter.key} filter={filter} {...shared} />
      case 'range':
        return <RangeFilter key={filter.key} filter={filter} {...shared} />
      case 'domains':
      case 'tags':
        return <ValuesField key={filter.key} filter={filter} {...shared} />
      case 'list':
        return (
          <Suspense key={filter.key}>
            <ListFilter filter={filter} {...shared} />
          </Suspense>
        )
      case 'member':
        return (
          <Suspense key={filter.key}>
            <OwnerFilter filter={filter} {...shared} />
          </Suspense>
        )
      case 'within':
        return <WithinFilter key={filter.key} filter={filter} {...shared} />
      case 'changes':
        return taxonomy ? (
          <Suspense key={filter.key} fallback={<ListSkeleton />}>
            <ChangesFilter
              filter={filter}
              taxonomy={taxonomy}
              counts={counts.get(filter.facet)}
              areShares={areShares}
              {...shared}
            />
          </Suspense>
        ) : (
          <ListSkeleton key={filter.key} />
        )
      default:
        return taxonomy ? (
          <ValueFilterList
            key={filter.key}
            filter={filter}
            values={taxonomy[filter.taxonomy]}
            counts={filter.facet && counts.get(filter.facet)}
            areShares={areShares}
            {...shared}
          />
        ) : (
          <ListSkeleton key={filter.key} />
        )
    }
  }
  return (
    <div className="divide-y">
      {groups
        .filter(({ title }) => title !== '')
        .map((group) => (
          <FilterGroupFold key={group.title} group={group} search={search}>
            {() =>
              group.filters.map((filter) =>
                // Two lists under one head would run into each other.
                'taxonomy' in filter && group.filters.length > 1 ? (
                  <div key={filter.key} className="mt-2 first:mt-0">
                    <p aria-hidden="true" className="text-table text-ink-soft">
                      {filter.label}
                    </p>
                    {renderFilter(filter)}
                  </div>
                ) : (
                  renderFilter(filter)
                ),
              )
            }
          </FilterGroupFold>
        ))}
    </div>
  )
})

const ListSkeleton = () => (
  <div className="flex flex-col gap-2 py-1">
    {[72, 56, 80, 48].map((width) => (
      <Skeleton key={width} className="h-4" />
    ))}
  </div>
)

function FilterGroupFold({
  group,
  search,
  children,
}: {
  group: FilterGroup
  search: SearchParams
  children: () => React.ReactNode
}) {
  const active = group.filters.flatMap(keysOf).filter((key) => search[key] !== undefined).length
  const [isOpen, setOpen] = useState(group.isOpen || active > 0)
  return (
    <section>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex h-10 w-full items-center gap-2 px-4 text-table font-medium hover:bg-hover"
        >
          <span className="flex-1 text-left">{group.title}</span>
          {active > 0 && <span aria-hidden="true" className="size-1.5 rounded-full bg-ink" />}
          <Icon
            name="chevronDown"
            size={14}
            className={`text-ink-faint transition-transform duration-100 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {isOpen && <div className="px-4 pb-3">{children()}</div>}
    </section>
  )
}
