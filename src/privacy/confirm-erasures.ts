import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import { contactIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { dateTime, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { confirmErasure, reportedAmong } from './erasure-confirmations.ts'

export const confirmErasures = defineOperation({
  id: 'confirmErasures',
  method: 'POST',
  path: '/erasures/confirm',
  summary: 'Confirm that erased contacts are deleted',
  description:
    'Says that your own copies of these erased contacts are deleted, in your CRM and everywhere else. The operator keeps the date as evidence. Confirming twice changes nothing.',
  scope: 'events:read',
  meter: 'session',
  changes: true,
  request: {
    body: Type.Object(
      { contact_ids: Type.Array(Type.String({ pattern: contactIdPattern }), { minItems: 1, maxItems: 1_000 }) },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('erasure_confirmation'),
    contact_ids: Type.Array(Type.String()),
    confirmed_at: dateTime({ description: 'When the last of them was first confirmed.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'The copies are gone',
    request: { contact_ids: ['ct_live_QmXvTzRbKwNpLdFs'] },
    reply: {
      object: 'erasure_confirmation',
      contact_ids: ['ct_live_QmXvTzRbKwNpLdFs'],
      confirmed_at: '2026-11-15T09:00:00.000Z',
      request_id: requestIdExample,
    },
  },

  async run(call, { database, clock }: { database: Database; clock: Clock }) {
    const { account, actor } = call.principal
    const contactIds = [...new Set(call.body.contact_ids)]
    const told = await reportedAmong(database, account.id, contactIds)
    if (told.size < contactIds.length) throw problems.resourceNotFound('contact_ids')
    const confirmedAt = await database.transaction(async (tx) => {
      await call.recheck(tx)
      await recordCall(tx, call, 'contact.deletion_confirmed', { details: { contacts: contactIds.length } })
      return confirmErasure(tx, clock, { accountId: account.id, contactIds, actorName: actor.name ?? actor.id })
    })
    return { object: 'erasure_confirmation' as const, contact_ids: contactIds, confirmed_at: confirmedAt.toISOString() }
  },
})
