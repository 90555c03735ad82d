import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { dateTime, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation, emptyBody } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { readEventsAt } from '../events/read-events.ts'
import { sequenceIn } from '../events/record.ts'
import { confirmErasure } from './erasure-confirmations.ts'

export const confirmEvent = defineOperation({
  id: 'confirmEvent',
  method: 'POST',
  path: '/events/{event_id}/confirm',
  summary: 'Confirm that erased contacts are deleted',
  description:
    'Says that you deleted your own copies of the contacts that a `contact.erased` event names, in your CRM and everywhere else. ' +
    'The operator keeps the date as evidence. Confirming twice changes nothing.',
  scope: 'events:read',
  meter: 'feed',
  changes: true,
  request: {
    params: Type.Object({ event_id: Type.String({ maxLength: 100, description: 'The id of the event.' }) }),
    body: emptyBody,
  },
  reply: Type.Object({
    id: Type.String({ description: 'The id of the event.' }),
    object: Type.Literal('erasure_confirmation'),
    contact_ids: Type.Array(Type.String(), { description: 'The contacts whose deletion is confirmed.' }),
    confirmed_at: dateTime({ description: 'When it was first confirmed.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found', 'invalid_request'],
  example: {
    summary: 'The copies are gone',
    request: {},
    reply: {
      id: 'evt_7bx5xQwErTyUiOpAsDfGhJk',
      object: 'erasure_confirmation',
      contact_ids: ['ct_live_QmXvTzRbKwNpLdFs'],
      confirmed_at: '2026-11-15T09:00:00.000Z',
      request_id: requestIdExample,
    },
  },

  async run(call, { database, clock }: { database: Database; clock: Clock }) {
    const { principal, params } = call
    const { account, actor } = principal
    const sequence = sequenceIn(params.event_id)
    const event = sequence === null ? undefined : (await readEventsAt(database, account.id, [sequence])).get(sequence)
    if (event?.id !== params.event_id) throw problems.resourceNotFound('event_id')
    if (event.type !== 'contact.erased') {
      throw problems.invalidRequest('event_id', 'Only events of the type contact.erased are confirmed.')
    }
    const { contact_ids: contactIds } = event.data as { contact_ids: string[] }
    const confirmedAt = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const at = await confirmErasure(tx, clock, {
        accountId: account.id,
        contactIds,
        actorName: actor.name ?? actor.id,
      })
      const target = { type: 'event', id: event.id }
      await recordCall(tx, call, 'contact.deletion_confirmed', { target, details: { contacts: contactIds.length } })
      return at
    })
    return {
      id: event.id,
      object: 'erasure_confirmation' as const,
      contact_ids: contactIds,
      confirmed_at: confirmedAt.toISOString(),
    }
  },
})
