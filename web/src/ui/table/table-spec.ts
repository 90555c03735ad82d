import type { ReactNode } from 'react'
import type { ColumnSpec } from './table-layout.ts'

/** A column as data: what its cells show, and what it sorts by. */
export type Column<Row> = ColumnSpec & {
  /** `isRoomy`: there is space for a second line. */
  cell: (row: Row, isRoomy: boolean) => ReactNode
  value?: (row: Row) => string | number | null | undefined
}

/** Everything that makes one table differ from another. */
export type TableSpec<Row> = {
  label: string
  columns: readonly Column<Row>[]
  selectLabel: (row: Row) => string
  /** Where it means more than the rows that are loaded. */
  selectAllLabel?: string
  /** On a phone a row is a card, with no columns. */
  card: (row: Row) => ReactNode
  /** What a card is one of, and the least height of one. */
  cardLabel: string
  cardHeight: number
  /** Widths of what stands for the cells while rows are on their way; a card has the first two. */
  skeleton: readonly string[]
  /** Called by each row, so it may use hooks. */
  useRowClass?: (row: Row) => string
}
