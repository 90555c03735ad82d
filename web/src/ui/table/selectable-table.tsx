import { type ReactNode, useMemo, useRef } from 'react'
import { EndlessTable, type EndlessTableProps } from './endless-table.tsx'
import { TableHead } from './table-head.tsx'
import { fitColumns, type TableLayout } from './table-layout.ts'
import { useWidth } from './use-width.ts'

type SelectableTableProps<Row> = Omit<EndlessTableProps<Row>, 'role' | 'rowHeight' | 'head' | 'layout' | 'children'> & {
  layout: TableLayout
  /** What a card is one of. */
  cardLabel: string
  cardHeight: number
  isCard: boolean
  selection: ReadonlyMap<string, unknown>
  onSelectAll: () => void
  /** A row, with the columns there is space for. */
  children: (row: Row, index: number, layout: TableLayout) => ReactNode
}

/** What the browser takes at the right of what scrolls, where it takes anything. */
const scrollbarWidth = 12

export const rowHeights = { comfortable: 48, compact: 36 }

/** An endless table whose rows can be selected, as rows or, on a phone, as cards. */
export function SelectableTable<Row extends { id: string }>(props: SelectableTableProps<Row>) {
  const { layout: wanted, cardLabel, cardHeight, isCard, selection, onSelectAll, children, ...table } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const layout = useMemo(() => fitColumns(wanted, width - scrollbarWidth), [wanted, width])
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <EndlessTable
        {...table}
        {...(!isCard && { layout })}
        rowHeight={isCard ? cardHeight : rowHeights[layout.density]}
        head={
          <TableHead
            layout={layout}
            isCard={isCard}
            cardLabel={cardLabel}
            chosen={table.rows.filter(({ id }) => selection.has(id)).length}
            count={table.rows.length}
            onSelectAll={onSelectAll}
          />
        }
      >
        {(row, index) => children(row, index, layout)}
      </EndlessTable>
    </div>
  )
}
