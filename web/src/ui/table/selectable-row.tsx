import type { ReactNode } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { TabIndex } from '../tab-index.ts'

export type SelectableRowProps = {
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

/** A row of a grid: a click opens it, the keys of the page move, select and open. */
export function SelectableRow({
  index,
  isSelected,
  isCurrent,
  isOpen,
  onOpen,
  className,
  minHeight,
  children,
}: Omit<SelectableRowProps, 'isCard' | 'onSelect'> & {
  className: string
  minHeight?: number
  children: ReactNode
}) {
  return (
    <div
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      style={minHeight === undefined ? undefined : { minHeight }}
      onClick={() => onOpen(index)}
      onKeyDown={() => {}}
      className={`cursor-pointer border-b text-table outline-offset-[-2px] ${isSelected || isOpen ? 'bg-selected' : 'bg-surface hover:bg-hover'} ${className}`}
    >
      <TabIndex value={isCurrent ? 0 : -1}>{children}</TabIndex>
    </div>
  )
}

/** With Shift it selects everything since the row before. */
export function RowCheckbox({
  label,
  index,
  isSelected,
  onSelect,
}: Pick<SelectableRowProps, 'index' | 'isSelected' | 'onSelect'> & { label: string }) {
  return (
    <Checkbox
      aria-label={label}
      tabIndex={-1}
      checked={isSelected}
      onChange={() => {}}
      onClick={(event) => {
        event.stopPropagation()
        onSelect(index, event.shiftKey)
      }}
    />
  )
}
