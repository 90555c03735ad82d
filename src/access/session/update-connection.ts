import { Type } from 'typebox'
import { defineOperation } from '../../operation.ts'
import { setConnectionLimit } from '../connections.ts'
import {
  connectionParams,
  connectionResult,
  exampleConnectionResult,
  findVisibleConnection,
  renderConnection,
} from './connection.ts'
import { type SessionNeeds, spendsThisMonth } from './session-needs.ts'
import { creditLimit } from './shared-fields.ts'

export const updateConnection = defineOperation({
  id: 'updateConnection',
  method: 'POST',
  path: '/connections/{connection_id}',
  summary: 'Limit a connection',
  description: 'Sets the most contact credits it may spend a usage month; null takes the limit away.',
  scope: 'connections:manage',
  meter: 'session',
  request: {
    params: connectionParams,
    body: Type.Object({ credit_limit: creditLimit }, { additionalProperties: false }),
  },
  reply: connectionResult,
  problems: ['resource_not_found'],
  example: { summary: 'The limited connection', request: { credit_limit: 100 }, reply: exampleConnectionResult },

  async run({ principal, params, body }, needs: SessionNeeds) {
    const found = await findVisibleConnection(needs.database, principal, params.connection_id)
    await setConnectionLimit(needs.database, { ...found, accountId: principal.account.id }, body.credit_limit)
    const spent = await spendsThisMonth(needs, principal, 'connection')
    const changed = renderConnection({ ...found, creditLimit: body.credit_limit }, spent)
    return { object: 'connection_result' as const, connection: changed }
  },
})
