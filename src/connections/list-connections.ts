import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import { connection, exampleConnection, renderConnection, visibleConnections } from './connections.ts'

export const listConnections = defineOperation({
  id: 'listConnections',
  method: 'GET',
  path: '/connections',
  summary: 'List connections',
  description: 'Integrations and agents that members have connected to the account. Members see only their own.',
  scope: 'connections:manage',
  meter: 'session',
  request: {},
  reply: Type.Object({ object: Type.Literal('list'), data: Type.Array(connection), request_id: requestId }),
  problems: [],
  example: {
    summary: 'One connection',
    reply: { object: 'list', data: [exampleConnection], request_id: requestIdExample },
  },

  async run({ principal }, needs: SessionNeeds) {
    const [rows, spent] = await Promise.all([
      visibleConnections(needs.database, principal),
      spendsThisMonth(needs, principal, 'connection'),
    ])
    return { object: 'list' as const, data: rows.map((row) => renderConnection(row, spent)) }
  },
})
