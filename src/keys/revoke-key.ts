import { defineOperation } from '../operation.ts'
import { problems } from '../problems.ts'
import { type SessionNeeds, spendsThisMonth } from '../session-needs.ts'
import { endKey, exampleKeyResult, keyParams, keyResult, readKeys, renderKey } from './keys.ts'

export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'POST',
  path: '/keys/{key_id}/revoke',
  summary: 'Revoke a key',
  description: 'The key stops working with the next request and can’t be restored. Revoking it again changes nothing.',
  scope: 'keys:manage',
  meter: 'session',
  request: { params: keyParams },
  reply: keyResult,
  problems: ['resource_not_found'],
  example: { summary: 'The revoked key', reply: exampleKeyResult },

  async run({ principal, params }, needs: SessionNeeds) {
    const { database, clock } = needs
    const accountId = principal.account.id
    const revokedAt = await endKey(database, clock, accountId, params.key_id)
    if (!revokedAt) throw problems.resourceNotFound('key_id')
    const [row] = await readKeys(database, accountId, params.key_id)
    return { object: 'key_result' as const, key: renderKey(row!, await spendsThisMonth(needs, principal, 'api_key')) }
  },
})
