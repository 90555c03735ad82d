import { useCallback, useEffect, useState } from 'react'
import type { SearchParams } from '../search-params.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import type { ContactPreview } from './contact-preview.ts'

/** The row that the keys are on, and the one whose details are open. Another search starts above its first row. */
export function useRows(contacts: readonly ContactPreview[], search: SearchParams) {
  const [current, setCurrent] = useState(-1)
  const [open, setOpen] = useState<ContactPreview | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setCurrent(-1), [search])
  const openAt = useCallback(
    (index: number, isOpen: boolean) => {
      setCurrent(index)
      setOpen(isOpen ? (contacts[index] ?? null) : null)
    },
    [contacts],
  )
  const close = useCallback(() => setOpen(null), [])
  return { current, open, openAt, close }
}

type ContactKeys = {
  rows: {
    current: number
    count: number
    isOpen: boolean
    openAt: (index: number, isOpen: boolean) => void
    close: () => void
  }
  selection: { toggle: (index: number, isRange: boolean) => void; clear: () => void }
  onFilters: () => void
  onReveal: () => void
}

/** The keys of the contacts page, as the list under `?` shows them. */
export function useContactKeys({ rows, selection, onFilters, onReveal }: ContactKeys): void {
  const { current, count, isOpen, openAt, close } = rows
  // With the details open, moving shows the next person in them.
  const step = (by: number) => openAt(Math.min(Math.max(current + by, 0), count - 1), isOpen)
  useShortcuts({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    x: () => selection.toggle(current, false),
    X: () => selection.toggle(current, true),
    Enter: () => openAt(Math.max(current, 0), true),
    '/': onFilters,
    Escape: () => (isOpen ? close() : selection.clear()),
    r: onReveal,
  })
}
