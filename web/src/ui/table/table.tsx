import { useEffect, useMemo, useRef } from 'react'
import { Skeleton, SkeletonRows } from '../skeleton.tsx'
import { EndlessTable, type Paging } from './endless-table.tsx'
import { TableHead } from './table-head.tsx'
import { fitColumns, noteFitted, rowHeights } from './table-layout.ts'
import { TableRow } from './table-row.tsx'
import type { TableSpec } from './table-spec.ts'
import type { Table as TableState } from './use-table.ts'
import { useWidth } from './use-width.ts'

/** What the browser takes at the right of what scrolls, where it takes anything. */
const scrollbarWidth = 12

/** An endless table whose rows can be selected, as rows or, on a phone, as cards. */
export function Table<Row extends { id: string }>({
  table,
  total,
  paging,
}: {
  table: TableState<Row>
  /** Null when it is not known before the last page. */
  total: number | null
  paging: Paging
}) {
  const { spec, rows, selection, current, openId, isCard } = table
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const layout = useMemo(() => fitColumns(table.layout, width - scrollbarWidth), [table.layout, width])
  useEffect(() => noteFitted(table.layout, layout), [table.layout, layout])
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <EndlessTable
        label={spec.label}
        rows={rows}
        total={total}
        paging={paging}
        current={current}
        {...(!isCard && { layout })}
        rowHeight={isCard ? spec.cardHeight : rowHeights[layout.density]}
        skeletons={<TableSkeletons spec={spec} count={3} isCard={isCard} />}
        head={<TableHead table={table} layout={layout} />}
      >
        {(row, index) => (
          <TableRow
            spec={spec}
            row={row}
            layout={layout}
            index={index}
            isSelected={selection.has(row.id)}
            isCurrent={index === Math.max(current, 0)}
            isOpen={row.id === openId}
            isCard={isCard}
            onSelect={table.toggle}
            onOpen={table.openAt}
          />
        )}
      </EndlessTable>
    </div>
  )
}

/** As high as the rows that come. */
export function TableSkeletons<Row>({
  spec: { skeleton, cardHeight },
  count,
  isCard,
}: {
  spec: TableSpec<Row>
  count: number
  isCard: boolean
}) {
  return (
    <SkeletonRows
      count={count}
      height={isCard ? cardHeight : rowHeights.comfortable}
      className={`flex items-center border-b ${isCard ? 'gap-3 px-4' : 'gap-6 px-5'}`}
    >
      <Skeleton className="size-4" />
      {skeleton.slice(0, isCard ? 2 : skeleton.length).map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one width
        <Skeleton key={at} className={`h-3.5 ${width}`} />
      ))}
    </SkeletonRows>
  )
}
