import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { RevealedContact } from '../contacts/reveal-run.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Skeleton } from '../ui/small-parts.tsx'
import { columns, RevealedRow, wideOnly } from './revealed-row.tsx'

const rowHeight = 48
const cardHeight = 116
/** The next page is asked for while this many rows are still below the screen. */
const lookAheadRows = 10

type RevealedTableProps = {
  contacts: RevealedContact[]
  selectedIds: ReadonlyMap<string, unknown>
  current: number
  openId: string | null
  isCard: boolean
  isStale: boolean
  hasMore: boolean
  isLoadingMore: boolean
  onLoadMore: () => void
  onSelect: (index: number, isRange: boolean) => void
  onSelectAll: () => void
  onOpen: (index: number) => void
}

export function RevealedTable(props: RevealedTableProps) {
  const { contacts, selectedIds, current, openId, isCard, isStale, hasMore, isLoadingMore, onLoadMore } = props
  const scroller = useRef<HTMLDivElement>(null)
  const size = isCard ? cardHeight : rowHeight
  const rows = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 12,
    scrollPaddingStart: 36,
    scrollPaddingEnd: 72,
  })
  const last = rows.range?.endIndex ?? 0
  useEffect(() => {
    if (hasMore && !isLoadingMore && !isStale && last >= contacts.length - lookAheadRows) onLoadMore()
  }, [hasMore, isLoadingMore, isStale, last, contacts.length, onLoadMore])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other row heights need other measures
  useEffect(() => rows.measure(), [size])

  const followed = useRef(current)
  useEffect(() => {
    if (followed.current === current || current < 0) return
    followed.current = current
    rows.scrollToIndex(current)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"]`)?.focus())
  })

  return (
    <div ref={scroller} className="hairline-scroll @container min-h-0 flex-1 overflow-auto">
      {/* How many rows there are is not known before the last page. */}
      <div
        role="grid"
        aria-label="Revealed contacts"
        aria-rowcount={hasMore ? -1 : contacts.length + 1}
        aria-multiselectable="true"
        aria-busy={isStale}
      >
        <TableHead {...props} />
        <div
          role="rowgroup"
          className={`relative transition-opacity duration-150 ${isStale ? 'opacity-50' : ''}`}
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const contact = contacts[index]!
            return (
              <div
                key={contact.id}
                role="presentation"
                className="absolute inset-x-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <RevealedRow
                  contact={contact}
                  index={index}
                  isSelected={selectedIds.has(contact.id)}
                  isCurrent={index === current}
                  isOpen={contact.id === openId}
                  isCard={isCard}
                  onSelect={props.onSelect}
                  onOpen={props.onOpen}
                />
              </div>
            )
          })}
        </div>
      </div>
      {isLoadingMore && <RevealedSkeletons count={3} isCard={isCard} />}
    </div>
  )
}

const heads: [string, string][] = [
  ['Name', ''],
  ['Store', wideOnly],
  ['Email', ''],
  ['Phone', wideOnly],
]

function TableHead({ contacts, selectedIds, isCard, onSelectAll }: RevealedTableProps) {
  const chosen = contacts.filter(({ id }) => selectedIds.has(id)).length
  const isAll = chosen > 0 && chosen === contacts.length
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-canvas">
      <div
        role="row"
        aria-rowindex={1}
        className={`h-9 border-b text-small font-medium text-ink-faint ${isCard ? 'flex items-center gap-3 px-4' : `${columns} pr-4 pl-3`}`}
      >
        <div role="columnheader" className={isCard ? '' : 'flex justify-center'}>
          <Checkbox
            aria-label="Select all rows that are loaded"
            checked={isAll}
            isMixed={chosen > 0 && !isAll}
            onChange={onSelectAll}
          />
        </div>
        {isCard ? (
          <div role="columnheader">Contact</div>
        ) : (
          <>
            {heads.map(([head, only]) => (
              <div key={head} role="columnheader" className={only}>
                {head}
              </div>
            ))}
            <div role="columnheader">
              <span className="sr-only">LinkedIn</span>
            </div>
            <div role="columnheader" className={`text-right ${wideOnly}`}>
              Revealed
            </div>
          </>
        )}
      </div>
    </div>
  )
}

export function RevealedSkeletons({ count, isCard }: { count: number; isCard: boolean }) {
  return (
    <div aria-hidden="true" className="@container">
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
          key={index}
          className={isCard ? 'flex h-29 items-center gap-3 border-b px-4' : `${columns} h-12 border-b pr-4 pl-3`}
        >
          <Skeleton className="mx-auto size-4" />
          <Skeleton className="h-3.5 w-2/3" />
          {!isCard && <Skeleton className={`h-3.5 w-2/3 ${wideOnly}`} />}
          {!isCard && <Skeleton className="h-3.5 w-3/4" />}
          {!isCard && <Skeleton className={`h-3.5 w-2/3 ${wideOnly}`} />}
        </div>
      ))}
    </div>
  )
}
