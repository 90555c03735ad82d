/** Keys of the operator's own programs: `pso_…`. Only their hashes are stored. */
import { hash } from 'node:crypto'
import { randomBase62 } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

const shape = /^pso_[0-9A-Za-z]{40}$/
const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

type OperatorKey = {
  id: string
  name: string
  prefix: string
  canOperate: boolean
  createdAt: Date
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/** The only moment at which the key itself is known. `canOperate`: it opens the operator's API, too, and not only ingestion. */
export async function createOperatorKey(
  db: Db,
  name: string,
  { canOperate = false } = {},
): Promise<{ id: string; key: string }> {
  const key = `pso_${randomBase62(40)}`
  const id = `opk_${randomBase62(20)}`
  await db.query(sql`
    INSERT INTO operator_keys (operator_key_id, secret_hash, name, prefix, can_operate)
    VALUES (${id}, ${hashKey(key)}, ${name}, ${key.slice(0, 8)}, ${canOperate})`)
  return { id, key }
}

export const listOperatorKeys = (db: Db): Promise<OperatorKey[]> =>
  db.query(sql`
    SELECT operator_key_id AS id, name, prefix, can_operate AS "canOperate", created_at AS "createdAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
    FROM operator_keys ORDER BY created_at DESC, operator_key_id`)

/** Revoking twice keeps the first time. Null: there is no such key. */
export async function revokeOperatorKey(db: Db, id: string): Promise<{ name: string; revokedAt: Date } | null> {
  const [revoked] = await db.query<{ name: string; revokedAt: Date }>(sql`
    UPDATE operator_keys SET revoked_at = coalesce(revoked_at, now()) WHERE operator_key_id = ${id}
    RETURNING name, revoked_at AS "revokedAt"`)
  return revoked ?? null
}

const challenge = 'Bearer realm="operator"'

/** The key that a request presents: without one that may be used, a 401. */
export async function requireOperatorKey(db: Db, authorization: string | undefined): Promise<PresentedKey> {
  const [, presented] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (presented === undefined) throw problems.missingCredentials(challenge)
  const key = await findOperatorKey(db, presented)
  if (!key) throw problems.invalidCredentials(challenge)
  return key
}

type PresentedKey = { id: string; name: string; canOperate: boolean }

async function findOperatorKey(db: Db, presented: string): Promise<PresentedKey | null> {
  if (!shape.test(presented)) return null
  const [found] = await db.query<PresentedKey>(sql`
    SELECT operator_key_id AS id, name, can_operate AS "canOperate" FROM operator_keys WHERE secret_hash = ${hashKey(presented)} AND revoked_at IS NULL`)
  if (found) {
    await db.query(sql`
      UPDATE operator_keys SET last_used_at = now() WHERE operator_key_id = ${found.id}
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`)
  }
  return found ?? null
}

/** Asked in every transaction: a key that is revoked while a body is on its way takes no further line. */
export async function isUsable(tx: Db, id: string): Promise<boolean> {
  const found = await tx.query(sql`SELECT FROM operator_keys WHERE operator_key_id = ${id} AND revoked_at IS NULL`)
  return found.length > 0
}
