import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { count, nullableInteger, requestId, requestIdExample } from '../base/schema.ts'
import { count as written } from '../base/words.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database, Db } from '../db/database.ts'
import { type EventRow, readEvents, readEventsAt } from '../events/read-events.ts'
import { sequenceIn } from '../events/record.ts'
import { resendDeliveries } from './deliveries.ts'
import { closed, requireWebhook, type WebhookNeeds, webhookParams } from './webhook-schema.ts'
import type { ServedWebhook } from './webhooks.ts'

/** Events that one call sends again. */
const eventsMax = 10_000
const eventsPerRead = 1_000

export const resendWebhookEvents = defineOperation({
  id: 'resendWebhookEvents',
  method: 'POST',
  path: '/webhooks/{webhook_id}/resend',
  summary: 'Resend events to a webhook',
  description:
    `Sends events again: those named, or all of the webhook’s types after a sequence (up to ${written(eventsMax)} a call; \`next_since\` says where to go ` +
    'on). The webhook must be enabled.',
  scope: 'webhooks:manage',
  meter: 'feed',
  request: {
    params: webhookParams,
    body: closed({
      event_ids: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          minItems: 1,
          maxItems: 1_000,
          description: 'The events to send.',
        }),
      ),
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Every event with a higher sequence.',
        }),
      ),
    }),
  },
  reply: Type.Object({
    object: Type.Literal('webhook_resend'),
    resent: count({ description: 'How many events will be sent.' }),
    next_since: nullableInteger({
      description: 'Call again with this as `since` for the rest; null if there is none.',
    }),
    request_id: requestId,
  }),
  problems: ['resource_not_found', 'webhook_disabled'],
  example: {
    summary: 'Everything after event 120',
    request: { since: 120 },
    reply: { object: 'webhook_resend', resent: 14, next_since: null, request_id: requestIdExample },
  },

  async run({ principal, params, body }, needs: WebhookNeeds) {
    const { event_ids: ids, since } = body
    if ((ids === undefined) === (since === undefined)) {
      throw problems.invalidRequest(ids === undefined ? 'event_ids' : 'since', 'Name either event_ids or since.')
    }
    const webhook = await requireWebhook(needs, principal.account.id, params.webhook_id)
    if (webhook.status === 'disabled') throw problems.webhookDisabled()
    const { events, nextSince } = ids
      ? await eventsNamed(needs.database, webhook, ids)
      : await eventsAfter(needs.database, webhook, since!)
    await resendDeliveries(needs.database, needs.clock, webhook, events)
    return { object: 'webhook_resend' as const, resent: events.length, next_since: nextSince }
  },
})

type EventsToResend = { events: EventRow[]; nextSince: number | null }

export async function eventsNamed(database: Db, { accountId }: ServedWebhook, ids: string[]): Promise<EventsToResend> {
  const sequences = ids.map((id) => sequenceIn(id) ?? 0)
  const kept = await readEventsAt(database, accountId, sequences)
  ids.forEach((id, at) => {
    if (kept.get(sequences[at]!)?.id !== id) {
      throw problems.invalidRequest(`event_ids[${at}]`, 'There is no such event, or it is no longer kept.')
    }
  })
  return { events: [...kept.values()], nextSince: null }
}

export async function eventsAfter(
  database: Database,
  { accountId, types }: ServedWebhook,
  since: number,
): Promise<EventsToResend> {
  const events: EventRow[] = []
  let from = since
  for (;;) {
    const page = await readEvents(database, accountId, { after: from, types, limit: eventsPerRead })
    events.push(...page.events)
    from = page.seen
    if (from >= page.last) return { events, nextSince: null }
    if (events.length >= eventsMax) return { events, nextSince: from }
  }
}
