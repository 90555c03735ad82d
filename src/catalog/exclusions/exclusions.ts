import { exclusionEntriesMax, exclusionsMax } from '../../base/bounds.ts'
import type { Clock } from '../../base/clock.ts'
import { type Sql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { shareCatalogue } from '../lock-catalogue.ts'
import type { ExclusionEntry, ExclusionKind } from './exclusion-entry.ts'
import { matchEntries, unmatchEntries } from './match-exclusions.ts'

export type Exclusion = {
  label: string
  counts: Partial<Record<ExclusionKind, number>>
  createdAt: Date
  updatedAt: Date
  /** When it ends; null: never. */
  expiresAt: Date | null
}

/** Without `expiresAt` a list ends when it did before. */
type Draft = {
  label: string
  entries: readonly ExclusionEntry[]
  mode: 'add' | 'replace'
  expiresAt?: Date | null | undefined
}

/** Null, and nothing is changed, if the account would have too many entries or lists. A list whose time is over starts over. */
export function storeExclusion(
  db: Db,
  clock: Clock,
  keys: ChannelKeys,
  accountId: string,
  { label, entries, mode, expiresAt }: Draft,
): Promise<Exclusion | null> {
  const distinct = [...new Map(entries.map((entry) => [entry.hash.toString('hex'), entry])).values()]
  const hashes = sql`${distinct.map(({ hash }) => hash)}::bytea[]`
  const put = async (tx: Db): Promise<Exclusion | null> => {
    await shareCatalogue(tx, keys)
    await lockState(tx, accountId)
    const ended = await removeList(tx, accountId, label, isOver(clock.sql))
    await tx.query(sql`
      INSERT INTO exclusions AS x (account_id, label, created_at, updated_at, expires_at)
      VALUES (${accountId}, ${label}, ${clock.sql}, ${clock.sql}, ${expiresAt ?? null})
      ON CONFLICT (account_id, label) DO UPDATE SET updated_at = excluded.updated_at,
        expires_at = CASE WHEN ${expiresAt === undefined} THEN x.expires_at ELSE excluded.expires_at END`)
    const removed = ended ?? (mode === 'add' ? 0 : await removeOthers(tx, accountId, label, hashes))
    const added = await tx.query<{ hash: Buffer }>(sql`
      INSERT INTO exclusion_entries (account_id, label, hash, kind)
      SELECT ${accountId}, ${label}, given.hash, given.kind
      FROM unnest(${hashes}, ${distinct.map(({ kind }) => kind)}::text[]) AS given (hash, kind)
      ON CONFLICT DO NOTHING RETURNING hash`)
    const isNew = new Set(added.map(({ hash }) => hash.toString('hex')))
    await matchEntries(
      tx,
      keys,
      accountId,
      distinct.filter(({ hash }) => isNew.has(hash.toString('hex'))),
    )
    if (removed > 0) await unmatchEntries(tx, keys, accountId)
    if (!(await countChange(tx, accountId, added.length - removed))) throw new TooMany()
    return (await findExclusion(tx, accountId, label))!
  }
  return db.transaction(put).catch((error: unknown) => {
    if (error instanceof TooMany) return null
    throw error
  })
}

class TooMany extends Error {}

/** One change of an account at a time. */
const lockState = (tx: Db, accountId: string): Promise<unknown> =>
  tx.query(sql`
    INSERT INTO exclusion_states AS s (account_id, version, entries) VALUES (${accountId}, 1, 0)
    ON CONFLICT (account_id) DO UPDATE SET version = s.version + 1`)

async function removeOthers(tx: Db, accountId: string, label: string, kept: Sql): Promise<number> {
  const removed = await tx.query(sql`
    DELETE FROM exclusion_entries e WHERE account_id = ${accountId} AND label = ${label}
      AND NOT EXISTS (SELECT FROM unnest(${kept}) AS kept (hash) WHERE kept.hash = e.hash) RETURNING 1`)
  return removed.length
}

/** How many entries it had; null if there is no such list. */
async function removeList(tx: Db, accountId: string, label: string, condition: Sql): Promise<number | null> {
  const found = await tx.query(
    sql`SELECT FROM exclusions WHERE account_id = ${accountId} AND label = ${label} AND ${condition}`,
  )
  if (found.length === 0) return null
  const removed = await removeOthers(tx, accountId, label, sql`'{}'::bytea[]`)
  await tx.query(sql`DELETE FROM exclusions WHERE account_id = ${accountId} AND label = ${label}`)
  return removed
}

/** False when there are too many now. */
async function countChange(tx: Db, accountId: string, difference: number): Promise<boolean> {
  const [row] = await tx.query<{ entries: number; lists: number }>(sql`
    UPDATE exclusion_states SET entries = entries + ${difference} WHERE account_id = ${accountId}
    RETURNING entries, (SELECT count(*) FROM exclusions WHERE account_id = ${accountId})::int AS lists`)
  return row!.entries <= exclusionEntriesMax && row!.lists <= exclusionsMax
}

/** False if there is none of this name. */
export const deleteExclusion = (db: Db, keys: ChannelKeys, accountId: string, label: string): Promise<boolean> =>
  deleteWhere(db, keys, accountId, label, sql`true`)

/** False if it has not ended: somebody may have given it more time meanwhile. */
export const endExclusion = (
  db: Db,
  clock: Clock,
  keys: ChannelKeys,
  accountId: string,
  label: string,
): Promise<boolean> => deleteWhere(db, keys, accountId, label, isOver(clock.sql))

const isOver = (now: Sql): Sql => sql`expires_at <= ${now}`

/** The next round has the rest. */
const endedAtOnce = 100

/** `aheadOf` says how far ahead of `clock` that of an account is, so every list that has an end is looked at. */
export const findEndedExclusions = (
  db: Db,
  clock: Clock,
  aheadOf: (accountId: Sql) => Sql,
): Promise<{ accountId: string; label: string }[]> =>
  db.query(sql`
    SELECT account_id AS "accountId", label FROM exclusions
    WHERE ${isOver(sql`${clock.sql} + ${aheadOf(sql`exclusions.account_id`)}`)} ORDER BY expires_at LIMIT ${endedAtOnce}`)

function deleteWhere(db: Db, keys: ChannelKeys, accountId: string, label: string, condition: Sql): Promise<boolean> {
  return db.transaction(async (tx) => {
    await shareCatalogue(tx, keys)
    await tx.query(sql`SELECT FROM exclusion_states WHERE account_id = ${accountId} FOR UPDATE`)
    const removed = await removeList(tx, accountId, label, condition)
    if (removed === null) return false
    await lockState(tx, accountId)
    await unmatchEntries(tx, keys, accountId)
    await countChange(tx, accountId, -removed)
    return true
  })
}

const columns = (where: Sql): Sql => sql`
  SELECT label, created_at AS "createdAt", updated_at AS "updatedAt", expires_at AS "expiresAt", coalesce((
    SELECT json_object_agg(kind, entries) FROM (
      SELECT kind, count(*)::int AS entries FROM exclusion_entries e
      WHERE e.account_id = x.account_id AND e.label = x.label GROUP BY kind) counted), '{}') AS counts
  FROM exclusions x WHERE ${where}`

export async function findExclusion(db: Db, accountId: string, label: string): Promise<Exclusion | null> {
  const [row] = await db.query<Exclusion>(columns(sql`account_id = ${accountId} AND label = ${label}`))
  return row ?? null
}

/** By their labels. */
export const readExclusions = (db: Db, accountId: string): Promise<Exclusion[]> =>
  db.query<Exclusion>(sql`${columns(sql`account_id = ${accountId}`)} ORDER BY label COLLATE "C"`)

/** For the erasure of an account: what it knew of the catalogue by itself. */
export async function deleteExclusions(tx: Db, accountId: string): Promise<void> {
  const excluded = [sql`excluded_contacts`, sql`excluded_stores`, sql`exclusions`]
  for (const table of [...excluded, sql`own_emails`, sql`exclusion_states`]) {
    await tx.query(sql`DELETE FROM ${table} WHERE account_id = ${accountId}`)
  }
}
