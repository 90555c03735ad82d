import { type TSchema, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { eventTypeNames } from '../base/event-types.ts'
import { type Problem, problems } from '../base/problems.ts'
import type { PlaceQueue } from '../base/process-places.ts'
import {
  dateTime,
  nullableDateTime,
  nullableInteger,
  nullableString,
  oneOf,
  requestId,
  requestIdExample,
} from '../base/schema.ts'
import type { CursorSealer, Sealer } from '../base/seal.ts'
import type { Database } from '../db/database.ts'
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { type Delivery, deliveryOutcomes } from './deliveries.ts'
import { findWebhook, type ServedWebhook, type Webhook } from './webhooks.ts'

export type WebhookNeeds = {
  database: Database
  clock: Clock
  cursors: CursorSealer
  sealer: Sealer
  webhookRequests: OutgoingRequests
  /** By account: a test waits for its receiver, and must not be a way to flood one. */
  webhookTests: PlaceQueue
}

export const webhookParams = Type.Object({
  webhook_id: Type.String({ maxLength: 100, description: 'The id of the webhook.' }),
})

export const urlField = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'Where events are sent: an https address on the public internet. A demo server also takes `http://localhost` and `http://127.0.0.1`.',
})
export const typesField = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', enum: eventTypeNames },
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'The types of events to send. Null or omitted: every type, also those that are added later.',
})

const fields = {
  id: Type.String({ pattern: '^wh_[0-9A-Za-z]+$', description: 'The id of the webhook.' }),
  object: Type.Literal('webhook'),
  url: Type.String({ description: 'Where events are sent.' }),
  types: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The types of events that are sent; null: every type.',
  }),
  status: oneOf(['enabled', 'disabled'], { description: 'Whether events are sent.' }),
  created_at: dateTime({ description: 'When it was made.' }),
  last_success_at: nullableDateTime({ description: 'When an event was last accepted.' }),
  failing_since: nullableDateTime({ description: 'Since when no event has been accepted; null if the last one was.' }),
}
export const webhookFields = Type.Object(fields, { title: 'Webhook' })
export const webhookReply = Type.Object({ ...fields, request_id: requestId })
export const secretReply = Type.Object({
  ...fields,
  secret: Type.String({
    pattern: '^whsec_',
    description: 'Verify signatures with it, as Standard Webhooks says. Shown only now.',
  }),
  request_id: requestId,
})

export const renderWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  object: 'webhook' as const,
  url: webhook.url,
  types: webhook.types,
  status: webhook.status,
  created_at: webhook.createdAt.toISOString(),
  last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
  failing_since: webhook.failingSince?.toISOString() ?? null,
})

export const exampleWebhook = {
  id: 'wh_5xQwErTyUiOpAsDfGhJk',
  object: 'webhook' as const,
  url: 'https://crm.example/prospector',
  types: ['reveal.created', 'contact.erased'],
  status: 'enabled' as const,
  created_at: '2026-11-15T09:30:00.000Z',
  last_success_at: null,
  failing_since: null,
}
export const exampleReply = { ...exampleWebhook, request_id: requestIdExample }
export const exampleWithSecret = {
  ...exampleWebhook,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  request_id: requestIdExample,
}

const deliveryProperties = {
  object: Type.Literal('webhook_delivery'),
  event_id: Type.String({ description: 'The event, also in the header `webhook-id`.' }),
  attempt: Type.Integer({ minimum: 0, description: 'How many attempts were made.' }),
  outcome: oneOf(deliveryOutcomes, { description: '`pending`: another attempt will be made.' }),
  status_code: nullableInteger({ description: 'The status of the last reply; null if there was none.' }),
  attempted_at: nullableDateTime({ description: 'When the last attempt was made.' }),
  next_attempt_at: nullableDateTime({ description: 'When the next attempt is due.' }),
  response: nullableString({ description: 'The beginning of the last reply, or why there was none.' }),
}
export const deliveryFields = Type.Object(deliveryProperties, { title: 'WebhookDelivery' })
export const deliveryReply = Type.Object({ ...deliveryProperties, request_id: requestId })

export const renderDelivery = (one: Omit<Delivery, 'sequence'>) => ({
  object: 'webhook_delivery' as const,
  event_id: one.eventId,
  attempt: one.attempt,
  outcome: one.outcome,
  status_code: one.statusCode,
  attempted_at: one.attemptedAt?.toISOString() ?? null,
  next_attempt_at: one.nextAttemptAt?.toISOString() ?? null,
  response: one.response,
})

export const exampleDelivery = {
  object: 'webhook_delivery' as const,
  event_id: 'evt_7x4Jd82mQpLx0aRt5VbN7c',
  attempt: 1,
  outcome: 'succeeded' as const,
  status_code: 200,
  attempted_at: '2026-11-15T09:30:01.000Z',
  next_attempt_at: null,
  response: 'ok',
}

/** The webhook of this account, or the answer that there is none. */
export async function requireWebhook(
  { database, clock }: WebhookNeeds,
  accountId: string,
  id: string,
): Promise<ServedWebhook> {
  const webhook = await findWebhook(database, clock, accountId, id)
  if (!webhook) throw noWebhook()
  return webhook
}

export const noWebhook = (): Problem => problems.resourceNotFound('webhook_id')

/** What is wrong with an address is said when it is given; where its name leads is checked with every connection. */
export function requireAddress(requests: OutgoingRequests, url: string): void {
  const isAddress = URL.canParse(url) && !new URL(url).username && !new URL(url).password
  if (isAddress && requests.refusal(url) === null) return
  throw problems.invalidRequest('url', 'url must be an https address on the public internet, without a user name.')
}

export const closed = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
