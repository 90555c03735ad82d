import { EndlessTable, type EndlessTableProps } from './endless-table.tsx'
import { TableHead } from './table-head.tsx'
import type { TableLayout } from './table-layout.ts'

type SelectableTableProps<Row> = Omit<EndlessTableProps<Row>, 'role' | 'rowHeight' | 'head' | 'layout'> & {
  layout: TableLayout
  /** What a card is one of. */
  cardLabel: string
  cardHeight: number
  isCard: boolean
  selection: ReadonlyMap<string, unknown>
  onSelectAll: () => void
}

export const rowHeights = { comfortable: 48, compact: 36 }

/** An endless table whose rows can be selected, as rows or, on a phone, as cards. */
export function SelectableTable<Row extends { id: string }>(props: SelectableTableProps<Row>) {
  const { layout, cardLabel, cardHeight, isCard, selection, onSelectAll, ...table } = props
  return (
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
    />
  )
}
