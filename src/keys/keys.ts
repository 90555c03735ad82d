import { type Static, Type } from 'typebox'
import type { Act } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import { modeOf, newKeyId } from '../base/ids.ts'
import {
  count,
  dateTime,
  nullableDateTime,
  nullableInteger,
  oneOf,
  person,
  requestId,
  requestIdExample,
} from '../base/schema.ts'
import { type Scope, scopes } from '../base/scopes.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { hashKey, modeOfKey, newApiKey, visiblePrefix } from './key-format.ts'

export type KeyDraft = {
  accountId: string
  name: string
  /** Unset: as `ofNewKey` says. */
  scopes?: Scope[] | undefined
  creditLimit?: number | null | undefined
  /** Unset: as `ofNewKey` says; null: never. */
  expiresAt?: Date | null | undefined
  createdBy?: string | null
}

/** What a key has whose maker says nothing else, whichever door they use: it may do everything, and never expires. */
const ofNewKey = { scopes, expiresAt: null }

/** The door writes into its log who made the key, and for which account. */
type RecordKey = (action: 'key.created', act: Act) => Promise<void>

/**
 * The only moment at which the key itself is known. Its mode is that of its account. Without `record` it is part of a
 * new account or of the demo, which are no acts of their own.
 */
export async function makeKey(db: Db, draft: KeyDraft, record?: RecordKey): Promise<{ keyId: string; apiKey: string }> {
  const { scopes: granted = ofNewKey.scopes, expiresAt = ofNewKey.expiresAt } = draft
  const mode = modeOf(draft.accountId)
  const apiKey = newApiKey(mode)
  const keyId = newKeyId()
  await db.query(sql`
    INSERT INTO api_keys (secret_hash, key_id, account_id, name, prefix, scopes, credit_limit, expires_at, created_by)
    VALUES (${hashKey(apiKey)}, ${keyId}, ${draft.accountId}, ${draft.name}, ${visiblePrefix(apiKey)},
      ${granted}, ${draft.creditLimit}, ${expiresAt}, ${draft.createdBy})`)
  await record?.('key.created', {
    target: { type: 'key', id: keyId, name: draft.name },
    details: {
      ...(mode === 'test' && { mode }),
      scopes: granted.join(' '),
      credit_limit: draft.creditLimit,
      expires_at: draft.expiresAt === null ? null : draft.expiresAt?.toISOString(),
    },
  })
  return { keyId, apiKey }
}

export async function countLiveKeys(db: Db, accountId: string): Promise<number> {
  const [live] = await db.query<{ count: number }>(
    sql`SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL`,
  )
  return live!.count
}

