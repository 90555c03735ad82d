import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { recordCall } from '../audit/record.ts'
import { webhooksMax } from '../base/bounds.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import {
  closed,
  exampleWithSecret,
  renderWebhook,
  requireAddress,
  secretReply,
  typesField,
  urlField,
  type WebhookNeeds,
} from './webhook-schema.ts'
import { insertWebhook, readWebhooks } from './webhooks.ts'

export const createWebhook = defineOperation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'Events from now on are sent to this address, signed as Standard Webhooks 1.0.0 says. The secret is in this reply and never shown again.',
  scope: 'webhooks:manage',
  meter: 'feed',
  creates: true,
  neverCompressed: true,
  request: { body: closed({ url: urlField, types: Type.Optional(typesField) }) },
  reply: secretReply,
  problems: ['too_many_webhooks'],
  example: {
    summary: 'Reveals and erasures',
    request: { url: exampleWithSecret.url, types: exampleWithSecret.types },
    reply: exampleWithSecret,
  },

  async run(call, { database, clock, sealer, webhookRequests }: WebhookNeeds) {
    const { principal, body } = call
    const accountId = principal.account.id
    requireAddress(webhookRequests, body.url)
    const { webhook, secret } = await database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      await call.recheck(tx)
      if ((await readWebhooks(tx, accountId)).length >= webhooksMax) throw problems.tooManyWebhooks(webhooksMax)
      const made = await insertWebhook(tx, clock, sealer, { accountId, url: body.url, types: body.types ?? null })
      const target = { type: 'webhook', id: made.webhook.id, name: new URL(body.url).host }
      await recordCall(tx, call, 'webhook.created', { target })
      return made
    })
    return { ...renderWebhook(webhook), secret }
  },
})
