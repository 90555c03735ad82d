import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { Icon } from '../icons.tsx'
import { type ColumnSpec, narrowestColumn, type TableLayout } from './table-layout.ts'
import type { ServerSort, Table } from './use-table.ts'

/** How far an arrow key moves the edge of a column, in pixels. */
const step = 16

export const gridClass = 'grid items-center gap-x-3 grid-cols-(--columns) pr-4 pl-3'

/** The heads of a table whose rows can be selected, with the columns there is space for. As cards, the columns have none. */
export function TableHead<Row extends { id: string }>({
  table: { spec, serverSort, rows, selection, isCard, toggleAll },
  layout,
}: {
  table: Pick<Table<Row>, 'spec' | 'serverSort' | 'rows' | 'selection' | 'isCard' | 'toggleAll'>
  layout: TableLayout
}) {
  const chosen = rows.filter(({ id }) => selection.has(id)).length
  const isAll = chosen > 0 && chosen === rows.length
  return (
    <div role="row" aria-rowindex={1} className={`h-9 border-b ${isCard ? 'flex items-center gap-3 px-4' : gridClass}`}>
      <div role="columnheader" className={isCard ? '' : 'flex justify-center'}>
        <Checkbox
          aria-label={spec.selectAllLabel ?? 'Select all loaded rows'}
          checked={isAll}
          isMixed={chosen > 0 && !isAll}
          onChange={toggleAll}
        />
      </div>
      {isCard ? (
        <div role="columnheader">{spec.cardLabel}</div>
      ) : (
        layout.columns.map((column) => (
          <ColumnHead
            key={column.id}
            column={column}
            layout={layout}
            sorting={serverSort ? sortedThere(column, serverSort) : sortedHere(column, layout)}
          />
        ))
      )}
    </div>
  )
}

/** How a column is sorted now, and what a click on its head does; null for one that can't be sorted. */
type ColumnSort = { direction: 'ascending' | 'descending' | undefined; onNext: () => void } | null

/** First the order that is most asked for, then the other, then the table's own. */
function sortedHere({ id, isNumber = false, value }: ColumnSpec, { sort, change }: TableLayout): ColumnSort {
  if (!value) return null
  const direction = sort?.id === id ? (sort.isDescending ? 'descending' : 'ascending') : undefined
  const next = () => {
    if (direction === undefined) return { id, isDescending: isNumber }
    return sort!.isDescending === isNumber ? { id, isDescending: !isNumber } : null
  }
  return { direction, onNext: () => change({ sort: next() }) }
}

/** The server's order, then the usual one. */
function sortedThere({ sort }: ColumnSpec, { current, choose }: ServerSort): ColumnSort {
  if (!sort) return null
  const isSorted = current === sort.name
  return {
    direction: isSorted ? (sort.isAscending ? 'ascending' : 'descending') : undefined,
    onNext: () => choose(isSorted ? null : sort.name),
  }
}

function ColumnHead({ column, layout, sorting }: { column: ColumnSpec; layout: TableLayout; sorting: ColumnSort }) {
  const { id, label, isNumber, isSilent } = column
  const direction = sorting?.direction
  return (
    <div
      role="columnheader"
      aria-sort={direction}
      className={`group/head relative flex h-full min-w-0 items-center ${isNumber ? 'justify-end' : ''}`}
    >
      {isSilent ? (
        <span className="sr-only">{label}</span>
      ) : sorting ? (
        <button
          type="button"
          onClick={sorting.onNext}
          className="flex min-w-0 items-center gap-1 rounded-small hover:text-ink"
        >
          <span className="truncate">{label}</span>
          {direction && <Icon name={direction === 'ascending' ? 'up' : 'chevronDown'} size={12} />}
        </button>
      ) : (
        <span className="truncate">{label}</span>
      )}
      <ResizeHandle label={label} id={id} layout={layout} />
    </div>
  )
}

/** Dragged, or reached by Tab and moved by the arrow keys. Its value is the column's width in pixels. */
function ResizeHandle({ id, label, layout }: { id: string; label: string; layout: TableLayout }) {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(narrowestColumn)
  // What the column takes is known only once it is drawn. The browser says so then; asked for, it would draw at once.
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.borderBoxSize[0]!.inlineSize)))
    observer.observe(ref.current!.parentElement!)
    return () => observer.disconnect()
  }, [])
  const widthOf = (handle: HTMLElement): number => handle.parentElement!.getBoundingClientRect().width
  const drag = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget
    const [from, width] = [event.clientX, widthOf(handle)]
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => layout.resize(id, width + moved.clientX - from)
    const end = () => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    layout.resize(id, widthOf(event.currentTarget) + by)
  }
  return (
    <div
      ref={ref}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Resize ${label}`}
      aria-valuenow={width}
      aria-valuemin={narrowestColumn}
      onPointerDown={drag}
      onKeyDown={onKeyDown}
      className="absolute top-1.5 -right-2.5 bottom-1.5 w-2 cursor-col-resize touch-none border-r border-transparent group-hover/head:border-line-strong hover:border-ink! focus-visible:border-ink"
    />
  )
}
