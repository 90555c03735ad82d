import { Checkbox } from './checkbox.tsx'
import { EndlessTable, type EndlessTableProps } from './endless-table.tsx'

type SelectableTableProps<Row> = Omit<EndlessTableProps<Row>, 'role' | 'rowHeight' | 'head'> & {
  heads: readonly Head[]
  /** The classes that lay out a row. */
  columns: string
  heights: { row: number; card: number }
  isCard: boolean
  selection: ReadonlyMap<string, unknown>
  onSelectAll: () => void
}

/** An endless table whose rows can be selected, as rows or, on a phone, as cards. */
export function SelectableTable<Row extends { id: string }>(props: SelectableTableProps<Row>) {
  const { heads, columns, heights, isCard, selection, onSelectAll, ...table } = props
  return (
    <EndlessTable
      {...table}
      rowHeight={isCard ? heights.card : heights.row}
      head={
        <SelectableHead
          heads={heads}
          columns={columns}
          isCard={isCard}
          chosen={table.rows.filter(({ id }) => selection.has(id)).length}
          count={table.rows.length}
          onSelectAll={onSelectAll}
        />
      }
    />
  )
}

export type Head = { label: string; className?: string; isSilent?: boolean }

/** The heads of a table whose rows can be selected. As cards, the columns have none. */
export function SelectableHead({
  heads,
  columns,
  isCard,
  chosen,
  count,
  onSelectAll,
}: {
  heads: readonly Head[]
  columns: string
  isCard: boolean
  chosen: number
  count: number
  onSelectAll: () => void
}) {
  const isAll = chosen > 0 && chosen === count
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`h-9 border-b ${isCard ? 'flex items-center gap-3 px-4' : `${columns} pr-4 pl-3`}`}
    >
      <div role="columnheader" className={isCard ? '' : 'flex justify-center'}>
        <Checkbox
          aria-label="Select all loaded rows"
          checked={isAll}
          isMixed={chosen > 0 && !isAll}
          onChange={onSelectAll}
        />
      </div>
      {isCard ? (
        <div role="columnheader">Contact</div>
      ) : (
        heads.map(({ label, className = '', isSilent = false }) => (
          <div key={label} role="columnheader" className={className}>
            {isSilent ? <span className="sr-only">{label}</span> : label}
          </div>
        ))
      )}
    </div>
  )
}
