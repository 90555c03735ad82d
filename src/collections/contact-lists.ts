import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

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

/** Null if the account already has `most` of them. The caller holds `lockAccount`, so concurrent calls can't exceed it. */
export async function insertList(
  tx: Db,
  viewer: Viewer,
  { name, shared }: Pick<ContactList, 'name' | 'shared'>,
  most: number,
): Promise<ContactList | null> {
  const id = `lst_${randomBase62(20)}`
  const made = await tx.query(sql`
    INSERT INTO contact_lists (account_id, list_id, name, shared, created_by)
    SELECT ${viewer.accountId}, ${id}, ${name}, ${shared}, ${viewer.userId}
    WHERE (SELECT count(*) FROM contact_lists WHERE account_id = ${viewer.accountId}) < ${most}::int
    RETURNING list_id`)
  return made.length > 0 ? findList(tx, viewer, id) : null
}

/** Only for its maker; false when there is no such list of theirs. */
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

/** Taken before adding to a list, so that concurrent calls can't exceed its bound. False if the list does not exist. */
export async function lockList(tx: Db, viewer: Viewer, listId: string): Promise<boolean> {
  const locked = await tx.query(
    sql`SELECT FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId} FOR UPDATE`,
  )
  return locked.length > 0
}

/**
 * All or none: false when those that are not in yet would make more than `most`. The caller holds `lockList`, and has
 * made sure that the account owns the contacts.
 */
export async function addContacts(
  tx: Db,
  accountId: string,
  listId: string,
  contactIds: string[],
  most: number,
): Promise<boolean> {
  const [added] = await tx.query<{ fits: boolean }>(sql`
    WITH listed AS (
      SELECT contact_id FROM contact_list_items WHERE account_id = ${accountId} AND list_id = ${listId}
    ), fresh AS (
      SELECT unnest(${contactIds}::text[]) AS contact_id EXCEPT SELECT contact_id FROM listed
    ), bound AS (
      SELECT (SELECT count(*) FROM listed) + (SELECT count(*) FROM fresh) <= ${most}::int AS fits
    ), added AS (
      INSERT INTO contact_list_items (account_id, list_id, contact_id)
      SELECT ${accountId}, ${listId}, contact_id FROM fresh, bound WHERE fits
    )
    SELECT fits FROM bound`)
  return added!.fits
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
