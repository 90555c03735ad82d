import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLate } from '../../ui/use-late.ts'
import { aboutTotal, formatCount } from '../format.ts'

/** The total in large figures, and what it is the total of. It begins where every page's title begins. */
export function SearchHeader({
  total,
  noun,
  note,
  isAbout,
  isStale,
  hasFailed,
  onFilters,
  areFiltersOpen,
  field,
  view,
  saved,
}: {
  total: number | undefined
  noun: string
  /** Whom the total does not count. */
  note: ReactNode
  /** Rounded, as it is without a plan. */
  isAbout: boolean
  isStale: boolean
  hasFailed: boolean
  onFilters: () => void
  areFiltersOpen: boolean
  /** Where a name is typed. */
  field: ReactNode
  view: ReactNode
  saved: ReactNode
}) {
  // The total of the filters before must not be taken for that of these.
  const isLate = useLate(isStale)
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2 max-sm:gap-x-2">
      {/* On a phone the buttons are one line below, whatever the total is. */}
      <div className="flex items-center justify-between gap-3 max-md:basis-full">
        <p role="status" aria-live="polite" className="flex items-baseline gap-2">
          {total === undefined ? (
            !hasFailed && <Skeleton className="h-7 w-40" />
          ) : (
            <>
              <span
                data-testid="total"
                data-stale={isStale}
                className={`figures text-[22px] leading-8 font-semibold tracking-[-0.02em] whitespace-nowrap ${isLate ? 'text-ink-faint' : ''}`}
              >
                {isAbout ? aboutTotal(total) : formatCount(total)}
              </span>
              <span className="text-ink-faint">{isLate ? 'before, counting' : total === 1 ? noun : `${noun}s`}</span>
            </>
          )}
        </p>
        {note}
      </div>
      {/* There the field has a line of its own, too. */}
      <div className="max-md:order-last max-md:basis-full md:ml-auto">{field}</div>
      <Button
        icon="filter"
        look={areFiltersOpen ? 'quiet' : 'secondary'}
        aria-expanded={areFiltersOpen}
        onClick={onFilters}
      >
        <span className="max-md:sr-only">Filters</span>
      </Button>
      {view}
      {saved}
    </div>
  )
}
