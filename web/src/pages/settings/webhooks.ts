import { queryOptions } from '@tanstack/react-query'
import { type Body, call, type Reply } from '../../api/call.ts'
import { eventMeanings } from '../../api/event-meanings.ts'

export type Webhook = Reply<'listWebhooks'>['data'][number]
export type Delivery = Reply<'listWebhookDeliveries'>['data'][number]
export type EventType = NonNullable<Body<'createWebhook'>['types']>[number]

export const webhooksQuery = queryOptions({
  queryKey: ['listWebhooks'],
  queryFn: ({ signal }) => call('listWebhooks', { signal, query: {} }),
})

export const deliveriesKey = (id: string) => ['listWebhookDeliveries', id]

type Subject = EventType extends `${infer Of}.${string}` ? Of : never

const groups: Record<Subject, 'Contacts' | 'Credits' | 'Account'> = {
  reveal: 'Contacts',
  contact: 'Contacts',
  work: 'Contacts',
  watch: 'Contacts',
  credits: 'Credits',
  limit: 'Credits',
  plan: 'Account',
  trial: 'Account',
  job: 'Account',
  webhook: 'Account',
  hubspot: 'Account',
}

/** Grouped as people look for them. */
export const eventTypes: [group: string, types: [type: EventType, meaning: string][]][] = [
  ...Map.groupBy(
    Object.entries(eventMeanings) as [EventType, string][],
    ([type]) => groups[type.slice(0, type.indexOf('.')) as Subject],
  ),
]

/** The place of an event in the feed is part of its id. */
const sequenceOf = (eventId: string): number => Number.parseInt(/^evt_([0-9a-f]+)x/.exec(eventId)?.[1] ?? '', 16)

/** The body that was sent, as the feed has it; null when the feed no longer does. */
export async function readBody(eventId: string, signal: AbortSignal): Promise<string | null> {
  const sequence = sequenceOf(eventId)
  if (Number.isNaN(sequence)) return null
  const { data } = await call('listEvents', { signal, query: { after: sequence - 1, limit: 1 } })
  const event = data.find(({ id }) => id === eventId)
  if (!event) return null
  const { type, created_at, data: told } = event
  return JSON.stringify({ type, timestamp: created_at, data: { ...told, sequence } }, null, 2)
}
