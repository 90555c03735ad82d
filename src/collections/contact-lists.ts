import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { randomBase62 } from '../ids.ts'

export type ContactList = {
  id: string
  name: string
  shared: boolean
  createdBy: string
  createdAt: Date
  contacts: number
}

/** Who looks: the account, and the person in it. */
export type Viewer = { accountId: string; userId: string }

const columns = sql`l.list_id AS id, l.name, l.shared, l.created_by AS "createdBy", l.created_at AS "createdAt",
  (SELECT count(*)::int FROM contact_list_items i WHERE i.account_id = l.account_id AND i.list_id = l.list_id) AS contacts`

const visibleTo = ({ accountId, userId }: Viewer): Sql =>
  sql`l.account_id = ${accountId} AND (l.shared OR l.created_by = ${userId})`

const ownedBy = ({ accountId, userId }: Viewer): Sql => sql`l.account_id = ${accountId} AND l.created_by = ${userId}`

export function listLists(db: Db, viewer: Viewer): Promise<ContactList[]> {
  return db.query<ContactList>(
    sql`SELECT ${columns} FROM contact_lists l WHERE ${visibleTo(viewer)} ORDER BY lower(l.name), l.created_at`,
  )
}

export async function findList(db: Db, viewer: Viewer, listId: string): Promise<ContactList | null> {
  const [list] = await db.query<ContactList>(
    sql`SELECT ${columns} FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId}`,
  )
  return list ?? null
}

/** Null when the account has `most` of them already. */
export async function insertList(
  db: Db,
  viewer: Viewer,
  { name, shared }: Pick<ContactList, 'name' | 'shared'>,
  most: number,
): Promise<ContactList | null> {
  const id = `lst_${randomBase62(20)}`
  const made = await db.query(sql`
    INSERT INTO contact_lists (account_id, list_id, name, shared, created_by)
    SELECT ${viewer.accountId}, ${id}, ${name}, ${shared}, ${viewer.userId}
    WHERE (SELECT count(*) FROM contact_lists WHERE account_id = ${viewer.accountId}) < ${most}::int
    RETURNING list_id`)
  return made.length > 0 ? findList(db, viewer, id) : null
}

/** Of the maker alone; false when there is no such list of theirs. */
export async function changeList(
  db: Db,
  viewer: Viewer,
  listId: string,
  change: { name?: string; shared?: boolean },
): Promise<boolean> {
  const changed = await db.query(sql`
    UPDATE contact_lists l SET name = coalesce(${change.name ?? null}, l.name), shared = coalesce(${change.shared ?? null}, l.shared)
    WHERE ${ownedBy(viewer)} AND l.list_id = ${listId} RETURNING 1`)
  return changed.length > 0
}

export async function deleteList(db: Db, viewer: Viewer, listId: string): Promise<boolean> {
  const gone = await db.query(
    sql`DELETE FROM contact_lists l WHERE ${ownedBy(viewer)} AND l.list_id = ${listId} RETURNING 1`,
  )
  return gone.length > 0
}

/** The caller has made sure that the account owns the contacts. Stops at `most` in the list. */
export async function addContacts(
  db: Db,
  accountId: string,
  listId: string,
  contactIds: string[],
  most: number,
): Promise<number> {
  const added = await db.query(sql`
    INSERT INTO contact_list_items (account_id, list_id, contact_id)
    SELECT ${accountId}, ${listId}, contact_id FROM unnest(${contactIds}::text[]) AS contact_id
    WHERE (SELECT count(*) FROM contact_list_items WHERE account_id = ${accountId} AND list_id = ${listId})
      + cardinality(${contactIds}::text[]) <= ${most}::int
    ON CONFLICT DO NOTHING RETURNING 1`)
  return added.length
}

export async function removeContacts(db: Db, accountId: string, listId: string, contactIds: string[]): Promise<number> {
  const removed = await db.query(sql`
    DELETE FROM contact_list_items
    WHERE account_id = ${accountId} AND list_id = ${listId} AND contact_id = ANY(${contactIds}::text[]) RETURNING 1`)
  return removed.length
}

export async function contactIdsOf(db: Db, accountId: string, listId: string): Promise<Set<string>> {
  const rows = await db.query<{ contact_id: string }>(
    sql`SELECT contact_id FROM contact_list_items WHERE account_id = ${accountId} AND list_id = ${listId}`,
  )
  return new Set(rows.map((row) => row.contact_id))
}