/** The condition under which key `k` lets a caller in. */
export const isUsableKey = (now: Sql): Sql =>
  sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`

/** The same of a row that was usable and is proven unchanged, so that only time can have ended it. */
export const isStillUsableKey = (expiresAt: Date | null, now: Date): boolean => expiresAt === null || expiresAt > now

export type Key = {
  id: string
  name: string
  prefix: string
  scopes: Scope[]
  creditLimit: number | null
  createdBy: { id: string; name: string } | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/** The keys of one customer, live and test, newest first; `keyId` picks one. A key of somebody else is not found. */
export function readKeys(db: Db, accountIds: string | readonly string[], keyId: string | null = null): Promise<Key[]> {
  return db.query<Key>(sql`
    SELECT k.key_id AS id, k.name, k.prefix, k.scopes, k.credit_limit AS "creditLimit", k.created_at AS "createdAt",
      k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt",
      CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name) END AS "createdBy"
    FROM api_keys k LEFT JOIN users u ON u.id = k.created_by
    WHERE k.account_id = ANY(${[accountIds].flat()}::text[]) AND (${keyId}::text IS NULL OR k.key_id = ${keyId})
    ORDER BY k.created_at DESC, k.key_id`)
}

/**
 * Nothing caches a key (AUTH-3). Revoking twice keeps the first time. Only the
 * operator passes null for the accounts, and so reaches the key of any.
 */
export async function endKey(
  db: Db,
  clock: Clock,
  accountIds: string | readonly string[] | null,
  keyId: string,
): Promise<{ revokedAt: Date; accountId: string; name: string; isNew: boolean } | null> {
  const of = accountIds === null ? null : [accountIds].flat()
  const [ended] = await db.query<{ revokedAt: Date; accountId: string; name: string; isNew: boolean }>(sql`
    WITH known AS (
      SELECT key_id, revoked_at FROM api_keys
      WHERE key_id = ${keyId} AND (${of}::text[] IS NULL OR account_id = ANY(${of}::text[])) FOR UPDATE)
    UPDATE api_keys k SET revoked_at = coalesce(k.revoked_at, ${clock.sql})
    FROM known WHERE k.key_id = known.key_id
    RETURNING k.revoked_at AS "revokedAt", k.account_id AS "accountId", k.name, known.revoked_at IS NULL AS "isNew"`)
  return ended ?? null
}

/** To the minute is enough to recognise a forgotten key, and keeps a write out of almost every request. */
export async function touchKey(db: Db, clock: Clock, keyId: string): Promise<void> {
  await db.query(sql`
    UPDATE api_keys SET last_used_at = ${clock.sql}
    WHERE key_id = ${keyId} AND (last_used_at IS NULL OR last_used_at < ${clock.sql} - interval '1 minute')`)
}

export const key = Type.Object({
  id: Type.String(),
  object: Type.Literal('key'),
  mode: oneOf(['live', 'test'], { description: 'A test key reaches test mode and nothing else.' }),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key, to recognise it by.' }),
  scopes: Type.Array(oneOf(scopes)),
  credit_limit: nullableInteger({ description: 'The most contact credits it may spend in a usage month.' }),
  credits_spent: count({ description: 'In the current usage month.' }),
  created_by: person,
  created_at: dateTime(),
  expires_at: nullableDateTime(),
  revoked_at: nullableDateTime(),
  last_used_at: nullableDateTime({ description: 'To the minute.' }),
})

export const keyResult = Type.Object({ object: Type.Literal('key_result'), key, request_id: requestId })
export const keyParams = Type.Object({ key_id: Type.String({ maxLength: 64 }) })

export function renderKey(row: Key, spent: Map<string, number>): Static<typeof key> {
  return {
    id: row.id,
    object: 'key',
    mode: modeOfKey(row.prefix),
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    credit_limit: row.creditLimit,
    credits_spent: spent.get(row.id) ?? 0,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }
}

export const exampleKey = {
  id: 'key_2MnB7vCx4ZaQ9wErT6yU',
  object: 'key',
  mode: 'live',
  name: 'Nightly sync',
  prefix: 'psk_live_4fQa',
  scopes: ['stores:read', 'contacts:search'],
  credit_limit: null,
  credits_spent: 0,
  created_by: { id: 'usr_4kQz8Xc1VbN7mLw2RtYp', name: 'Ada' },
  created_at: '2026-11-15T09:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
}

export const exampleKeyResult = { object: 'key_result', key: exampleKey, request_id: requestIdExample }

/** For an account that is erased. Its ledger still names the ids. */
export async function deleteKeys(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM api_keys WHERE account_id = ${accountId}`)
}

/** Keys of a test account that is started over. */
export async function moveKeys(tx: Db, from: string, to: string): Promise<void> {
  await tx.query(sql`UPDATE api_keys SET account_id = ${to} WHERE account_id = ${from}`)
}

/** Accounts with a key that begins like this; at most `limit`. */
export async function accountsOfKeyPrefix(db: Db, prefix: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`SELECT DISTINCT account_id AS id FROM api_keys WHERE prefix = ${visiblePrefix(prefix)} LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export async function accountOfKey(db: Db, keyId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`SELECT account_id AS id FROM api_keys WHERE key_id = ${keyId}`)
  return rows.map(({ id }) => id)
}
