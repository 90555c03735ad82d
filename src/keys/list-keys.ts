import { accountsOfKeys } from '../accounts/test-account.ts'
import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
import { exampleKey, key, readKeys, renderKey } from './keys.ts'
import { type KeySpendNeeds, spendsOfKeys } from './spends-of-keys.ts'

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  summary: 'List the API keys',
  description:
    'Every key of the account, live and test, including revoked and expired ones, newest first. The keys themselves are not stored.',
  scope: 'keys:manage',
  meter: 'session',
  request: {},
  reply: wholeListOf(key),
  problems: [],
  example: {
    summary: 'One key',
    reply: { ...wholeList([exampleKey]), request_id: requestIdExample },
  },

  async run({ principal }, needs: SessionNeeds & KeySpendNeeds) {
    const [rows, spent] = await Promise.all([
      accountsOfKeys(needs.database, principal.account.id).then((owners) => readKeys(needs.database, owners)),
      spendsOfKeys(needs, principal),
    ])
    return wholeList(rows.map((row) => renderKey(row, spent)))
  },
})
