import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { oneOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { changeWebhook } from './change-webhook.ts'
import {
  closed,
  exampleReply,
  noWebhook,
  renderWebhook,
  requireAddress,
  typesField,
  urlField,
  type WebhookNeeds,
  webhookParams,
  webhookReply,
} from './webhook-schema.ts'

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  summary: 'Change a webhook',
  description:
    'Changes the address or the types, disables it, or enables it again. What it missed while it was disabled is not sent by itself: ' +
    'resend brings it.',
  scope: 'webhooks:manage',
  meter: 'feed',
  request: {
    params: webhookParams,
    body: closed({
      url: Type.Optional(urlField),
      types: Type.Optional(typesField),
      status: Type.Optional(oneOf(['enabled', 'disabled'], { description: 'Whether events are sent.' })),
    }),
  },
  reply: webhookReply,
  problems: ['resource_not_found'],
  example: { summary: 'Enable it again', request: { status: 'enabled' }, reply: exampleReply },

  async run(call, { database, webhookRequests }: WebhookNeeds) {
    const { principal, params, body } = call
    if (body.url !== undefined) requireAddress(webhookRequests, body.url)
    const webhook = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const changed = await changeWebhook(tx, principal.account.id, params.webhook_id, body)
      if (!changed) throw noWebhook()
      const target = { type: 'webhook', id: changed.id, name: new URL(changed.url).host }
      await recordCall(tx, call, 'webhook.changed', { target, details: { status: changed.status } })
      return changed
    })
    return renderWebhook(webhook)
  },
})
