import { requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { exampleRun, type HubspotNeeds, noRun, renderRun, runParams, runReply } from './hubspot-schema.ts'
import { findRun } from './runs.ts'

export const getHubspotRun = defineOperation({
  id: 'getHubspotRun',
  method: 'GET',
  path: '/hubspot/runs/{run_id}',
  summary: 'Get a run to HubSpot',
  description: 'How far it is, and what came of it so far.',
  scope: 'contacts:reveal',
  meter: 'feed',
  request: { params: runParams },
  reply: runReply,
  problems: ['resource_not_found'],
  example: { summary: 'Finished', reply: { ...exampleRun, request_id: requestIdExample } },

  async run({ principal, params }, { database }: HubspotNeeds) {
    const run = await findRun(database, principal.account.id, params.run_id)
    if (!run) throw noRun()
    return renderRun(run)
  },
})
