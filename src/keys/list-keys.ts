import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import { exampleKey, key, readKeys, renderKey } from './keys.ts'

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  summary: 'List the API keys',
  description:
    'Every key of the account, including revoked and expired ones, newest first. The keys themselves are not stored.',
  scope: 'keys:manage',
  meter: 'session',
  request: {},
  reply: wholeListOf(key),
  problems: [],
  example: {
    summary: 'One key',
    reply: { ...wholeList([exampleKey]), request_id: requestIdExample },
  },

  async run({ principal }, needs: SessionNeeds) {
    const [rows, spent] = await Promise.all([
      readKeys(needs.database, principal.account.id),
      spendsThisMonth(needs, principal, 'api_key'),
    ])
    return wholeList(rows.map((row) => renderKey(row, spent)))
  },
})
