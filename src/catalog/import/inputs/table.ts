/** A file of rows and columns whose header is known and whose form was checked. */
export type Table = {
  name: string
  columns: string[]
  /** Where they are named; of Parquet, 1. */
  headerLine: number
  /** The first rows, where they could be looked at before all others. */
  sample: readonly (readonly string[])[]
  /** By column: whether commas stand within the items of its lists, which another sign divides. */
  commasInItems: readonly boolean[]
  /** How it was read, for people: `CSV, semicolons, Windows-1252`. */
  description: string
  rows(): AsyncGenerator<TableRow[]>
}

/** `problem` says why a row can't be read. */
export type TableRow = { line: number; cells: readonly unknown[]; problem?: string }

/** The file can't be imported: reported before anything is written. */
export class UnreadableTable extends Error {}

export const columnsMax = 1_000

type Header = Pick<Table, 'name' | 'columns' | 'headerLine'>

export function checkColumns({ name, columns, headerLine }: Header, how: string): void {
  if (columns.length > columnsMax) {
    throw new UnreadableTable(
      `${name}, line ${headerLine}: the header has ${columns.length.toLocaleString('en-US')} columns (${how}); at most ${columnsMax.toLocaleString('en-US')} are read.`,
    )
  }
  const places = new Map<string, number>()
  columns.forEach((column, at) => {
    if (column === '') return
    const first = places.get(column.toLowerCase())
    if (first !== undefined) {
      throw new UnreadableTable(
        `${name}, line ${headerLine}: columns ${first + 1} and ${at + 1} are both named "${column}". Rename one of them.`,
      )
    }
    places.set(column.toLowerCase(), at)
  })
}
