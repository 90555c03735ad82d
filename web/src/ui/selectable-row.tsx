import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { paths } from '../paths.ts'
import { Checkbox } from './checkbox.tsx'

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

const TabIndex = createContext<0 | -1 | undefined>(undefined)

/** For links and buttons that may stand in a row. */
export const useTabIndex = () => useContext(TabIndex)

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

/**
 * To the page of the row's store; a click on it does not open the row. Not the router's own link, which looks at itself
 * again with every address: there is one in each row, and every filter changes the address.
 */
export function RowStoreLink({ domain }: { domain: string }) {
  const router = useRouter()
  const href = paths.store(domain)
  return (
    <a
      href={href}
      tabIndex={useTabIndex()}
      onClick={(event) => {
        event.stopPropagation()
        // Another tab or window, or a download: the browser's own.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate({ href })
      }}
      className="block min-w-0 truncate hover:underline max-md:leading-6"
    >
      {domain}
    </a>
  )
}
