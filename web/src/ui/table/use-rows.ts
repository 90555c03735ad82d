import { useCallback, useEffect, useState } from 'react'
import { useShortcuts } from '../shortcuts.ts'

export type Rows<Row> = ReturnType<typeof useRows<Row>>

/** The row that the keys are on, and the one whose details are open. Another search starts above its first row. */
export function useRows<Row>(rows: readonly Row[], search: unknown) {
  const [current, setCurrent] = useState(-1)
  const [open, setOpen] = useState<Row | null>(null)
  /** How often details were asked for: each time they take the focus. */
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setCurrent(-1), [search])
  const openAt = useCallback(
    (index: number) => {
      setCurrent(index)
      setOpen(rows[index] ?? null)
      setAsked((times) => times + 1)
    },
    [rows],
  )
  // With the details open, moving shows the next person in them.
  const moveBy = (by: number) => {
    const next = Math.min(Math.max(current + by, 0), rows.length - 1)
    setCurrent(next)
    if (open) setOpen(rows[next] ?? null)
  }
  const close = useCallback(() => setOpen(null), [])
  return { current, open, asked, openAt, moveBy, close }
}

type RowKeys = {
  rows: Pick<Rows<unknown>, 'current' | 'open' | 'openAt' | 'moveBy' | 'close'>
  selection: { toggle: (index: number, isRange: boolean) => void; clear: () => void }
  /** What only this page has. */
  more?: Record<string, () => void>
}

/** The keys of a table whose rows can be selected and opened, as the list under `?` shows them. */
export function useRowKeys({ rows: { current, open, openAt, moveBy, close }, selection, more = {} }: RowKeys): void {
  // Before the first move Tab leads to the first row, and so do the keys.
  const index = Math.max(current, 0)
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    x: () => selection.toggle(index, false),
    X: () => selection.toggle(index, true),
    Enter: () => openAt(index),
    Escape: () => (open ? close() : selection.clear()),
    ...more,
  })
}
