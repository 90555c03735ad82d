import { webhooksMax } from '../base/bounds.ts'
import { readShortListPage } from '../base/list-page.ts'
import { listOf, requestIdExample, shortPageQuery, wholeList } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { closed, exampleWebhook, renderWebhook, type WebhookNeeds, webhookFields } from './webhook-schema.ts'
import { readWebhooks } from './webhooks.ts'

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: `The webhooks of the account, oldest first; there are at most ${webhooksMax}.`,
  scope: 'webhooks:manage',
  meter: 'feed',
  request: { query: closed(shortPageQuery) },
  reply: listOf(webhookFields, { total: 'How many there are in all.' }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'One',
    reply: { ...wholeList([exampleWebhook]), request_id: requestIdExample },
  },

  async run({ principal, query }, { database, cursors }: WebhookNeeds) {
    const accountId = principal.account.id
    return readShortListPage(
      query,
      { cursors, accountId, bound: 'listWebhooks' },
      {
        rows: await readWebhooks(database, accountId),
        keyOf: ({ createdAt, id }) => `${createdAt.toISOString()} ${id}`,
        render: renderWebhook,
      },
    )
  },
})
