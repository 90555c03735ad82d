import { recordCall } from '../audit/record.ts'
import { deleted, deletedExample, deletedReply } from '../base/schema.ts'
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
  reply: deletedReply('webhook', 'The id of the webhook.'),
  problems: ['resource_not_found'],
  example: deletedExample('webhook', exampleWebhook.id),

  async run(call, { database }: WebhookNeeds) {
    const { principal, params } = call
    const id = params.webhook_id
    await database.transaction(async (tx) => {
      await call.recheck(tx)
      if (!(await removeWebhook(tx, principal.account.id, id))) throw noWebhook()
      await recordCall(tx, call, 'webhook.deleted', { target: { type: 'webhook', id } })
    })
    return deleted('webhook', id)
  },
})
