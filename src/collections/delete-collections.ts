import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** For an account that is erased: names of lists and searches are people's own words. */
export async function deleteCollections(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM saved_searches WHERE account_id = ${accountId}`)
  await tx.query(sql`DELETE FROM contact_lists WHERE account_id = ${accountId}`)
}

/** The lists that one person keeps from everybody else. */
const privateOf = (accountId: string, userId: string): Sql =>
  sql`account_id = ${accountId} AND created_by = ${userId} AND NOT shared`

export async function lockPrivateLists(tx: Db, accountId: string, userId: string): Promise<string[]> {
  const lists = await tx.query<{ id: string }>(
    sql`SELECT list_id AS id FROM contact_lists WHERE ${privateOf(accountId, userId)} ORDER BY list_id FOR UPDATE`,
  )
  return lists.map(({ id }) => id)
}

export async function deletePrivateLists(tx: Db, accountId: string, userId: string): Promise<void> {
  await tx.query(sql`DELETE FROM contact_lists WHERE ${privateOf(accountId, userId)}`)
}
