import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { exampleWebhook, renderWebhook, type WebhookNeeds, webhookFields } from './webhook-schema.ts'
import { readWebhooks } from './webhooks.ts'

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: 'All webhooks of the account, oldest first; there are at most ten.',
  scope: 'webhooks:manage',
  meter: 'feed',
  request: {},
  reply: Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(webhookFields, { description: 'All of them.' }),
    has_more: Type.Literal(false, { description: 'Always false: one page holds them all.' }),
    next_cursor: Type.Null({ description: 'Always null.' }),
    request_id: requestId,
  }),
  problems: [],
  example: {
    summary: 'One',
    reply: { object: 'list', data: [exampleWebhook], has_more: false, next_cursor: null, request_id: requestIdExample },
  },

  async run({ principal }, { database }: WebhookNeeds) {
    const data = (await readWebhooks(database, principal.account.id)).map(renderWebhook)
    return { object: 'list' as const, data, has_more: false as const, next_cursor: null }
  },
})
