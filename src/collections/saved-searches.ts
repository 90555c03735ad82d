import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export type SavedSearch = {
  id: string
  name: string
  searches: 'contacts' | 'stores'
  query: object
  createdBy: string
  createdAt: Date
}

const columns = sql`saved_search_id AS id, name, searches, query, created_by AS "createdBy", created_at AS "createdAt"`

export function listSearches(db: Db, accountId: string): Promise<SavedSearch[]> {
  return db.query<SavedSearch>(
    sql`SELECT ${columns} FROM saved_searches WHERE account_id = ${accountId} ORDER BY lower(name), created_at`,
  )
}

/** Null if the account already has `most` of them. The caller holds `lockAccount`, so concurrent calls can't exceed it. */
export async function insertSearch(
  tx: Db,
  accountId: string,
  search: Pick<SavedSearch, 'name' | 'searches' | 'query' | 'createdBy'>,
  most: number,
): Promise<SavedSearch | null> {
  const [saved] = await tx.query<SavedSearch>(sql`
    INSERT INTO saved_searches (account_id, saved_search_id, name, searches, query, created_by)
    SELECT ${accountId}, ${`sea_${randomBase62(20)}`}, ${search.name}, ${search.searches}, ${JSON.stringify(search.query)}::jsonb,
      ${search.createdBy}
    WHERE (SELECT count(*) FROM saved_searches WHERE account_id = ${accountId}) < ${most}::int
    RETURNING ${columns}`)
  return saved ?? null
}

export async function deleteSearch(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db.query(
    sql`DELETE FROM saved_searches WHERE account_id = ${accountId} AND saved_search_id = ${id} RETURNING 1`,
  )
  return gone.length > 0
}
