import type { ReactNode } from 'react'
import { useIsNarrow } from '../use-is-narrow.ts'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** On a phone it is a line in the row's main cell. */
  isWideOnly?: boolean
}

/** A plain table for lists of modest length. */
export function DataTable<Row>({
  label,
  columns: all,
  rows,
  keyOf,
}: {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
}) {
  const lines = useIsNarrow() ? all.filter(({ isWideOnly }) => isWideOnly) : []
  const columns = all.filter((column) => !lines.includes(column))
  const main = columns.find(({ isNumber }) => !isNumber)
  const classOf = ({ isNumber }: Column<Row>) =>
    `px-3 ${isNumber ? 'figures text-right whitespace-nowrap' : 'text-left'}`
  return (
    <div
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="hairline-scroll overflow-x-auto rounded-panel border bg-surface"
    >
      <table className="w-full text-table">
        <thead>
          <tr className="h-9 border-b text-small text-ink-faint">
            {columns.map((column) => (
              <th key={column.head} scope="col" className={`font-medium ${classOf(column)}`}>
                {column.head || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="h-11 hover:bg-hover">
              {columns.map((column) => (
                <td
                  key={column.head}
                  className={`${classOf(column)} ${lines.length > 0 ? 'py-1.5 align-baseline' : ''}`}
                >
                  {column.cell(row)}
                  {column === main && lines.length > 0 && <Lines columns={lines} row={row} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Lines<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  return (
    <dl className="text-small">
      {columns.map(({ head, cell }) => (
        <div key={head} className="flex items-center gap-1.5">
          <dt className="shrink-0 text-ink-faint">{head}</dt>
          <dd className="min-w-0 text-ink-soft">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
