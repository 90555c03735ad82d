import { type Static, Type } from 'typebox'
import {
  count,
  dateTime,
  nullableDateTime,
  nullableInteger,
  oneOf,
  person,
  requestId,
  requestIdExample,
} from '../schema.ts'
import { scopes } from '../scopes.ts'
import type { Key } from './keys.ts'

export const key = Type.Object({
  id: Type.String(),
  object: Type.Literal('key'),
  name: Type.String(),
  prefix: Type.String({ description: 'The beginning of the key: enough to recognise it.' }),
  scopes: Type.Array(oneOf(scopes)),
  credit_limit: nullableInteger({ description: 'The most contact credits it may spend a usage month.' }),
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
