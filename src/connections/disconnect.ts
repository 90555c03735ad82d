import { recordCall } from '../audit/record.ts'
import { defineOperation } from '../call/operation.ts'
import { type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import {
  connectionParams,
  connectionResult,
  connectionTarget,
  endConnection,
  exampleConnectionResult,
  findVisibleConnection,
  renderConnection,
} from './connections.ts'

export const disconnect = defineOperation({
  id: 'disconnect',
  method: 'POST',
  path: '/connections/{connection_id}/disconnect',
  summary: 'Disconnect',
  description: 'Its tokens stop working and can’t be refreshed.',
  scope: 'connections:manage',
  meter: 'session',
  request: { params: connectionParams },
  reply: connectionResult,
  problems: ['resource_not_found'],
  example: { summary: 'The ended connection', reply: exampleConnectionResult },

  async run(call, needs: SessionNeeds) {
    const { principal, params } = call
    const found = await needs.database.transaction(async (tx) => {
      const found = await findVisibleConnection(tx, await call.recheck(tx), params.connection_id)
      await endConnection(tx, { ...found, accountId: principal.account.id })
      await recordCall(tx, call, 'connection.ended', {
        target: connectionTarget(found),
        details: { member: found.userName },
      })
      return found
    })
    const spent = await spendsThisMonth(needs, principal, 'connection')
    return { object: 'connection_result' as const, connection: renderConnection(found, spent) }
  },
})
