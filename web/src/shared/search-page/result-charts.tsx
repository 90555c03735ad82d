import { useQuery } from '@tanstack/react-query'
import { taxonomyQuery } from '../../api/queries.ts'
import { formatCount, formatShare } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { filtersOf } from '../search/filter-params.ts'
import type { Facet, FilterGroup, ValueFilter } from '../search/filters.ts'
import { listOf, type SearchParams } from '../search-params.ts'
import { ChangeWeeks } from './change-weeks.tsx'

type Counts = { value: string; count: number }[]

/** What a result set is made of, in this order; those that its search does not count are left out. */
const shown: Facet[] = ['country', 'category', 'app', 'traffic_tier']
const barsMax = 6

/** A few small charts of the whole result; a click narrows the search to a bar. */
export function ResultCharts({
  facets,
  total,
  groups,
  search,
  onChange,
}: {
  facets: Partial<Record<Facet, Counts>>
  /** Null: the counts are shares in percent. */
  total: number | null
  groups: readonly FilterGroup[]
  search: SearchParams
  onChange: (change: SearchParams) => void
}) {
  const filters = shown.flatMap((facet) => {
    const filter = filtersOf(groups).find((one): one is ValueFilter => 'facet' in one && one.facet === facet)
    return filter && facets[facet] ? [{ filter, counts: facets[facet] }] : []
  })
  return (
    <section
      aria-label="Insights"
      className="@container max-h-1/2 shrink-0 overflow-y-auto border-b bg-surface px-4 py-3"
    >
      <div className="grid gap-x-6 gap-y-4 @md:grid-cols-2 @2xl:grid-cols-4">
        {filters.map(({ filter, counts }) => (
          <Chart
            key={filter.key}
            filter={filter}
            counts={counts}
            total={total}
            onPick={(value) => {
              const chosen = listOf(search[filter.key])
              onChange({ [filter.key]: chosen.includes(value) ? chosen : [...chosen, value] })
            }}
          />
        ))}
        {facets.change_week && <ChangeWeeks counts={facets.change_week} total={total} />}
      </div>
    </section>
  )
}

/** Tiers mean something in their order, from small to large. */
const inOrderOf = (values: string[], counts: Counts): Counts =>
  [...counts].sort((one, other) => values.indexOf(one.value) - values.indexOf(other.value))

function Chart({
  filter,
  counts,
  total,
  onPick,
}: {
  filter: ValueFilter
  counts: Counts
  total: number | null
  onPick: (value: string) => void
}) {
  const labelOf = useLabelOf()
  const { data: taxonomy } = useQuery(taxonomyQuery)
  const bars = counts.filter(({ count }) => count > 0)
  const most = filter.taxonomy.endsWith('tiers')
    ? inOrderOf(taxonomy?.[filter.taxonomy].map(({ value }) => value) ?? [], bars)
    : [...bars].sort((one, other) => other.count - one.count).slice(0, barsMax)
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-small font-medium text-ink-faint">{filter.label}</h2>
      <ul>
        {most.slice(0, barsMax + 1).map(({ value, count }) => {
          const share = total === null ? count / 100 : total > 0 ? count / total : 0
          const inFull = total === null ? formatShare(share) : `${formatCount(count)} of ${formatCount(total)}`
          return (
            <li key={value}>
              <button
                type="button"
                onClick={() => onPick(value)}
                title={`${labelOf(filter.taxonomy, value)}: ${inFull}`}
                className="relative flex h-6 w-full items-center gap-2 rounded-small px-1.5 text-left text-small hover:bg-hover"
              >
                <span
                  aria-hidden="true"
                  className="absolute inset-y-0.5 left-0 rounded-small bg-bar opacity-60"
                  style={{ width: `${share * 100}%` }}
                />
                <span className="relative min-w-0 flex-1 truncate">{labelOf(filter.taxonomy, value)}</span>
                <span className="figures relative text-ink-faint">{formatShare(share)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
