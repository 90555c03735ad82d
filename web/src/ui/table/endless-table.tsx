import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLate } from '../use-late.ts'
import type { TableLayout } from './table-layout.ts'
import { focusRow } from './table-row.tsx'

/** What an endless query says of its pages, in the table's words. */
export type Paging = { isStale: boolean; hasMore: boolean; isLoadingMore: boolean; onLoadMore: () => void }

export const pagingOf = (results: {
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}): Paging => ({
  isStale: results.isPlaceholderData,
  // A page that failed is not asked for again and again: its error offers the retry.
  hasMore: results.hasNextPage && !results.isFetchNextPageError,
  isLoadingMore: results.isFetchingNextPage,
  onLoadMore: results.fetchNextPage,
})

/** What the retry of a failed query does: the pages that are there stay. */
export const retryOf = (results: {
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}): void => void (results.isFetchNextPageError ? results.fetchNextPage() : results.refetch())

type EndlessTableProps<Row> = {
  label: string
  /** A grid has rows that can be chosen by keys; a table is only read. */
  role?: 'grid' | 'table'
  rows: readonly Row[]
  /** Null when it is not known before the last page. */
  total: number | null
  /** The least: a row whose email wraps is higher. */
  rowHeight: number
  /** Without one, rows lay themselves out. */
  layout?: TableLayout
  paging: Paging
  /** The row that the keys are on. */
  current?: number
  head: ReactNode
  /** Shown below while the next page is on its way. */
  skeletons: ReactNode
  children: (row: Row, index: number) => ReactNode
}

/** The next page is asked for while this many rows are still below the screen. */
const lookAheadRows = 3

/** Holds only the rows in sight, and asks for more before the last one is reached. */
export function EndlessTable<Row extends { id: string }>(props: EndlessTableProps<Row>) {
  const {
    label,
    role = 'grid',
    rows,
    total,
    rowHeight,
    layout,
    paging,
    current = -1,
    head,
    skeletons,
    children,
  } = props
  const { isStale, hasMore, isLoadingMore, onLoadMore } = paging
  const isLate = useLate(isStale)
  const scroller = useRef<HTMLDivElement>(null)
  const keyOf = useCallback((index: number): string => rows[index]?.id ?? '', [rows])
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The browser reports heights after it has laid the page out. Asking a row would make it do so at once, row by row.
    measureElement: (row, entry, { itemSizeCache, indexFromElement }) =>
      entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(keyOf(indexFromElement(row))) ?? rowHeight,
    getItemKey: keyOf,
    overscan: 6,
    scrollPaddingStart: 36,
    scrollPaddingEnd: 72,
  })
  // Without the overscan: rows nobody has scrolled to are not asked for.
  const last = shown.range?.endIndex ?? 0
  useEffect(() => {
    if (hasMore && !isLoadingMore && !isStale && last >= rows.length - lookAheadRows) onLoadMore()
  }, [hasMore, isLoadingMore, isStale, last, rows.length, onLoadMore])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other row heights need other measures
  useEffect(() => shown.measure(), [rowHeight])

  // The keyboard's row is kept in sight.
  const followed = useRef(current)
  useEffect(() => {
    if (followed.current === current || current < 0) return
    followed.current = current
    // With the next frame: at once, the browser would have to lay out what is only half drawn.
    requestAnimationFrame(() => {
      shown.scrollToIndex(current)
      focusRow(scroller.current, current)
    })
  })

  return (
    <div
      ref={scroller}
      className="hairline-scroll @container min-h-0 flex-1 overflow-auto contain-strict"
      style={layout && ({ '--columns': layout.template } as CSSProperties)}
    >
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of these roles support all of it */}
      <div
        role={role}
        aria-label={label}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-multiselectable={role === 'grid' ? true : undefined}
        aria-busy={isStale}
        style={layout && { minWidth: layout.minWidth }}
      >
        <div role="rowgroup" className="sticky top-0 z-10 bg-canvas text-small font-medium text-ink-faint">
          {head}
        </div>
        <div
          role="rowgroup"
          className={`relative ${isLate ? 'opacity-50 transition-opacity duration-150' : ''}`}
          style={{ height: shown.getTotalSize() }}
        >
          {shown.getVirtualItems().map(({ index, start }) => (
            <div
              key={rows[index]!.id}
              ref={shown.measureElement}
              data-index={index}
              role="presentation"
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(rows[index]!, index)}
            </div>
          ))}
        </div>
      </div>
      {isLoadingMore && skeletons}
    </div>
  )
}
