import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
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
  reply: wholeListOf(connection),
  problems: [],
  example: {
    summary: 'One connection',
    reply: { ...wholeList([exampleConnection]), request_id: requestIdExample },
  },

  async run({ principal }, needs: SessionNeeds) {
    const [rows, spent] = await Promise.all([
      visibleConnections(needs.database, principal),
      spendsThisMonth(needs, principal, 'connection'),
    ])
    return wholeList(rows.map((row) => renderConnection(row, spent)))
  },
})
