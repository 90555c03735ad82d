import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { exampleWebhook, noWebhook, type WebhookNeeds, webhookParams } from './webhook-schema.ts'
import { deleteWebhook as removeWebhook } from './webhooks.ts'

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it, also not what waits for another attempt. Its deliveries are gone with it.',
  scope: 'webhooks:manage',
  meter: 'feed',
  request: { params: webhookParams },
  reply: Type.Object({
    id: Type.String({ description: 'The id of the webhook.' }),
    object: Type.Literal('webhook'),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'Gone',
    reply: { id: exampleWebhook.id, object: 'webhook', deleted: true, request_id: requestIdExample },
  },

  async run(call, { database }: WebhookNeeds) {
    const { principal, params } = call
    const id = params.webhook_id
    await database.transaction(async (tx) => {
      await call.recheck(tx)
      if (!(await removeWebhook(tx, principal.account.id, id))) throw noWebhook()
      await recordCall(tx, call, 'webhook.deleted', { target: { type: 'webhook', id } })
    })
    return { id, object: 'webhook' as const, deleted: true as const }
  },
})
