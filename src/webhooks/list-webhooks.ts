import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
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
  reply: wholeListOf(webhookFields),
  problems: [],
  example: {
    summary: 'One',
    reply: { ...wholeList([exampleWebhook]), request_id: requestIdExample },
  },

  async run({ principal }, { database }: WebhookNeeds) {
    return wholeList((await readWebhooks(database, principal.account.id)).map(renderWebhook))
  },
})
