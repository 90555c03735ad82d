import type { CursorSealer } from './cursor.ts'
import { listLimitDefault } from './schema.ts'

type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

/** `bound`: the operation and its filters. A cursor opens only for the account and the list that it was sealed for. */
type ListCursors = { cursors: CursorSealer; accountId: string; bound: string }

type List<Row, Position, Item> = {
  read(after: Position | null, limit: number): Promise<Row[]>
  count(after: Position | null): Promise<number> | number
  /** Where the list goes on after this row, as JSON. A total in it spares later pages the count. */
  positionOf(row: Row, total: number): Position
  render(row: Row): Item
}

/** A page of a list with its total: one row more than it shows is read, to know whether another page exists. */
export async function readListPage<Row, Position, Item>(
  { limit = listLimitDefault, cursor }: PageQuery,
  { cursors, accountId, bound }: ListCursors,
  list: List<Row, Position, Item>,
) {
  const after: Position | null = cursor === undefined ? null : JSON.parse(cursors.open(cursor, accountId, bound))
  const [rows, total] = await Promise.all([list.read(after, limit + 1), list.count(after)])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    object: 'list' as const,
    data: shown.map((row) => list.render(row)),
    has_more: last !== undefined,
    next_cursor:
      last === undefined ? null : cursors.seal(JSON.stringify(list.positionOf(last, total)), accountId, bound),
    total,
  }
}
