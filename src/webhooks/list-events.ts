import { Type } from 'typebox'
import { type EventTypeName, eventDays, eventTypeNames, eventTypes } from '../base/event-types.ts'
import { problems } from '../base/problems.ts'
import { count, dateTime, oneOf, pageLimitDefault, pageLimitMax, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { type EventRow, readEvents } from '../events/read-events.ts'
import type { EventWaiters } from './event-waiters.ts'

/** Events with what is shown of contacts and stores as it is now; with `bytesMax` as much of it as fits. */
export type RenderEvents = (accountId: string, events: EventRow[], bytesMax?: number) => Promise<EventRow[]>
export type EventNeeds = { database: Database; eventWaiters: EventWaiters; renderEvents: RenderEvents }

const event = Type.Object(
  {
    id: Type.String({ pattern: '^evt_[0-9A-Za-z]+$', description: 'The id of the event, the same in webhooks.' }),
    object: Type.Literal('event'),
    sequence: Type.Integer({ minimum: 1, description: 'Its number: rises by one with each event of the account.' }),
    type: oneOf(eventTypeNames, { description: 'What happened. More types may be added.' }),
    created_at: dateTime({ description: 'When it happened.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the type says; see `webhooks` in this description.',
    }),
  },
  { title: 'Event' },
)

const toEvent = ({ sequence, id, type, data, createdAt }: EventRow) => ({
  id,
  object: 'event' as const,
  sequence,
  type: type as EventTypeName,
  created_at: createdAt.toISOString(),
  data: data as Record<string, unknown>,
})

const sequence = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const listEvents = defineOperation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'List events',
  description:
    `What happened to the account, oldest first, kept for ${eventDays} days. Store \`next_after\` and pass it as \`after\` to go on where you ` +
    'stopped; with `wait` the reply comes as soon as something happens.',
  scope: 'events:read',
  meter: 'feed',
  request: {
    query: Type.Object(
      {
        after: Type.Optional(sequence('Only events with a higher sequence. If omitted: from the oldest that is kept.')),
        types: Type.Optional(
          Type.String({
            maxLength: 1_000,
            description: `Only these types, separated by commas: ${eventTypeNames.join(', ')}.`,
          }),
        ),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: pageLimitMax, default: pageLimitDefault, description: 'Events a page.' }),
        ),
        wait: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 20,
            default: 0,
            description: 'Seconds to wait if there is nothing yet.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(event, { description: 'Events, oldest first.' }),
    has_more: Type.Boolean({ description: 'More events are there already.' }),
    next_after: count({ description: 'Pass it as `after` to go on from here.' }),
    request_id: requestId,
    total: count({ description: 'How many events are kept in all, of whatever types and before and after `after`.' }),
  }),
  problems: ['events_expired'],
  example: {
    summary: 'A reveal',
    reply: {
      object: 'list',
      data: [
        {
          id: 'evt_7x4Jd82mQpLx0aRt5VbN7c',
          object: 'event',
          sequence: 7,
          type: 'reveal.created',
          created_at: '2026-11-15T09:30:00.000Z',
          data: eventTypes['reveal.created'].example,
        },
      ],
      has_more: false,
      next_after: 7,
      total: 7,
      request_id: requestIdExample,
    },
  },

  async run({ principal, recheck, query, stepAside }, { database, eventWaiters, renderEvents }: EventNeeds) {
    const accountId = principal.account.id
    const { limit = pageLimitDefault, wait = 0 } = query
    const types = query.types === undefined ? null : readTypes(query.types)
    // Where nobody can be made to wait aside, the answer comes at once.
    let deadline = Date.now() + (stepAside ? wait * 1_000 : 0)
    let after = query.after
    for (;;) {
      const page = await readEvents(database, accountId, { after: after ?? 0, types, limit })
      if (after === undefined && page.oldest > 1 && page.events.length === 0) {
        after = page.oldest - 1
        if (page.last >= page.oldest) continue
      }
      if (after !== undefined && after + 1 < page.oldest) throw problems.eventsExpired(page.oldest, eventDays)
      const patience = deadline - Date.now()
      const isAtEnd = page.seen >= page.last
      if (page.events.length > 0 || patience <= 0) {
        return {
          object: 'list' as const,
          data: (await renderEvents(accountId, page.events)).map(toEvent),
          has_more: !isAtEnd,
          next_after: page.seen,
          // Numbers have no gaps.
          total: page.last - page.oldest + 1,
        }
      }
      after = page.seen
      if (!isAtEnd) continue
      stepAside?.()
      if (!(await eventWaiters.wait(accountId, after, patience))) deadline = 0
      // A caller who lost the right while waiting gets nothing.
      await database.transaction(recheck)
    }
  },
})

function readTypes(text: string): EventTypeName[] {
  const named = text.split(',').map((one) => one.trim().toLowerCase())
  const unknown = named.find((one) => !(eventTypeNames as string[]).includes(one))
  if (unknown !== undefined) {
    throw problems.invalidRequest('types', `There is no type of event "${unknown.slice(0, 50)}".`)
  }
  return named as EventTypeName[]
}
