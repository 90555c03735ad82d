import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { randomBase62 } from '../ids.ts'
import type { Role } from '../scopes.ts'

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
  /** Who set the limit; null when there is none, or when it is older than this memory. */
  limitSetBy: { id: string; name: string } | null
  createdAt: Date
}

const connectionColumns = sql`c.id, c.client_id AS "clientId", coalesce(o.name, o.client_id) AS "clientName",
  o.uri AS "clientUri", c.user_id AS "userId", u.name AS "userName", c.scopes, c.credit_limit AS "creditLimit",
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END AS "limitSetBy",
  c.created_at AS "createdAt"`

/** Disconnecting empties a consent instead of deleting it. `c` is the consent. */
export const isConnected = sql`c.scopes <> '[]'`

/** Those of one account; `userId` narrows to one person's. */
export function readConnections(db: Db, accountId: string, userId: string | null): Promise<Connection[]> {
  return db.query<Connection>(sql`
    SELECT ${connectionColumns} FROM oauth_consents c
    JOIN oauth_clients o USING (client_id) JOIN users u ON u.id = c.user_id LEFT JOIN users s ON s.id = c.limit_set_by
    WHERE c.reference_id = ${accountId} AND (${userId}::text IS NULL OR c.user_id = ${userId}) AND NOT o.disabled
      AND ${isConnected}
    ORDER BY c.created_at DESC, c.id`)
}

export type ConnectionOf = { clientId: string; userId: string; accountId: string }

const isOf = ({ clientId, userId, accountId }: ConnectionOf) =>
  sql`client_id = ${clientId} AND user_id = ${userId} AND reference_id = ${accountId}`

/** What the person granted last, and nothing once they disconnected or left the account. */
export async function readGrantedScopes(db: Db, connection: ConnectionOf): Promise<string[]> {
  const [granted] = await db.query<{ scopes: string[] }>(sql`
    SELECT c.scopes FROM oauth_consents c
    WHERE ${isOf(connection)}
      AND EXISTS (SELECT FROM members m WHERE m.account_id = c.reference_id AND m.user_id = c.user_id)`)
  return granted?.scopes ?? []
}

export type ConnectionLimit = {
  creditLimit: number | null
  /** An owner or admin set it, and not the person whose connection it is. */
  isImposed: boolean
}

/** A limit outlives its connection. */
export async function readConnectionLimit(db: Db, connection: ConnectionOf): Promise<ConnectionLimit> {
  const [known] = await db.query<ConnectionLimit>(sql`
    SELECT credit_limit AS "creditLimit", NOT ${isOwnLimit} AS "isImposed"
    FROM oauth_consents WHERE ${isOf(connection)}`)
  return known ?? { creditLimit: null, isImposed: false }
}

const isOwnLimit = sql`coalesce(limit_set_by, user_id) = user_id`

/** False when the limit is not theirs to change: a member can't undo what an owner or admin set, nor replace it. */
export async function setConnectionLimit(
  db: Db,
  connection: ConnectionOf,
  creditLimit: number | null,
  setBy: { userId: string; role: Role },
): Promise<boolean> {
  const [changed] = await db.query(sql`
    UPDATE oauth_consents
    SET credit_limit = ${creditLimit}, limit_set_by = ${creditLimit === null ? null : setBy.userId}
    WHERE ${isOf(connection)} AND (${setBy.role !== 'member'} OR ${isOwnLimit})
    RETURNING id`)
  return changed !== undefined
}

/**
 * Makes the row in which better-auth then writes down the consent, so that it is never there without its limit. It opens
 * nothing yet. One that was disconnected begins anew: nothing that was issued before works again.
 */
export async function prepareConnection(tx: Db, connection: ConnectionOf): Promise<void> {
  const { clientId, userId, accountId } = connection
  // Not the database's time: tokens are dated by this machine, and compared with it.
  const now = new Date()
  const [begun] = await tx.query(sql`
    INSERT INTO oauth_consents AS c (id, client_id, user_id, reference_id, scopes, created_at)
    VALUES (${`con_${randomBase62(20)}`}, ${clientId}, ${userId}, ${accountId}, '[]', ${now})
    ON CONFLICT (client_id, user_id, reference_id) DO UPDATE SET created_at = excluded.created_at WHERE NOT (${isConnected})
    RETURNING id`)
  if (begun) await forgetIssued(tx, connection)
}

/** Refused from the next request on: admission looks for what the consent grants, and so does every issue of a token. */
export async function endConnection(tx: Db, connection: ConnectionOf): Promise<void> {
  await tx.query(sql`UPDATE oauth_consents SET scopes = '[]' WHERE ${isOf(connection)}`)
  await forgetIssued(tx, connection)
}

/** Refresh tokens, opaque tokens, and codes that nobody has redeemed yet. */
async function forgetIssued(tx: Db, connection: ConnectionOf): Promise<void> {
  await tx.query(sql`DELETE FROM oauth_refresh_tokens WHERE ${isOf(connection)}`)
  await tx.query(sql`DELETE FROM oauth_access_tokens WHERE ${isOf(connection)}`)
  const { clientId, userId, accountId } = connection
  const grant = JSON.stringify({ userId, referenceId: accountId, query: { client_id: clientId } })
  await tx.query(sql`
    DELETE FROM verifications
    WHERE CASE WHEN value LIKE '{"type":"authorization_code"%' THEN value::jsonb @> ${grant}::jsonb END`)
}
