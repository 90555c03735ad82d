import { type Static, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import type { Principal } from '../principal.ts'
import { problems } from '../problems.ts'
import { count, dateTime, nullableInteger, nullableString, person, requestId, requestIdExample } from '../schema.ts'
import { personOf } from '../session-needs.ts'
import { type Connection, readConnections } from './connections.ts'

export const connection = Type.Object({
  id: Type.String(),
  object: Type.Literal('connection'),
  client: Type.Object({ id: Type.String(), name: Type.String(), uri: nullableString() }),
  member: Type.Object({ id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  credit_limit: nullableInteger({ description: 'The most contact credits it may spend a usage month.' }),
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
  return readConnections(db, principal.account.id, role === 'member' ? userId : null)
}

export async function findVisibleConnection(db: Db, principal: Principal, id: string): Promise<Connection> {
  const found = (await visibleConnections(db, principal)).find((known) => known.id === id)
  if (!found) throw problems.resourceNotFound('connection_id')
  return found
}

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
