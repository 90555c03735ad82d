import type { Client } from 'pg'
import { type Sql, sql } from '../../base/sql.ts'
import { type Db, toQuery } from '../../db/database.ts'

/** A transaction on the connection that an import keeps to itself. */
export async function inTransaction<T>(client: Client, work: (tx: Db) => Promise<T>): Promise<T> {
  const tx: Db = {
    query: async <Row>(statement: Sql) => (await client.query(toQuery(statement))).rows as Row[],
    transaction: (inner) => inner(tx),
  }
  await tx.query(sql`BEGIN`)
  try {
    const result = await work(tx)
    await tx.query(sql`COMMIT`)
    return result
  } catch (error) {
    // The connection ends with the import; a rollback that fails has nothing left to protect.
    await tx.query(sql`ROLLBACK`).catch(() => {})
    throw error
  }
}
