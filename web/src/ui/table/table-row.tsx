import { memo } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { TabIndex } from '../tab-index.ts'
import { gridClass } from './table-head.tsx'
import { rowHeights, type TableLayout } from './table-layout.ts'
import type { TableSpec } from './table-spec.ts'

type TableRowProps<Row> = {
  spec: TableSpec<Row>
  row: Row
  layout: TableLayout
  index: number
  isSelected: boolean
  /** Tab leads to this row and to what is in it, past all the others. */
  isCurrent: boolean
  isOpen: boolean
  isCard: boolean
  onSelect: (index: number, isRange: boolean) => void
  onOpen: (index: number) => void
}

/** The focus follows the keys from row to row, but not out of the details: there it is read on. */
export function focusRow(table: HTMLElement | null, index: number): void {
  if (document.activeElement?.closest('[data-details]')) return
  table?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
}

const useNoClass = () => ''

/** A row of a grid: a click opens it, the keys of the page move, select and open. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { spec, row, layout, index, isSelected, isCurrent, isOpen, isCard, onSelect, onOpen } = props
  const { useRowClass = useNoClass } = spec
  const ownClass = useRowClass(row)
  const isRoomy = layout.density === 'comfortable'
  const shape = isCard ? 'flex items-center gap-3 px-4 py-2' : `${gridClass} py-1`
  return (
    <div
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      style={{ minHeight: isCard ? spec.cardHeight : rowHeights[layout.density] }}
      onClick={() => onOpen(index)}
      onKeyDown={() => {}}
      className={`cursor-pointer border-b text-table outline-offset-[-2px] ${isSelected || isOpen ? 'bg-selected' : 'bg-surface hover:bg-hover'} ${shape} ${ownClass}`}
    >
      <TabIndex value={isCurrent ? 0 : -1}>
        <div role="gridcell" className={isCard ? '' : 'flex justify-center'}>
          <RowCheckbox
            label={spec.selectLabel(row)}
            isSelected={isSelected}
            onSelect={(isRange) => onSelect(index, isRange)}
          />
        </div>
        {isCard ? (
          <div role="gridcell" className="min-w-0 flex-1">
            {spec.card(row)}
          </div>
        ) : (
          layout.columns.map(({ id, isNumber }) => (
            <div key={id} role="gridcell" className={`min-w-0 ${isNumber ? 'text-right' : ''}`}>
              {spec.columns.find((column) => column.id === id)?.cell(row, isRoomy)}
            </div>
          ))
        )}
      </TabIndex>
    </div>
  )
}) as <Row>(props: TableRowProps<Row>) => React.ReactNode

/** With Shift it selects everything since the row before. */
function RowCheckbox({
  label,
  isSelected,
  onSelect,
}: {
  label: string
  isSelected: boolean
  onSelect: (isRange: boolean) => void
}) {
  return (
    <Checkbox
      aria-label={label}
      tabIndex={-1}
      checked={isSelected}
      onChange={() => {}}
      onClick={(event) => {
        event.stopPropagation()
        onSelect(event.shiftKey)
      }}
    />
  )
}
