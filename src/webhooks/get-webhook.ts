import { defineOperation } from '../call/operation.ts'
import {
  exampleReply,
  renderWebhook,
  requireWebhook,
  type WebhookNeeds,
  webhookParams,
  webhookReply,
} from './webhook-schema.ts'

export const getWebhook = defineOperation({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{webhook_id}',
  summary: 'Get a webhook',
  description: 'One webhook, with when it last succeeded and since when it fails. Its secret is not shown.',
  scope: 'webhooks:manage',
  meter: 'feed',
  request: { params: webhookParams },
  reply: webhookReply,
  problems: ['resource_not_found'],
  example: { summary: 'One', reply: exampleReply },

  async run({ principal, params }, needs: WebhookNeeds) {
    return renderWebhook(await requireWebhook(needs, principal.account.id, params.webhook_id))
  },
})
