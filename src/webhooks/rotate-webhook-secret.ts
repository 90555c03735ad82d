import { recordCall } from '../audit/record.ts'
import { defineOperation } from '../call/operation.ts'
import {
  closed,
  exampleWithSecret,
  noWebhook,
  renderWebhook,
  secretReply,
  type WebhookNeeds,
  webhookParams,
} from './webhook-schema.ts'
import { oldSecretHours, rotateSecret } from './webhooks.ts'

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{webhook_id}/rotate-secret',
  summary: 'Rotate the secret of a webhook',
  description: `Makes a new secret, shown only in this reply. For ${oldSecretHours} hours deliveries are signed with both.`,
  scope: 'webhooks:manage',
  meter: 'feed',
  neverCompressed: true,
  request: { params: webhookParams, body: closed({}) },
  reply: secretReply,
  problems: ['resource_not_found'],
  example: { summary: 'The new secret', request: {}, reply: exampleWithSecret },

  async run(call, { database, clock, sealer }: WebhookNeeds) {
    const { principal, params } = call
    const { webhook, secret } = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const rotated = await rotateSecret(tx, clock, sealer, principal.account.id, params.webhook_id)
      if (!rotated) throw noWebhook()
      await recordCall(tx, call, 'webhook.secret_rotated', { target: { type: 'webhook', id: params.webhook_id } })
      return rotated
    })
    return { ...renderWebhook(webhook), secret }
  },
})
