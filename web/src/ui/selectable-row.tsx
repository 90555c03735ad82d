import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

export type SelectableRowProps = {
  index: number
  isSelected: boolean
  isCurrent: boolean
  isOpen: boolean
  isCard: boolean
  onSelect: (index: number, isRange: boolean) => void
  onOpen: (index: number) => void
}

/** A row of a grid: a click opens it, the keys of the page move, select and open. */
export function SelectableRow({
  index,
  isSelected,
  isCurrent,
  isOpen,
  onOpen,
  className,
  children,
}: Omit<SelectableRowProps, 'isCard' | 'onSelect'> & { className: string; children: ReactNode }) {
  return (
    <div
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      onClick={() => onOpen(index)}
      onKeyDown={() => {}}
      className={`cursor-pointer border-b text-table outline-offset-[-2px] ${isSelected || isOpen ? 'bg-selected' : 'bg-surface hover:bg-hover'} ${className}`}
    >
      {children}
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
