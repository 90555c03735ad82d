import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { readDeliveries } from './deliveries.ts'
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
  description: 'What was sent and what came back, by event, newest first. Kept for 30 days.',
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
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, needs: WebhookNeeds) {
    const { database, cursors } = needs
    const accountId = principal.account.id
    const { id } = await requireWebhook(needs, accountId, params.webhook_id)
    const limit = query.limit ?? 25
    const bound = `listWebhookDeliveries ${id}`
    const before = query.cursor === undefined ? null : Number(cursors.open(query.cursor, accountId, bound))
    const rows = await readDeliveries(database, accountId, id, { before, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const hasMore = rows.length > limit
    return {
      object: 'list' as const,
      data: shown.map(renderDelivery),
      has_more: hasMore,
      next_cursor: hasMore ? cursors.seal(String(shown.at(-1)!.sequence), accountId, bound) : null,
    }
  },
})
