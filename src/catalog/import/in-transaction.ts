import type { Client } from 'pg'
import { type Sql, sql } from '../../base/sql.ts'
import { type Db, toQuery } from '../../db/database.ts'

/** The connection that an import keeps to itself. */
export type Session = {
  client: Client
  /** Everything happens in one transaction and in tables of its own (`dry-tables.ts`), and is rolled back at the end. */
  isDry: boolean
}

export function queryOn(client: Client): Db {
  const db: Db = {
    query: async <Row>(statement: Sql) => (await client.query(toQuery(statement))).rows as Row[],
    transaction: (inner) => inner(db),
  }
  return db
}

/** A transaction on that connection; of a dry run, a part of its only one. */
export async function inTransaction<T>({ client, isDry }: Session, work: (tx: Db) => Promise<T>): Promise<T> {
  const tx = queryOn(client)
  if (isDry) return work(tx)
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
