import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { deleteConnection } from './connections.ts'
import { connectionReply, type HubspotNeeds, renderConnection } from './hubspot-schema.ts'

export const disconnectHubspot = defineOperation({
  id: 'disconnectHubspot',
  method: 'DELETE',
  path: '/hubspot',
  summary: 'Disconnect HubSpot',
  description:
    'Deletes the token, and everything that waits. What was sent stays at HubSpot. From then on opt-outs and erasures do not reach it: ' +
    'they are yours to carry out.',
  scope: 'hubspot:manage',
  meter: 'feed',
  request: {},
  reply: connectionReply,
  problems: ['hubspot_not_connected'],
  example: { summary: 'Gone', reply: { ...renderConnection(null), request_id: requestIdExample } },

  async run(call, { database }: HubspotNeeds) {
    await database.transaction(async (tx) => {
      await call.recheck(tx)
      if (!(await deleteConnection(tx, call.principal.account.id))) {
        throw problems.hubspotNotConnected('HubSpot is not connected.')
      }
      await recordCall(tx, call, 'hubspot.disconnected')
    })
    return renderConnection(null)
  },
})
