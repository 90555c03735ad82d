import { isDeepStrictEqual } from 'node:util'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export const searchKinds = ['contacts', 'stores'] as const
type SearchKind = (typeof searchKinds)[number]

export type SavedSearch = {
  id: string
  name: string
  kind: SearchKind
  query: object
  /** A person or a key. */
  createdBy: string
  createdAt: Date
}

export type AskedSearch = Pick<SavedSearch, 'kind' | 'query'>

const columns = sql`saved_search_id AS id, name, searches AS kind, query, created_by AS "createdBy", created_at AS "createdAt"`

/** The place of a saved search in the order of saved searches. */
export type SearchPosition = { name: string; id: string }

/** By name, from a place on. */
export function readSearches(
  db: Db,
  accountId: string,
  { kind, after, limit }: { kind: SearchKind | undefined; after: SearchPosition | null; limit: number },
): Promise<SavedSearch[]> {
  return db.query<SavedSearch>(sql`
    SELECT ${columns} FROM saved_searches
    WHERE account_id = ${accountId} AND (${kind ?? null}::text IS NULL OR searches = ${kind ?? null})
      AND (${after?.id ?? null}::text IS NULL
        OR (lower(name) COLLATE "C", saved_search_id COLLATE "C") > (lower(${after?.name ?? null}::text), ${after?.id ?? null}))
    ORDER BY lower(name) COLLATE "C", saved_search_id COLLATE "C" LIMIT ${limit}`)
}

export async function countSearches(db: Db, accountId: string, kind: SearchKind | undefined): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM saved_searches
    WHERE account_id = ${accountId} AND (${kind ?? null}::text IS NULL OR searches = ${kind ?? null})`)
  return row!.total
}

/** Whether two find the same, in whatever order. */
export const isSameSearch = (one: AskedSearch, other: AskedSearch): boolean =>
  one.kind === other.kind && isDeepStrictEqual(filtersOf(one), filtersOf(other))

function filtersOf({ query }: AskedSearch): object {
  const { sort: _, ...filters } = query as { sort?: string }
  return filters
}

export async function findSearch(db: Db, accountId: string, id: string): Promise<SavedSearch | null> {
  const [saved] = await db.query<SavedSearch>(
    sql`SELECT ${columns} FROM saved_searches WHERE account_id = ${accountId} AND saved_search_id = ${id}`,
  )
  return saved ?? null
}

/** The same, which stays as it is until the transaction ends. */
export async function holdSearch(tx: Db, accountId: string, id: string): Promise<SavedSearch | null> {
  const [saved] = await tx.query<SavedSearch>(sql`
    SELECT ${columns} FROM saved_searches WHERE account_id = ${accountId} AND saved_search_id = ${id} FOR SHARE`)
  return saved ?? null
}

/** For a change of what it finds: its watches are read and written while it is held. */
export async function lockSearch(tx: Db, accountId: string, id: string): Promise<SavedSearch | null> {
  const [saved] = await tx.query<SavedSearch>(sql`
    SELECT ${columns} FROM saved_searches WHERE account_id = ${accountId} AND saved_search_id = ${id} FOR NO KEY UPDATE`)
  return saved ?? null
}

/** Null if the account already has `most` of them. The caller holds `lockAccount`, so concurrent calls can't exceed it. */
export async function insertSearch(
  tx: Db,
  accountId: string,
  search: Pick<SavedSearch, 'name' | 'kind' | 'query' | 'createdBy'>,
  most: number,
): Promise<SavedSearch | null> {
  const [saved] = await tx.query<SavedSearch>(sql`
    INSERT INTO saved_searches (account_id, saved_search_id, name, searches, query, created_by)
    SELECT ${accountId}, ${`sea_${randomBase62(20)}`}, ${search.name}, ${search.kind}, ${JSON.stringify(search.query)}::jsonb,
      ${search.createdBy}
    WHERE (SELECT count(*) FROM saved_searches WHERE account_id = ${accountId}) < ${most}::int
    RETURNING ${columns}`)
  return saved ?? null
}

export async function changeSearch(
  db: Db,
  accountId: string,
  id: string,
  change: { name?: string | undefined; kind?: SearchKind | undefined; query?: object | undefined },
): Promise<SavedSearch | null> {
  const [saved] = await db.query<SavedSearch>(sql`
    UPDATE saved_searches SET name = coalesce(${change.name ?? null}, name), searches = coalesce(${change.kind ?? null}, searches),
      query = coalesce(${change.query === undefined ? null : JSON.stringify(change.query)}::jsonb, query)
    WHERE account_id = ${accountId} AND saved_search_id = ${id} RETURNING ${columns}`)
  return saved ?? null
}

export async function deleteSearch(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db.query(
    sql`DELETE FROM saved_searches WHERE account_id = ${accountId} AND saved_search_id = ${id} RETURNING 1`,
  )
  return gone.length > 0
}
