import { readListPage } from '../base/list-page.ts'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { countDeliveries, type Delivery, readDeliveries } from './deliveries.ts'
import { deliveryDays } from './retention.ts'
import {
  closed,
  deliveryFields,
  exampleDelivery,
  renderDelivery,
  requireWebhook,
  type WebhookNeeds,
  webhookParams,
} from './webhook-schema.ts'

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries',
  summary: 'List deliveries of a webhook',
  description: `What was sent and what came back, by event, newest first. Kept for ${deliveryDays} days.`,
  scope: 'webhooks:manage',
  meter: 'feed',
  request: { params: webhookParams, query: closed(pageQuery) },
  reply: listOf(deliveryFields),
  problems: ['resource_not_found', 'invalid_cursor'],
  example: {
    summary: 'One delivery',
    reply: {
      object: 'list',
      data: [exampleDelivery],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, needs: WebhookNeeds) {
    const { database, cursors } = needs
    const accountId = principal.account.id
    const { id } = await requireWebhook(needs, accountId, params.webhook_id)
    return readListPage(
      query,
      { cursors, accountId, bound: `listWebhookDeliveries ${id}` },
      {
        read: (before: Position | null, limit) =>
          readDeliveries(database, accountId, id, { before: before?.sequence ?? null, limit }),
        count: (before) => before?.total ?? countDeliveries(database, accountId, id),
        positionOf: ({ sequence }: Delivery, total) => ({ sequence, total }),
        render: renderDelivery,
      },
    )
  },
})

/** Where a page ended, and how many there were when the first one was read. */
type Position = { sequence: number; total: number }
