import { Type } from 'typebox'
import { readListPage } from '../base/list-page.ts'
import { listOf, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { closed } from '../webhooks/webhook-schema.ts'
import {
  exampleItem,
  type HubspotNeeds,
  itemFields,
  noRun,
  outcomeNames,
  outcomes,
  renderItem,
  runParams,
} from './hubspot-schema.ts'
import { countItems, findRun, listItems, type RunItem } from './runs.ts'

const meanings = outcomeNames.map((name) => `\`${name}\`: ${outcomes[name]}`).join('; ')

export const listHubspotRunItems = defineOperation({
  id: 'listHubspotRunItems',
  method: 'GET',
  path: '/hubspot/runs/{run_id}/items',
  summary: 'List what came of a run to HubSpot',
  description: `Contact by contact. Outcomes: ${meanings}.`,
  scope: 'contacts:reveal',
  meter: 'feed',
  request: {
    params: runParams,
    query: closed({
      ...pageQuery,
      outcome: Type.Optional(oneOf(outcomeNames, { description: 'Only those that came to this outcome.' })),
    }),
  },
  reply: listOf(itemFields),
  problems: ['resource_not_found', 'invalid_cursor'],
  example: {
    summary: 'One contact',
    reply: {
      ...{ object: 'list', data: [exampleItem], has_more: false, next_cursor: null, total: 1 },
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, { database, cursors }: HubspotNeeds) {
    const accountId = principal.account.id
    const { outcome = null } = query
    const run = await findRun(database, accountId, params.run_id)
    if (!run) throw noRun()
    return readListPage(
      query,
      { cursors, accountId, bound: `listHubspotRunItems ${run.id} ${outcome}` },
      {
        read: (after: Position | null, limit) =>
          listItems(database, accountId, run.id, { outcome, after: after?.contactId ?? null, limit }),
        count: (after) => after?.total ?? countItems(database, accountId, run.id, { outcome }),
        positionOf: ({ contactId }: RunItem, total) => ({ contactId, total }),
        render: renderItem,
      },
    )
  },
})

/** Where a page ended, and how many there were when the first one was read. */
type Position = { contactId: string; total: number }
