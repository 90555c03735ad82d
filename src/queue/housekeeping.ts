import type { Clock } from '../base/clock.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Database, Db } from '../db/database.ts'

/** How long the rows of a table are kept. Each module says so for its own tables. */
export type Retention = {
  table: string
  /** In words, for the operator's table. */
  keeps: string
  /** Deletes at most `limit` rows whose time is over, and says how many. */
  deleteSome(db: Db, clock: Clock, limit: number): Promise<number>
}

/** The usual way: `isOver` is a condition on a row. Small batches, so that nobody waits for a lock or a long transaction. */
export const deleteWhere = (table: string, isOver: (now: Sql) => Sql): Pick<Retention, 'table' | 'deleteSome'> => ({
  table,
  deleteSome: async (db, clock, limit) => {
    const name = rawSql(table)
    const deleted = await db.query(sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${isOver(clock.sql)} LIMIT ${limit}))
      RETURNING 1`)
    return deleted.length
  },
})

/** For rows that can't open anything after their end. */
export const untilExpired = (table: string): Retention => ({
  ...deleteWhere(table, (now) => sql`expires_at < ${now}`),
  keeps: 'until it expires',
})

type CleanUpResult = { table: string; rows: number }

export const rowsAtOnce = 1_000
type Bounds = { batchRows?: number; batchesMax?: number }

/**
 * One pass over all tables. Rows beyond the bound are left for the next pass. A table that can't be cleaned holds no other
 * up: it is reported at the end.
 */
export async function cleanUp(
  database: Database,
  clock: Clock,
  retentions: readonly Retention[],
  { batchRows = rowsAtOnce, batchesMax = 1_000 }: Bounds = {},
): Promise<CleanUpResult[]> {
  const cleaned: CleanUpResult[] = []
  const failures: unknown[] = []
  for (const { table, deleteSome } of retentions) {
    let rows = 0
    try {
      for (let batch = 0; batch < batchesMax; batch += 1) {
        const deleted = await deleteSome(database, clock, batchRows)
        rows += deleted
        if (deleted < batchRows) break
      }
    } catch (error) {
      failures.push(error)
    }
    cleaned.push({ table, rows })
  }
  if (failures.length > 0) throw failures[0]
  return cleaned
}
