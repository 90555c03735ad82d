import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type Connection = { clientId: string; userId: string; accountId: string }

/** What a person grants a client in an account at this moment; nothing once they disconnected or left. */
export type ReadGrantedScopes = (connection: Connection) => Promise<string[]>

/** What one redeemed code opened. Several of one connection live side by side, and each ends by itself. */
type Grant = Connection & { grantId: string; scopes: string[] }

/**
 * Whether a token with these scopes may be issued now: the person is still connected and a member, and the grant, if this
 * is not its first token, has not ended and covers them.
 */
export async function issueUnderGrant(db: Db, grant: Grant, readGrantedScopes: ReadGrantedScopes): Promise<boolean> {
  const { grantId, clientId, userId, accountId, scopes } = grant
  const consented = await readGrantedScopes({ clientId, userId, accountId })
  if (consented.length === 0) return false
  // Not the database's time: tokens are dated by this machine, and compared with it.
  const now = new Date()
  const [known] = await db.query<{ scopes: string[]; ended: boolean }>(sql`
    UPDATE oauth_grants SET issued_at = ${now} WHERE grant_id = ${grantId}
    RETURNING scopes, ended_at IS NOT NULL AS ended`)
  if (known) return !known.ended && scopes.every((scope) => known.scopes.includes(scope))
  if (!scopes.every((scope) => consented.includes(scope))) return false
  await db.query(sql`
    INSERT INTO oauth_grants (grant_id, client_id, user_id, account_id, scopes, created_at, issued_at)
    VALUES (${grantId}, ${clientId}, ${userId}, ${accountId}, ${JSON.stringify(scopes)}, ${now}, ${now})
    ON CONFLICT (grant_id) DO NOTHING`)
  return true
}

/** Its access tokens end with it. Only if it is that client's. */
export async function endGrant(db: Db, grantId: string, clientId: string): Promise<void> {
  await db.query(sql`
    UPDATE oauth_grants SET ended_at = now() WHERE grant_id = ${grantId} AND client_id = ${clientId} AND ended_at IS NULL`)
}

export async function isLiveGrant(db: Db, grantId: string): Promise<boolean> {
  const found = await db.query(sql`SELECT FROM oauth_grants WHERE grant_id = ${grantId} AND ended_at IS NULL`)
  return found.length > 0
}
