import { sql } from '../../src/base/sql.ts'
import type { Database, Db } from '../../src/db/database.ts'

/**
 * How many rows of a table `ask` read, by index or not, whatever it took of them: what must not grow with what an account
 * has. By the database's own count, so that statements run as they always do.
 */
export function rowsRead(database: Database, table: string, ask: (tx: Db) => Promise<unknown>): Promise<number> {
  return database.transaction(async (tx) => {
    const before = await readSoFar(tx, table)
    await ask(tx)
    return (await readSoFar(tx, table)) - before
  })
}

async function readSoFar(tx: Db, table: string): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(sql`
    SELECT pg_stat_get_xact_tuples_returned(${table}::regclass)
      + coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)::bigint AS rows
    FROM pg_index WHERE indrelid = ${table}::regclass`)
  return row!.rows
}
