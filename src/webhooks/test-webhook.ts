import { randomBase62 } from '../base/ids.ts'
import { requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { attempt } from './attempts.ts'
import {
  closed,
  deliveryReply,
  exampleDelivery,
  renderDelivery,
  requireWebhook,
  type WebhookNeeds,
  webhookParams,
} from './webhook-schema.ts'
import { openSecrets } from './webhooks.ts'

const response = 'The secret of this webhook can’t be read any more: rotate it.'
const unsigned = Promise.resolve({ succeeded: false, statusCode: null, response })

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{webhook_id}/test',
  summary: 'Test a webhook',
  description:
    'Sends an event of the type `webhook.test` once, at once, and answers with what came of it. The event is in no feed and is not ' +
    'sent again.',
  scope: 'webhooks:manage',
  meter: 'feed',
  request: { params: webhookParams, body: closed({}) },
  reply: deliveryReply,
  problems: ['resource_not_found'],
  example: { summary: 'It works', request: {}, reply: { ...exampleDelivery, request_id: requestIdExample } },

  async run({ principal, params, stepAside }, needs: WebhookNeeds) {
    const { sealer, clock, webhookRequests, webhookTests } = needs
    const found = await requireWebhook(needs, principal.account.id, params.webhook_id)
    const webhook = openSecrets(sealer, found)
    const now = clock.now()
    const id = `evt_test${randomBase62(20)}`
    const data = { webhook_id: found.id, sequence: 0 }
    stepAside?.()
    const leave = await webhookTests.take(found.accountId)
    const message = { id, type: 'webhook.test', createdAt: now, data }
    const made = await (webhook ? attempt(webhookRequests, webhook, message, now) : unsigned).finally(leave)
    return renderDelivery({
      eventId: id,
      attempt: 1,
      outcome: made.succeeded ? 'succeeded' : 'failed',
      statusCode: made.statusCode,
      attemptedAt: now,
      nextAttemptAt: null,
      response: made.response,
    })
  },
})
