import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { Skeleton } from '../ui/small-parts.tsx'
import type { ContactPreview } from './contact-preview.ts'
import { ContactRow, columns, wideOnly } from './contact-row.tsx'
import type { RevealState } from './reveal-run.ts'

const rowHeight = 40
const cardHeight = 100
/** The next page is asked for while this many rows are still below the screen. */
const lookAheadRows = 3

export type ContactTableProps = {
  contacts: ContactPreview[]
  total: number
  reveals: RevealState
  selection: ReadonlyMap<string, ContactPreview>
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

export function ContactTable(props: ContactTableProps) {
  const { contacts, reveals, selection, current, openId, isCard, isStale, hasMore, isLoadingMore, onLoadMore } = props
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
  const visible = rows.getVirtualItems()
  // Without the overscan: rows nobody has scrolled to are not asked for.
  const last = rows.range?.endIndex ?? 0

  useEffect(() => {
    if (hasMore && !isLoadingMore && !isStale && last >= contacts.length - lookAheadRows) onLoadMore()
  }, [hasMore, isLoadingMore, isStale, last, contacts.length, onLoadMore])
  useFollowCurrent(scroller, current, (index) => rows.scrollToIndex(index))
  // biome-ignore lint/correctness/useExhaustiveDependencies: other row heights need other measures
  useEffect(() => rows.measure(), [size])

  return (
    <div ref={scroller} className="hairline-scroll @container min-h-0 flex-1 overflow-auto">
      <div
        role="grid"
        aria-label="Contacts"
        aria-rowcount={props.total + 1}
        aria-multiselectable="true"
        aria-busy={isStale}
      >
        <TableHead {...props} />
        <div
          role="rowgroup"
          className={`relative transition-opacity duration-150 ${isStale ? 'opacity-50' : ''}`}
          style={{ height: rows.getTotalSize() }}
        >
          {visible.map(({ index, start }) => {
            const preview = contacts[index]!
            return (
              <div
                key={preview.id}
                role="presentation"
                className="absolute inset-x-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <ContactRow
                  preview={preview}
                  revealed={reveals.revealed.get(preview.id)}
                  rowState={reveals.rows.get(preview.id)}
                  isSelected={selection.has(preview.id)}
                  isCurrent={index === current}
                  isOpen={preview.id === openId}
                  isCard={isCard}
                  index={index}
                  onSelect={props.onSelect}
                  onOpen={props.onOpen}
                />
              </div>
            )
          })}
        </div>
      </div>
      {isLoadingMore && <RowSkeletons count={3} isCard={isCard} />}
    </div>
  )
}

function TableHead({ contacts, selection, isCard, onSelectAll }: ContactTableProps) {
  const chosen = contacts.filter(({ id }) => selection.has(id)).length
  const isAll = chosen > 0 && chosen === contacts.length
  const heads = ['Name', 'Title', 'Store', 'Visits', 'Channels']
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
          heads.map((head) => (
            <div key={head} role="columnheader" className={head === 'Visits' ? wideOnly : ''}>
              {head}
            </div>
          ))
        )}
      </div>
    </div>
  )
}

/** The keyboard's row is kept in sight, and holds the focus when the table has it. */
function useFollowCurrent(
  scroller: RefObject<HTMLDivElement | null>,
  current: number,
  scrollTo: (index: number) => void,
) {
  const before = useRef(current)
  useEffect(() => {
    if (before.current === current || current < 0) return
    before.current = current
    scrollTo(current)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"]`)?.focus())
  })
}

export function RowSkeletons({ count, isCard }: { count: number; isCard: boolean }) {
  return (
    <div aria-hidden="true" className="@container">
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
          key={index}
          className={isCard ? 'flex h-25 items-center gap-3 border-b px-4' : `${columns} h-10 border-b pr-4 pl-3`}
        >
          <Skeleton className="mx-auto size-4" />
          <Skeleton className="h-3.5 w-3/4" />
          <Skeleton className="h-3.5 w-4/5" />
          {!isCard && <Skeleton className="h-3.5 w-2/3" />}
          {!isCard && <Skeleton className={`h-3.5 w-12 ${wideOnly}`} />}
          {!isCard && <Skeleton className="h-3.5 w-16" />}
        </div>
      ))}
    </div>
  )
}
