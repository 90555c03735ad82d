import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Whose tokens: those of a person in an account, of one client or of all. */
type TokenOwner = { accountId: string; userId: string; clientId?: string }

/** Refresh tokens and opaque access tokens. Signed access tokens are not stored: they end with their grants. */
export async function deleteTokens(tx: Db, { accountId, userId, clientId }: TokenOwner): Promise<void> {
  await tx.query(sql`
    UPDATE oauth_grants SET ended_at = now()
    WHERE account_id = ${accountId} AND user_id = ${userId} AND (${clientId ?? null}::text IS NULL OR client_id = ${clientId})
      AND ended_at IS NULL`)
  const isTheirs = sql`reference_id = ${accountId} AND user_id = ${userId}
    AND (${clientId ?? null}::text IS NULL OR client_id = ${clientId})`
  await tx.query(sql`DELETE FROM oauth_refresh_tokens WHERE ${isTheirs}`)
  await tx.query(sql`DELETE FROM oauth_access_tokens WHERE ${isTheirs}`)
}
