import { Type } from 'typebox'
import type { EventDraft } from '../base/event-types.ts'
import { count, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { itemsPerRequestMax } from '../collections/list-schema.ts'
import { resolveItems } from '../collections/listed-ids.ts'
import { recordEvents } from '../events/record.ts'
import { changeWorkIn, requireMember, type WorkNeeds } from './change-work.ts'
import { exampleWork, workChange, workItems } from './work-schema.ts'

/** Each change is an event, and the counter of events is locked until the transaction ends: others wait only for this many. */
const changedAtOnce = 50

export const updateWork = defineOperation({
  id: 'updateWork',
  method: 'PATCH',
  path: '/work-items',
  summary: 'Change the work on many',
  description:
    `Sets status, owner, tags or note of up to ${itemsPerRequestMax} contacts or stores; what is left out stays. Costs nothing. Each change is kept with ` +
    'who made it.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  takesLargeBody: true,
  request: {
    body: Type.Object({ ...workItems, ...workChange.properties }, { additionalProperties: false }),
  },
  reply: Type.Object({
    object: Type.Literal('work_update'),
    changed: count({ description: 'Contacts or stores of which something is different now.' }),
    unchanged: count({ description: 'Those that were as asked already.' }),
    unavailable_ids: Type.Array(Type.String(), {
      description: 'Those that nothing can be shown for: unknown, opted out, or no longer in the catalogue.',
    }),
    request_id: requestId,
  }),
  problems: ['invalid_contact_id'],
  example: {
    summary: 'One contact',
    request: { kind: 'contacts', ids: [exampleWork.id], status: 'contacted' },
    reply: { object: 'work_update', changed: 1, unchanged: 0, unavailable_ids: [], request_id: requestIdExample },
  },

  async run({ principal, body }, { database, clock }: WorkNeeds) {
    const { kind, ids: given, ...change } = body
    if (change.owner_id) await requireMember(database, principal.account.id, change.owner_id)
    const resolved = await resolveItems(database, principal.account.id, kind, given)
    // Rows are locked in one order, so that two requests for the same ones wait for each other instead of failing.
    const ids = [...new Set([...resolved.values()].filter((id) => id !== null))].sort()
    const of = kind === 'contacts' ? ('contact' as const) : ('store' as const)
    let changed = 0
    for (let at = 0; at < ids.length; at += changedAtOnce) {
      changed += await database.transaction(async (tx) => {
        const told: EventDraft[] = []
        for (const id of ids.slice(at, at + changedAtOnce)) {
          told.push(...(await changeWorkIn(tx, clock, principal, { id, kind: of }, change)).told)
        }
        await recordEvents(tx, clock, principal.account.id, told)
        return told.length
      })
    }
    const unavailable = given.filter((id) => resolved.get(id) === null)
    return {
      object: 'work_update' as const,
      changed,
      unchanged: ids.length - changed,
      unavailable_ids: [...new Set(unavailable)],
    }
  },
})
