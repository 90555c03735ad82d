import { Type } from 'typebox'
import { accountsOfKeys } from '../accounts/test-account.ts'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { creditLimit, givenName, nullableDateTime } from '../base/schema.ts'
import { sql } from '../base/sql.ts'
import { defineOperation } from '../call/operation.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
import { refuseThoseWithLimits } from '../credits/spending-limits.ts'
import { readExpiry } from './create-key.ts'
import { exampleKeyResult, keyParams, keyResult, readKeys, renderKey } from './keys.ts'
import { type KeySpendNeeds, spendsOfKeys } from './spends-of-keys.ts'

export const updateKey = defineOperation({
  id: 'updateKey',
  method: 'POST',
  path: '/keys/{key_id}',
  summary: 'Rename, limit or expire a key',
  description: 'Changes only the given fields. Null removes a limit or an expiry date.',
  scope: 'keys:manage',
  meter: 'session',
  request: {
    params: keyParams,
    body: Type.Object(
      {
        name: Type.Optional(givenName()),
        credit_limit: Type.Optional(creditLimit),
        expires_at: Type.Optional(nullableDateTime()),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  reply: keyResult,
  problems: ['resource_not_found', 'owner_required'],
  example: { summary: 'The changed key', request: { name: 'Nightly sync' }, reply: exampleKeyResult },

  async run(call, needs: SessionNeeds & KeySpendNeeds) {
    const { principal, params, body } = call
    const row = await needs.database.transaction(async (tx) => {
      const caller = await call.recheck(tx)
      // A key that has expired, or soon will, is as good as a new one with another date.
      if (body.credit_limit !== undefined || body.expires_at !== undefined) refuseThoseWithLimits(caller)
      const expiresAt = readExpiry(body.expires_at, principal.admittedAt)
      const owners = await accountsOfKeys(tx, principal.account.id)
      await tx.query(sql`
      UPDATE api_keys SET name = coalesce(${body.name?.trim()}, name),
        credit_limit = CASE WHEN ${body.credit_limit !== undefined} THEN ${body.credit_limit}::int ELSE credit_limit END,
        expires_at = CASE WHEN ${body.expires_at !== undefined} THEN ${expiresAt}::timestamptz ELSE expires_at END
      WHERE account_id = ANY(${owners}::text[]) AND key_id = ${params.key_id}`)
      const [key] = await readKeys(tx, owners, params.key_id)
      if (!key) throw problems.resourceNotFound('key_id')
      await recordCall(tx, call, 'key.changed', { target: { type: 'key', id: key.id, name: key.name }, details: body })
      return key
    })
    return { object: 'key_result' as const, key: renderKey(row, await spendsOfKeys(needs, principal)) }
  },
})
