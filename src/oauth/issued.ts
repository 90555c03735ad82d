import { createHash } from 'node:crypto'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Codes and tokens are stored as better-auth hashes them; a code's hash is the id of its grant. */
export const hashIssued = (value: string): string => createHash('sha256').update(value).digest('base64url')

type RefreshToken = { grantId: string | null; clientId: string; scopes: string[]; ended: boolean; expiresAt: Date }

export async function findRefreshToken(db: Db, token: string): Promise<RefreshToken | null> {
  const [found] = await db.query<RefreshToken>(sql`
    SELECT authorization_code_id AS "grantId", client_id AS "clientId", scopes, revoked IS NOT NULL AS ended,
      expires_at AS "expiresAt"
    FROM oauth_refresh_tokens WHERE token = ${hashIssued(token)}`)
  return found ?? null
}

/** A narrower access token was asked for; the next one may be wider again. */
export async function restoreScopes(db: Db, refreshToken: string, scopes: string[]): Promise<void> {
  await db.query(sql`
    UPDATE oauth_refresh_tokens SET scopes = ${JSON.stringify(scopes)} WHERE token = ${hashIssued(refreshToken)}`)
}

export async function hasRefreshTokens(db: Db, grantId: string): Promise<boolean> {
  const found = await db.query(sql`SELECT FROM oauth_refresh_tokens WHERE authorization_code_id = ${grantId} LIMIT 1`)
  return found.length > 0
}

export async function forgetRefreshTokens(db: Db, grantId: string): Promise<void> {
  await db.query(sql`DELETE FROM oauth_refresh_tokens WHERE authorization_code_id = ${grantId}`)
}
