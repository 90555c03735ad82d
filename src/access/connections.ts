import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** A connection is a consent: this client, for this person, in this account. */
export type Connection = {
  id: string
  clientId: string
  clientName: string
  clientUri: string | null
  userId: string
  userName: string
  scopes: string[]
  creditLimit: number | null
  createdAt: Date
}

const connectionColumns = sql`c.id, c.client_id AS "clientId", coalesce(o.name, o.client_id) AS "clientName",
  o.uri AS "clientUri", c.user_id AS "userId", u.name AS "userName", c.scopes, c.credit_limit AS "creditLimit",
  c.created_at AS "createdAt"`

/** Those of one account; `userId` narrows to one person's. */
export function readConnections(db: Db, accountId: string, userId: string | null): Promise<Connection[]> {
  return db.query<Connection>(sql`
    SELECT ${connectionColumns} FROM oauth_consents c
    JOIN oauth_clients o USING (client_id) JOIN users u ON u.id = c.user_id
    WHERE c.reference_id = ${accountId} AND (${userId}::text IS NULL OR c.user_id = ${userId}) AND NOT o.disabled
    ORDER BY c.created_at DESC, c.id`)
}

export type ConnectionOf = { clientId: string; userId: string; accountId: string }

/** Null also where nothing is connected yet. */
export async function readConnectionLimit(db: Db, connection: ConnectionOf): Promise<number | null> {
  const [known] = await db.query<{ creditLimit: number | null }>(sql`
    SELECT credit_limit AS "creditLimit" FROM oauth_consents
    WHERE client_id = ${connection.clientId} AND user_id = ${connection.userId} AND reference_id = ${connection.accountId}`)
  return known?.creditLimit ?? null
}

export async function setConnectionLimit(db: Db, connection: ConnectionOf, creditLimit: number | null): Promise<void> {
  await db.query(sql`
    UPDATE oauth_consents SET credit_limit = ${creditLimit}
    WHERE client_id = ${connection.clientId} AND user_id = ${connection.userId} AND reference_id = ${connection.accountId}`)
}

/**
 * Refused from the next request on. The consent is what admission looks for; the refresh tokens go with it, because a
 * refresh does not look for the consent.
 */
export async function endConnection(tx: Db, accountId: string, { clientId, userId }: Connection): Promise<void> {
  await tx.query(sql`
    DELETE FROM oauth_consents WHERE client_id = ${clientId} AND user_id = ${userId} AND reference_id = ${accountId}`)
  await tx.query(sql`
    DELETE FROM oauth_refresh_tokens WHERE client_id = ${clientId} AND user_id = ${userId} AND reference_id = ${accountId}`)
  await tx.query(sql`
    DELETE FROM oauth_access_tokens WHERE client_id = ${clientId} AND user_id = ${userId} AND reference_id = ${accountId}`)
}
