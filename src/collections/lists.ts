import { randomBase62 } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'
import { catalogueVersion } from '../catalog/catalogue-state.ts'
import type { Db } from '../db/database.ts'

export const listKinds = ['contacts', 'stores'] as const
export type ListKind = (typeof listKinds)[number]

export type List = {
  id: string
  kind: ListKind
  name: string
  shared: boolean
  /** A person or a key. */
  createdBy: string
  createdAt: Date
  items: number
}

/** Who looks: the account, and the person in it; null for a key. */
export type Viewer = { accountId: string; userId: string | null }

const itemTables = {
  contacts: { table: rawSql('contact_list_items'), id: rawSql('contact_id') },
  stores: { table: rawSql('store_list_items'), id: rawSql('store_id') },
} satisfies Record<ListKind, { table: Sql; id: Sql }>

const countIn = (kind: ListKind): Sql => sql`
  (SELECT count(*)::int FROM ${itemTables[kind].table} i WHERE i.account_id = l.account_id AND i.list_id = l.list_id)`

const columns = sql`l.list_id AS id, l.kind, l.name, l.shared, l.created_by AS "createdBy", l.created_at AS "createdAt",
  CASE l.kind WHEN 'contacts' THEN ${countIn('contacts')} ELSE ${countIn('stores')} END AS items`

const visibleTo = ({ accountId, userId }: Viewer): Sql =>
  sql`l.account_id = ${accountId} AND (l.shared OR l.created_by = ${userId})`

/** The place of a list in the order of lists. */
export type ListPosition = { name: string; id: string }

/** By name, from a place on. */
export function readLists(
  db: Db,
  viewer: Viewer,
  { kind, after, limit }: { kind: ListKind | undefined; after: ListPosition | null; limit: number },
): Promise<List[]> {
  return db.query<List>(sql`
    SELECT ${columns} FROM contact_lists l
    WHERE ${visibleTo(viewer)} AND (${kind ?? null}::text IS NULL OR l.kind = ${kind ?? null})
      AND (${after?.id ?? null}::text IS NULL
        OR (lower(l.name) COLLATE "C", l.list_id COLLATE "C") > (lower(${after?.name ?? null}::text), ${after?.id ?? null}))
    ORDER BY lower(l.name) COLLATE "C", l.list_id COLLATE "C" LIMIT ${limit}`)
}

