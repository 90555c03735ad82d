import { accountsOfKeys } from '../accounts/test-account.ts'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
import { endKey, exampleKeyResult, keyParams, keyResult, readKeys, renderKey } from './keys.ts'
import { type KeySpendNeeds, spendsOfKeys } from './spends-of-keys.ts'

export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'POST',
  path: '/keys/{key_id}/revoke',
  summary: 'Revoke a key',
  description: 'The key stops working and can’t be restored. Revoking it again changes nothing.',
  scope: 'keys:manage',
  meter: 'session',
  request: { params: keyParams },
  reply: keyResult,
  problems: ['resource_not_found'],
  example: { summary: 'The revoked key', reply: exampleKeyResult },

  async run(call, needs: SessionNeeds & KeySpendNeeds) {
    const { principal, params } = call
    const { database, clock } = needs
    const row = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const owners = await accountsOfKeys(tx, principal.account.id)
      const ended = await endKey(tx, clock, owners, params.key_id)
      if (!ended) throw problems.resourceNotFound('key_id')
      const [key] = await readKeys(tx, owners, params.key_id)
      const target = { type: 'key', id: params.key_id, name: key!.name }
      if (ended.isNew) await recordCall(tx, call, 'key.revoked', { target })
      return key!
    })
    return { object: 'key_result' as const, key: renderKey(row, await spendsOfKeys(needs, principal)) }
  },
})
