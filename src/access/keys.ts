import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { newKeyId } from '../ids.ts'
import { hashKey, newApiKey, visiblePrefix } from './key-format.ts'
import { type Scope, scopes } from './scopes.ts'

export type KeyDraft = {
  accountId: string
  name: string
  scopes?: Scope[]
  creditLimit?: number | null
  expiresAt?: Date | null
  createdBy?: string | null
}

/** The only moment at which the key itself is known. */
export async function createKey(db: Db, draft: KeyDraft): Promise<{ keyId: string; apiKey: string }> {
  const apiKey = newApiKey()
  const keyId = newKeyId()
  await db.query(sql`
    INSERT INTO api_keys (secret_hash, key_id, account_id, name, prefix, scopes, credit_limit, expires_at, created_by)
    VALUES (${hashKey(apiKey)}, ${keyId}, ${draft.accountId}, ${draft.name}, ${visiblePrefix(apiKey)},
      ${draft.scopes ?? scopes}, ${draft.creditLimit}, ${draft.expiresAt}, ${draft.createdBy})`)
  return { keyId, apiKey }
}

export type ListedKey = {
  key_id: string
  name: string
  prefix: string
  scopes: Scope[]
  credit_limit: number | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

export function listKeys(db: Db, accountId: string): Promise<ListedKey[]> {
  return db.query<ListedKey>(sql`
    SELECT key_id, name, prefix, scopes, credit_limit, created_at, expires_at, revoked_at, last_used_at
    FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at, key_id`)
}

/** Effective on the next request, on every node: nothing caches a key. Revoking twice keeps the first time. */
export async function revokeKey(db: Db, clock: Clock, keyId: string): Promise<Date | null> {
  const [row] = await db.query<{ revoked_at: Date }>(sql`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${clock.sql}) WHERE key_id = ${keyId} RETURNING revoked_at`)
  return row?.revoked_at ?? null
}

/** To the minute is enough to recognise a forgotten key, and keeps a write out of almost every request. */
export async function touchKey(db: Db, clock: Clock, keyId: string): Promise<void> {
  await db.query(sql`
    UPDATE api_keys SET last_used_at = ${clock.sql}
    WHERE key_id = ${keyId} AND (last_used_at IS NULL OR last_used_at < ${clock.sql} - interval '1 minute')`)
}