export async function countLists(db: Db, viewer: Viewer, kind: ListKind | undefined): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM contact_lists l
    WHERE ${visibleTo(viewer)} AND (${kind ?? null}::text IS NULL OR l.kind = ${kind ?? null})`)
  return row!.total
}

export async function findList(db: Db, viewer: Viewer, listId: string): Promise<List | null> {
  const [list] = await db.query<List>(
    sql`SELECT ${columns} FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId}`,
  )
  return list ?? null
}

/** Whether somebody sees the list that a column names, for statements of other modules. One that is gone is seen by nobody. */
export const isListSeen = (viewer: Viewer, listId: Sql): Sql =>
  sql`EXISTS (SELECT FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId})`

/** The ones that exist, and whether the whole account sees them. */
export async function sharedAmong(
  db: Db,
  accountId: string,
  listIds: readonly string[],
): Promise<Map<string, boolean>> {
  if (listIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; shared: boolean }>(sql`
    SELECT list_id AS id, shared FROM contact_lists WHERE account_id = ${accountId} AND list_id = ANY(${listIds}::text[])`)
  return new Map(rows.map(({ id, shared }) => [id, shared]))
}

/** The private ones of others. */
export async function hiddenAmong(db: Db, viewer: Viewer, listIds: readonly string[]): Promise<Set<string>> {
  if (listIds.length === 0) return new Set()
  const { accountId, userId } = viewer
  const rows = await db.query<{ id: string }>(sql`
    SELECT list_id AS id FROM contact_lists
    WHERE account_id = ${accountId} AND list_id = ANY(${listIds}::text[]) AND NOT shared AND created_by IS DISTINCT FROM ${userId}::text`)
  return new Set(rows.map(({ id }) => id))
}

export const listsMax = 500

/** Refused if the account has as many as it may have. The caller holds `lockAccount`, so concurrent calls can't exceed it. */
export async function insertList(
  tx: Db,
  accountId: string,
  { kind, name, shared, createdBy }: Pick<List, 'kind' | 'name' | 'shared' | 'createdBy'>,
): Promise<List> {
  const id = `lst_${randomBase62(20)}`
  const made = await tx.query(sql`
    INSERT INTO contact_lists (account_id, list_id, kind, name, shared, created_by)
    SELECT ${accountId}, ${id}, ${kind}, ${name}, ${shared}, ${createdBy}
    WHERE (SELECT count(*) FROM contact_lists WHERE account_id = ${accountId}) < ${listsMax}::int
    RETURNING list_id`)
  if (made.length === 0)
    throw problems.invalidRequest(undefined, `An account can have ${listsMax} lists. Delete one first.`)
  return (await findList(tx, { accountId, userId: createdBy }, id))!
}

/** The caller holds `lockList`, and has made sure that the caller may. */
export async function changeList(
  tx: Db,
  accountId: string,
  listId: string,
  change: { name?: string | undefined; shared?: boolean | undefined },
): Promise<void> {
  await tx.query(sql`
    UPDATE contact_lists SET name = coalesce(${change.name ?? null}, name), shared = coalesce(${change.shared ?? null}, shared)
    WHERE account_id = ${accountId} AND list_id = ${listId}`)
}

export async function deleteList(db: Db, viewer: Viewer, listId: string): Promise<boolean> {
  const gone = await db.query(
    sql`DELETE FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId} RETURNING 1`,
  )
  return gone.length > 0
}

/** Keeps a list from being deleted until the transaction ends. False: the viewer sees none. */
export async function keepList(tx: Db, viewer: Viewer, listId: string): Promise<boolean> {
  const kept = await tx.query(
    sql`SELECT FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId} FOR KEY SHARE`,
  )
  return kept.length > 0
}

/** Taken before a list is changed or filled, so that concurrent calls can't exceed its bound. Null if it does not exist. */
export async function lockList(tx: Db, viewer: Viewer, listId: string): Promise<List | null> {
  const locked = await tx.query(
    sql`SELECT FROM contact_lists l WHERE ${visibleTo(viewer)} AND l.list_id = ${listId} FOR UPDATE`,
  )
  return locked.length > 0 ? findList(tx, viewer, listId) : null
}

/**
 * The latest come first in a list, and those that were added together stand in the order in which they were given: of two,
 * the earlier is dated a microsecond later.
 */
const datedByPlace = (since: Sql): Sql => sql`${since} - place * interval '1 microsecond'`

/**
 * All or none: null when those that are not in yet would make more than `most`, which callers refuse in their own words
 * (`add-list-items.ts`, `watches/follow-store.ts`). The caller holds `lockList`.
 */
export async function addItems(
  tx: Db,
  accountId: string,
  { id: listId, kind }: Pick<List, 'id' | 'kind'>,
  itemIds: readonly string[],
  most: number,
): Promise<{ added: number } | null> {
  const { table, id } = itemTables[kind]
  const [outcome] = await tx.query<{ fits: boolean; added: number }>(sql`
    WITH listed AS (
      SELECT ${id} AS item FROM ${table} WHERE account_id = ${accountId} AND list_id = ${listId}
    ), fresh AS (
      SELECT item, min(place) AS place FROM unnest(${itemIds}::text[]) WITH ORDINALITY AS given (item, place)
      WHERE item NOT IN (SELECT item FROM listed) GROUP BY item
    ), bound AS (
      SELECT (SELECT count(*) FROM listed) + (SELECT count(*) FROM fresh) <= ${most}::int AS fits
    ), added AS (
      INSERT INTO ${table} (account_id, list_id, ${id}, added_version, added_at)
      SELECT ${accountId}, ${listId}, item, ${catalogueVersion(tx)}, ${datedByPlace(sql`now()`)} FROM fresh, bound WHERE fits
    )
    SELECT fits, (SELECT count(*)::int FROM fresh) AS added FROM bound`)
  return outcome!.fits ? { added: outcome!.added } : null
}

/** An item, and its place among all that one job or one change of the catalogue adds. */
type PlacedItem = { id: string; place: number }

/**
 * As many as fit, for a job or a watch that was given the list. Nothing when the list is gone. What a job adds little by little
 * stands together, as of the time `since`; null is now.
 */
export async function fillList(
  tx: Db,
  accountId: string,
  { id: listId, kind }: Pick<List, 'id' | 'kind'>,
  items: readonly PlacedItem[],
  since: Date | null,
): Promise<void> {
  const { table, id } = itemTables[kind]
  const locked = await tx.query(
    sql`SELECT FROM contact_lists WHERE account_id = ${accountId} AND list_id = ${listId} FOR UPDATE`,
  )
  if (locked.length === 0) return
  await tx.query(sql`
    WITH held AS (SELECT ${id} AS item FROM ${table} WHERE account_id = ${accountId} AND list_id = ${listId})
    INSERT INTO ${table} (account_id, list_id, ${id}, added_version, added_at)
    SELECT ${accountId}, ${listId}, item, ${catalogueVersion(tx)}, ${datedByPlace(sql`least(${since}::timestamptz, now())`)}
    FROM (
      SELECT item, min(place) AS place FROM unnest(${items.map((one) => one.id)}::text[], ${items.map(({ place }) => place)}::int[]) AS given (item, place)
      WHERE item NOT IN (SELECT item FROM held) GROUP BY item
    ) fresh
    ORDER BY place LIMIT greatest(0, ${itemsMax}::int - (SELECT count(*) FROM held))`)
}

export async function removeItems(
  db: Db,
  accountId: string,
  { id: listId, kind }: Pick<List, 'id' | 'kind'>,
  itemIds: readonly string[],
): Promise<number> {
  const { table, id } = itemTables[kind]
  const removed = await db.query(sql`
    DELETE FROM ${table}
    WHERE account_id = ${accountId} AND list_id = ${listId} AND ${id} = ANY(${itemIds}::text[]) RETURNING 1`)
  return removed.length
}

/** The place of an item in its list. The time is the database's own text of it, which loses nothing. */
export type ItemPosition = { addedAt: string; id: string }

/** The items of a list, the latest first, from a place on. */
export function readItems(
  db: Db,
  accountId: string,
  { id: listId, kind }: Pick<List, 'id' | 'kind'>,
  { after, limit }: { after: ItemPosition | null; limit: number },
): Promise<ItemPosition[]> {
  const { table, id } = itemTables[kind]
  return db.query<ItemPosition>(sql`
    SELECT ${id} AS id, added_at::text AS "addedAt" FROM ${table}
    WHERE account_id = ${accountId} AND list_id = ${listId}
      AND (${after?.id ?? null}::text IS NULL OR (added_at, ${id}) < (${after?.addedAt ?? null}::timestamptz, ${after?.id ?? null}))
    ORDER BY added_at DESC, ${id} DESC LIMIT ${limit}`)
}

export async function holdsItem(
  db: Db,
  accountId: string,
  { id: listId, kind }: Pick<List, 'id' | 'kind'>,
  itemId: string,
): Promise<boolean> {
  const { table, id } = itemTables[kind]
  const rows = await db.query(
    sql`SELECT FROM ${table} WHERE account_id = ${accountId} AND list_id = ${listId} AND ${id} = ${itemId}`,
  )
  return rows.length > 0
}

/** The ids of all items, the latest first. */
export async function itemIdsOf(db: Db, accountId: string, list: Pick<List, 'id' | 'kind'>): Promise<string[]> {
  const rows = await readItems(db, accountId, list, { after: null, limit: itemsMax })
  return rows.map(({ id }) => id)
}

/**
 * Keeps others from adding to a list until the transaction ends. False: somebody is adding to it, or deleting it. It does not wait for them: a
 * deletion waits for those who follow the list.
 */
export async function holdList(tx: Db, accountId: string, listId: string): Promise<boolean> {
  const held = await tx.query(sql`
    SELECT FROM contact_lists WHERE account_id = ${accountId} AND list_id = ${listId} FOR SHARE SKIP LOCKED`)
  return held.length > 0
}

/** For a watch that fills a list: false where somebody is changing it, or deleting it. It does not wait, as above. */
export async function holdToFill(tx: Db, accountId: string, listId: string): Promise<boolean> {
  const held = await tx.query(sql`
    SELECT FROM contact_lists WHERE account_id = ${accountId} AND list_id = ${listId} FOR UPDATE SKIP LOCKED`)
  return held.length > 0
}

/** All items, and since when and which version of the catalogue each is in the list; null in rows from before versions were kept. */
export function itemTimesOf(
  db: Db,
  accountId: string,
  { id: listId, kind }: Pick<List, 'id' | 'kind'>,
): Promise<{ id: string; addedAt: Date; addedVersion: number | null }[]> {
  const { table, id } = itemTables[kind]
  return db.query(sql`
    SELECT ${id} AS id, added_at AS "addedAt", added_version::float8 AS "addedVersion" FROM ${table}
    WHERE account_id = ${accountId} AND list_id = ${listId}`)
}

export const itemsMax = 10_000
