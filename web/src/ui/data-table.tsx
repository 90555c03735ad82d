import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Left out on a phone. */
  isWideOnly?: boolean
}

/** A plain table for lists of modest length. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
}) {
  const classOf = ({ isNumber, isWideOnly }: Column<Row>) =>
    `px-3 ${isNumber ? 'figures text-right whitespace-nowrap' : 'text-left'} ${isWideOnly ? 'hidden sm:table-cell' : ''}`
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
                <td key={column.head} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
