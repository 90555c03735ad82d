import { Type } from 'typebox'
import { givenNameMax, noControlCharacters, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { closed } from '../webhooks/webhook-schema.ts'
import { exampleRun, type HubspotNeeds, renderRun, requireConnected, runReply } from './hubspot-schema.ts'
import { startRun } from './runs.ts'

const labelDefault = 'HubSpot'

export const createHubspotExclusion = defineOperation({
  id: 'createHubspotExclusion',
  method: 'POST',
  path: '/hubspot/exclusion',
  summary: 'Exclude what HubSpot holds',
  description:
    'Reads the emails of all contacts and the domains of all companies at HubSpot into an exclusion list, in the background. Records that ' +
    'Prospector created are left out. Entries are added: delete the list first to start over.',
  scope: 'lists:write',
  meter: 'feed',
  creates: true,
  changes: true,
  request: {
    body: closed({
      label: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: givenNameMax,
          pattern: noControlCharacters,
          default: labelDefault,
          description: 'The exclusion list to fill.',
        }),
      ),
    }),
  },
  reply: runReply,
  problems: ['hubspot_not_connected', 'too_many_hubspot_runs'],
  example: {
    summary: 'Into a list of its own',
    request: { label: 'In our CRM' },
    reply: {
      ...exampleRun,
      ...{ kind: 'exclusion', label: 'In our CRM', total: 0, status: 'running', finished_at: null },
      counts: { ...exampleRun.counts, create: 0, update: 0, conflict: 0, kept: 0 },
      request_id: requestIdExample,
    },
  },

  async run(call, needs: HubspotNeeds) {
    const { database, clock } = needs
    const accountId = call.principal.account.id
    await requireConnected(needs, accountId)
    const { label = labelDefault } = call.body
    return renderRun(
      await database.transaction(async (tx) => {
        await call.recheck(tx)
        return startRun(tx, clock, accountId, { kind: 'exclusion', label })
      }),
    )
  },
})
