import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** A column as its table declares it. Widths are shares of the free space, down to `min` pixels. */
export type ColumnSpec = {
  id: string
  label: string
  share: number
  min: number
  isNumber?: boolean
  /** It can't be hidden. */
  isFixed?: boolean
  /** Its head is read out, not shown. */
  isSilent?: boolean
  /** Hidden until somebody asks for it. */
  isExtra?: boolean
  /** What it sorts by. Without one it can't be sorted. */
  value?: (row: never) => SortValue
  /** What it is called where the server sorts the whole result; its one direction is that of the server. */
  sort?: { name: string; isAscending?: boolean }
  /** Where there is no space for all columns, those with such a number leave, the lowest first. */
  leaves?: number
}

type SortValue = string | number | null | undefined

export type Density = 'comfortable' | 'compact'
type Sort = { id: string; isDescending: boolean }

/** A person's changes to a table; everything else is the table's default. */
type Choices = {
  order?: string[]
  hidden?: string[]
  widths?: Record<string, number>
  density?: Density
  isFolded?: boolean
  sort?: Sort | null
}

export type TableLayout = {
  /** Under which this browser keeps the choices. */
  key: string
  specs: readonly ColumnSpec[]
  /** The columns in sight, in their order. */
  columns: ColumnSpec[]
  /** All of them, in the order that a person has given them. */
  ordered: ColumnSpec[]
  isHidden: (id: string) => boolean
  template: string
  minWidth: number
  density: Density
  /** Rows that belong together are shown as one. */
  isFolded: boolean
  sort: Sort | null
  change: (change: Choices) => void
  resize: (id: string, width: number) => void
  reset: () => void
  /** The columns are as the table has them: nobody chose or resized any. */
  isUntouched: boolean
}

const gap = 12
const checkboxWidth = 32
const edges = 28
export const narrowestColumn = 64
export const rowHeights: Record<Density, number> = { comfortable: 48, compact: 36 }

const known = new Map<string, Choices>()
const listeners = new Set<() => void>()

function read(key: string): Choices {
  const before = known.get(key)
  if (before) return before
  let choices: Choices = {}
  try {
    choices = JSON.parse(localStorage.getItem(key) ?? '{}') as Choices
  } catch {
    // Without storage the choices last as long as the page.
  }
  known.set(key, choices)
  return choices
}

function write(key: string, choices: Choices): void {
  known.set(key, choices)
  try {
    localStorage.setItem(key, JSON.stringify(choices))
  } catch {
    // See above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How the table is to be shown: its defaults, and the choices that this browser keeps under `key`. */
export function useTableLayout(key: string, specs: readonly ColumnSpec[]): TableLayout {
  const choices = useSyncExternalStore(subscribe, () => read(key))
  const change = useCallback((changed: Choices) => write(key, { ...read(key), ...changed }), [key])
  const resize = useCallback(
    (id: string, width: number) =>
      change({ widths: { ...read(key).widths, [id]: Math.round(Math.max(narrowestColumn, width)) } }),
    [change, key],
  )
  const reset = useCallback(() => write(key, {}), [key])
  return useMemo(() => {
    const ordered = inOrder(specs, choices.order ?? [])
    const isHidden = (id: string): boolean => {
      const spec = specs.find((one) => one.id === id)
      return choices.hidden ? choices.hidden.includes(id) : (spec?.isExtra ?? false)
    }
    const columns = ordered.filter(({ id, isFixed }) => isFixed || !isHidden(id))
    return {
      key,
      specs,
      ...measuresOf(columns, choices.widths ?? {}),
      ordered,
      isHidden,
      isUntouched: !choices.hidden && !choices.widths,
      density: choices.density ?? 'comfortable',
      isFolded: choices.isFolded ?? false,
      sort: choices.sort ?? null,
      change,
      resize,
      reset,
    }
  }, [key, specs, choices, change, resize, reset])
}

const measuresOf = (columns: ColumnSpec[], widths: Record<string, number> = {}) => ({
  columns,
  template: [`${checkboxWidth}px`]
    .concat(columns.map(({ id, share, min }) => (widths[id] ? `${widths[id]}px` : `minmax(${min}px, ${share}fr)`)))
    .join(' '),
  minWidth: columns.reduce((sum, { id, min }) => sum + (widths[id] ?? min) + gap, checkboxWidth + edges),
})

/**
 * What the width has space for: columns leave rather than that the last one, which holds what was paid for, is cut. What a
 * person has chosen stays, and scrolls.
 */
export function fitColumns(layout: TableLayout, width: number): TableLayout {
  if (!layout.isUntouched || width <= 0 || layout.minWidth <= width) return layout
  const leaving = layout.columns.filter(({ leaves }) => leaves !== undefined).sort((a, b) => a.leaves! - b.leaves!)
  let fitted = layout
  for (const { id } of leaving) {
    if (fitted.minWidth <= width) break
    fitted = { ...fitted, ...measuresOf(fitted.columns.filter((column) => column.id !== id)) }
  }
  return fitted
}

const none: readonly string[] = []
const withoutSpace = new Map<string, readonly string[]>()

/** A table says which of its columns have left, for whoever asks which columns there are. */
export function noteFitted(layout: TableLayout, fitted: TableLayout): void {
  const left = layout.columns.filter((column) => !fitted.columns.includes(column)).map(({ id }) => id)
  if (left.join() === (withoutSpace.get(layout.key) ?? none).join()) return
  withoutSpace.set(layout.key, left)
  for (const listener of listeners) listener()
}

/** The columns that are chosen but have no space now. */
export const useWithoutSpace = ({ key }: TableLayout): readonly string[] =>
  useSyncExternalStore(subscribe, () => withoutSpace.get(key) ?? none)

/** Columns that somebody has put in order, and then those that their order does not know. */
function inOrder(specs: readonly ColumnSpec[], order: readonly string[]): ColumnSpec[] {
  const place = (id: string): number =>
    order.includes(id) ? order.indexOf(id) : order.length + specs.findIndex((one) => one.id === id)
  return [...specs].sort((one, other) => place(one.id) - place(other.id))
}

/** Rows by a column's value; rows without one come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: Sort | null,
  columns: readonly { id: string; value?: (row: Row) => SortValue }[],
): readonly Row[] {
  const readValue = columns.find(({ id }) => id === sort?.id)?.value
  if (!sort || !readValue) return rows
  const direction = sort.isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [readValue(one) ?? null, readValue(other) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return direction * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
  })
}
