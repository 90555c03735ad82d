import { readListPage } from '../base/list-page.ts'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { closed } from '../webhooks/webhook-schema.ts'
import { exampleRun, type HubspotNeeds, renderRun, runFields } from './hubspot-schema.ts'
import { runDays } from './retention.ts'
import { countRuns, type HubspotRun, listRuns } from './runs.ts'

export const listHubspotRuns = defineOperation({
  id: 'listHubspotRuns',
  method: 'GET',
  path: '/hubspot/runs',
  summary: 'List runs to HubSpot',
  description: `What was sent, tried, erased and read, newest first. Kept for ${runDays} days.`,
  scope: 'contacts:reveal',
  meter: 'feed',
  request: { query: closed(pageQuery) },
  reply: listOf(runFields),
  problems: ['invalid_cursor'],
  example: {
    summary: 'One run',
    reply: {
      ...{ object: 'list', data: [exampleRun], has_more: false, next_cursor: null, total: 1 },
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, { database, cursors }: HubspotNeeds) {
    const accountId = principal.account.id
    return readListPage(
      query,
      { cursors, accountId, bound: 'listHubspotRuns' },
      {
        read: (before: Position | null, limit) => listRuns(database, accountId, before, limit),
        count: (before) => before?.total ?? countRuns(database, accountId),
        positionOf: ({ createdAt, id }: HubspotRun, total) => ({ createdAt: createdAt.toISOString(), id, total }),
        render: renderRun,
      },
    )
  },
})

/** Where a page ended, and how many there were when the first one was read. */
type Position = { createdAt: string; id: string; total: number }
