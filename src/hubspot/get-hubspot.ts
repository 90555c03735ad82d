import { defineOperation } from '../call/operation.ts'
import { findConnection } from './connections.ts'
import { connectionReply, exampleConnection, type HubspotNeeds, renderConnection } from './hubspot-schema.ts'

export const getHubspot = defineOperation({
  id: 'getHubspot',
  method: 'GET',
  path: '/hubspot',
  summary: 'Get the connection to HubSpot',
  description: 'Whether HubSpot is connected, what keeps it from working, and when something was last sent.',
  scope: 'contacts:reveal',
  orScopes: ['hubspot:manage'],
  meter: 'feed',
  request: {},
  reply: connectionReply,
  problems: [],
  example: { summary: 'Connected', reply: exampleConnection },

  async run({ principal }, { database, clock }: HubspotNeeds) {
    return renderConnection(await findConnection(database, clock, principal.account.id))
  },
})
