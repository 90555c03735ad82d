import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../shortcuts.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { sortRows, type TableLayout } from './table-layout.ts'
import type { TableSpec } from './table-spec.ts'
import { useSelection } from './use-selection.ts'

/** Which row's details are shown, and how that changes: in the address, on another page, wherever the page keeps it. */
export type Opening<Row> = { id: string | null; show: (row: Row) => void; close: () => void }

/** Rows that come sorted: the sort that they have, null for the usual one, and how to ask for another. */
export type ServerSort = { current: string | null; choose: (name: string | null) => void }

export type Table<Row extends { id: string }> = ReturnType<typeof useTable<Row>>

/** Keys of a page: they get the row that the keys are on, what is selected, and how to select the row. */
export type TableKeys<Row> = Record<
  string,
  (row: Row | undefined, selected: readonly Row[], selectRow: () => void) => void
>

type TableOptions<Row> = {
  spec: TableSpec<Row>
  layout: TableLayout
  /** As they were found. */
  rows: readonly Row[]
  /** Whatever the rows belong to: with another one, the keys begin above the first row again. */
  place: unknown
  opening: Opening<Row>
  /** Unset: what is there is sorted here. */
  serverSort?: ServerSort
  /** Makes one row out of those that belong together. */
  fold?: (rows: readonly Row[]) => readonly Row[]
  /** The initial selection. */
  begin?: () => readonly Row[]
  /** Keys that only this page has. */
  keys?: TableKeys<Row>
}

/** One hook for every table: sorted rows, the selection, the row that the keys are on, and the one that is open. */
export function useTable<Row extends { id: string }>(options: TableOptions<Row>) {
  const { spec, layout, rows: found, place, opening, serverSort, fold, begin, keys = {} } = options
  const isCard = useIsNarrow()
  const isSorted = serverSort !== undefined
  const rows = useMemo(() => {
    const sorted = isSorted ? found : sortRows(found, layout.sort, spec.columns)
    return layout.isFolded && fold ? fold(sorted) : sorted
  }, [found, isSorted, layout.sort, layout.isFolded, spec, fold])
  const selecting = useSelection(rows, begin)
  const selected = useMemo(() => [...selecting.selection.values()], [selecting.selection])
  const [current, setCurrent] = useState(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `place`
  useEffect(() => setCurrent(-1), [place])
  const { open, asked, ask } = useOpenRow(rows, opening.id)
  const { show, close } = opening
  const openAt = useCallback(
    (index: number) => {
      const row = rows[index]
      if (!row) return
      setCurrent(index)
      ask()
      show(row)
    },
    [rows, show, ask],
  )
  // With the details open, moving shows the next row in them.
  const moveBy = (by: number) => {
    const next = Math.min(Math.max(current + by, 0), rows.length - 1)
    setCurrent(next)
    if (opening.id !== null && rows[next]) show(rows[next])
  }
  // Before the first move Tab leads to the first row, and so do the keys.
  const index = Math.max(current, 0)
  const select = (isRange: boolean) => {
    setCurrent(index)
    selecting.toggle(index, isRange)
  }
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    x: () => select(false),
    X: () => select(true),
    Enter: () => openAt(index),
    Escape: () => (opening.id === null ? selecting.clear() : close()),
    ...Object.fromEntries(
      Object.entries(keys).map(([key, press]) => [
        key,
        () => press(rows[current], selected, () => selecting.toggle(current, false)),
      ]),
    ),
  })
  const openId = opening.id
  return { spec, layout, serverSort, rows, isCard, ...selecting, selected, current, open, openId, asked, openAt, close }
}

/** The open row stays known when other filters take it out of the rows. */
function useOpenRow<Row extends { id: string }>(rows: readonly Row[], id: string | null) {
  const latest = useRef<Row | null>(null)
  const known = id === null ? undefined : rows.find((row) => row.id === id)
  if (id === null) latest.current = null
  else if (known) latest.current = known
  /** How often details were asked for: each time they take the focus. */
  const [asked, setAsked] = useState(0)
  const ask = useCallback(() => setAsked((times) => times + 1), [])
  const open = latest.current?.id === id ? latest.current : null
  return { open, asked, ask }
}
