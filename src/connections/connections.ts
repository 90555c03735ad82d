import { type Static, Type } from 'typebox'
import { recordAct } from '../audit/record.ts'
import { randomBase62 } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import {
  count,
  dateTime,
  nullableInteger,
  nullableString,
  person,
  requestId,
  requestIdExample,
} from '../base/schema.ts'
import { managesMembers, type Role } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { personOf } from '../call/session-needs.ts'
import type { Db } from '../db/database.ts'
import { deleteTokens } from '../oauth/delete-tokens.ts'
import { endAuthorizationCodes } from '../sign-in/verifications.ts'

/** A connection is a consent: this client, for this person, in this account. */
type Connection = {
  id: string
  clientId: string
  clientName: string
  clientUri: string | null
  userId: string
  userName: string
  scopes: string[]
  creditLimit: number | null
  /** Who set the limit; null when there is none, or when it was set before this was recorded. */
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
function readConnections(db: Db, accountId: string, userId: string | null): Promise<Connection[]> {
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

/** Everything the person has consented to since they connected; nothing once they disconnected. */
export async function readConsentedScopes(db: Db, connection: ConnectionOf): Promise<string[]> {
  const [consent] = await db.query<{ scopes: string[] }>(
    sql`SELECT scopes FROM oauth_consents WHERE ${isOf(connection)}`,
  )
  return consent?.scopes ?? []
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

/** Whether this row of `oauth_clients` must be kept, because a limit would be deleted with it. */
export const isLimitedClient = sql`EXISTS (
  SELECT FROM oauth_consents o WHERE o.client_id = oauth_clients.client_id AND o.credit_limit IS NOT NULL)`

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
    WHERE ${isOf(connection)} AND (${managesMembers(setBy.role)} OR ${isOwnLimit})
    RETURNING id`)
  return changed !== undefined
}

/**
 * Makes the row in which better-auth then writes down the consent, so that it is never there without its limit. It opens
 * nothing yet. A connection that was disconnected starts over: nothing that was issued before works again. Returns the limit that
 * holds: the one chosen, unless it is not theirs to change. Without a choice it stays as it is; so does who set it, when the
 * choice repeats it.
 */
export async function prepareConnection(
  tx: Db,
  connection: ConnectionOf,
  { limit, by }: { limit?: number | null | undefined; by: { userId: string; role: Role } },
): Promise<number | null> {
  const { clientId, userId, accountId } = connection
  // Not the database's time: tokens are dated by this machine, and compared with it.
  const now = new Date()
  const [begun] = await tx.query(sql`
    INSERT INTO oauth_consents AS c (id, client_id, user_id, reference_id, scopes, created_at)
    VALUES (${`con_${randomBase62(20)}`}, ${clientId}, ${userId}, ${accountId}, '[]', ${now})
    ON CONFLICT (client_id, user_id, reference_id) DO UPDATE SET created_at = excluded.created_at WHERE NOT (${isConnected})
    RETURNING id`)
  if (begun) await forgetIssued(tx, connection)
  const { creditLimit } = await readConnectionLimit(tx, connection)
  const isChanged = limit !== undefined && limit !== creditLimit
  return isChanged && (await setConnectionLimit(tx, connection, limit, by)) ? limit : creditLimit
}

/** Admission looks for what the consent grants, and so does every issue of a token. */
export async function endConnection(tx: Db, connection: ConnectionOf): Promise<void> {
  await tx.query(sql`UPDATE oauth_consents SET scopes = '[]' WHERE ${isOf(connection)}`)
  await forgetIssued(tx, connection)
}

/** After a new password: whatever the person had connected, in every account, has to be connected again. Limits stay. */
export async function endConnectionsOfPerson(db: Db, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const open = await tx.query<{
      id: string
      clientId: string
      clientName: string
      accountId: string
      userName: string
    }>(sql`
      SELECT c.id, c.client_id AS "clientId", coalesce(o.name, o.client_id) AS "clientName", c.reference_id AS "accountId",
        u.name AS "userName"
      FROM oauth_consents c JOIN oauth_clients o USING (client_id) JOIN users u ON u.id = c.user_id
      WHERE c.user_id = ${userId} AND ${isConnected} ORDER BY c.id`)
    for (const connection of open) {
      await endConnection(tx, { ...connection, userId })
      await recordAct(tx, [connection.accountId], {
        action: 'connection.ended',
        door: 'web',
        actor: { type: 'member', id: userId, name: connection.userName },
        target: connectionTarget(connection),
        details: { reason: 'new password' },
      })
    }
  })
}

/**
 * better-auth writes down what was consented to last. Scopes that were granted before stay granted: it stays next to it,
 * until the person disconnects.
 */
export async function keepEarlierConsent(db: Db, connection: ConnectionOf, earlier: string[]): Promise<void> {
  await db.query(sql`
    UPDATE oauth_consents SET scopes = scopes || (
      SELECT coalesce(jsonb_agg(scope), '[]') FROM unnest(${earlier}::text[]) AS scope WHERE NOT scopes ? scope)
    WHERE ${isOf(connection)}`)
}

/** After a person left the account: nothing they connected stays, and neither do its limits. */
export async function endConnectionsOf(tx: Db, accountId: string, userId: string): Promise<void> {
  await deleteTokens(tx, { accountId, userId })
  await tx.query(sql`DELETE FROM oauth_consents WHERE reference_id = ${accountId} AND user_id = ${userId}`)
}

async function forgetIssued(tx: Db, connection: ConnectionOf): Promise<void> {
  await deleteTokens(tx, connection)
  await endAuthorizationCodes(tx, connection)
}

export const connection = Type.Object({
  id: Type.String(),
  object: Type.Literal('connection'),
  client: Type.Object({ id: Type.String(), name: Type.String(), uri: nullableString() }),
  member: Type.Object({ id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  credit_limit: nullableInteger({ description: 'The most contact credits it may spend in a usage month.' }),
  limit_set_by: person,
  credits_spent: count({ description: 'In the current usage month.' }),
  created_at: dateTime(),
})

export const connectionResult = Type.Object({
  object: Type.Literal('connection_result'),
  connection,
  request_id: requestId,
})

export const connectionParams = Type.Object({ connection_id: Type.String({ maxLength: 64 }) })

/** Owners and admins see everybody's connections, a member their own; what one can't see does not exist. */
export function visibleConnections(db: Db, principal: Principal): Promise<Connection[]> {
  const { userId, role } = personOf(principal)
  return readConnections(db, principal.account.id, managesMembers(role) ? null : userId)
}

export async function findVisibleConnection(db: Db, principal: Principal, id: string): Promise<Connection> {
  const found = (await visibleConnections(db, principal)).find((known) => known.id === id)
  if (!found) throw problems.resourceNotFound('connection_id')
  return found
}

/** As the audit log names it. */
export const connectionTarget = ({ id, clientName }: { id: string; clientName: string }) => ({
  type: 'connection',
  id,
  name: clientName,
})

export function renderConnection(row: Connection, spent: Map<string, number>): Static<typeof connection> {
  return {
    id: row.id,
    object: 'connection',
    client: { id: row.clientId, name: row.clientName, uri: row.clientUri },
    member: { id: row.userId, name: row.userName },
    scopes: row.scopes.filter((scope) => scope !== 'offline_access'),
    credit_limit: row.creditLimit,
    limit_set_by: row.limitSetBy,
    credits_spent: spent.get(row.id) ?? 0,
    created_at: row.createdAt.toISOString(),
  }
}

export const exampleConnection = {
  id: 'con_1QaZ2wSx3EdC4rFv5TgB',
  object: 'connection',
  client: { id: 'client_7YhN8ujM9ikO0plQ1azW2sxE', name: 'CRM', uri: 'https://crm.example' },
  member: { id: 'usr_4kQz8Xc1VbN7mLw2RtYp', name: 'Ada' },
  scopes: ['contacts:search', 'contacts:reveal'],
  credit_limit: 100,
  limit_set_by: { id: 'usr_4kQz8Xc1VbN7mLw2RtYp', name: 'Ada' },
  credits_spent: 3,
  created_at: '2026-11-15T09:00:00.000Z',
}

export const exampleConnectionResult = {
  object: 'connection_result',
  connection: exampleConnection,
  request_id: requestIdExample,
}

/** For an account that is erased. */
export async function deleteConnections(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM oauth_consents WHERE reference_id = ${accountId}`)
}
