import { pageLimitDefault } from './schema.ts'
import type { CursorSealer } from './seal.ts'

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
  { limit = pageLimitDefault, cursor }: PageQuery,
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

type ShortList<Row, Item> = {
  rows: readonly Row[]
  /** Orders the list, and is unique: a page goes on where the last one ended, also when that item is gone. */
  keyOf(row: Row): string
  render(row: Row): Item
}

/** A page of a list that is short enough to be read at once; all of it, unless a limit is asked for. */
export function readShortListPage<Row, Item>(
  { limit, cursor }: PageQuery,
  where: ListCursors,
  { rows, keyOf, render }: ShortList<Row, Item>,
) {
  const sorted = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  return readListPage({ limit: limit ?? Math.max(1, rows.length), cursor }, where, {
    read: async (after: string | null, most) =>
      sorted.filter((row) => after === null || keyOf(row) > after).slice(0, most),
    count: () => rows.length,
    positionOf: keyOf,
    render,
  })
}
