import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { contactIdPattern } from '../base/ids.ts'
import { type ProblemCode, problems } from '../base/problems.ts'
import { requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactsOfList } from '../collections/contacts-of-list.ts'
import { listRevealsAmong, revealedIds } from '../credits/reveals.ts'
import { closed } from '../webhooks/webhook-schema.ts'
import { exampleItem, exampleRun, type HubspotNeeds, renderRun, requireConnected, runReply } from './hubspot-schema.ts'
import { startRun } from './runs.ts'

export const createHubspotRun = defineOperation({
  id: 'createHubspotRun',
  method: 'POST',
  path: '/hubspot/runs',
  summary: 'Send contacts to HubSpot',
  description:
    'Sends revealed contacts and their stores to HubSpot, in the background: those named, those of a list, or every revealed one. A dry ' +
    'run writes nothing and says what would be created, filled or left alone. Contacts that are not revealed are left out; nothing is ' +
    'ever spent.',
  scope: 'contacts:reveal',
  meter: 'feed',
  creates: true,
  changes: true,
  takesLargeBody: true,
  request: {
    body: closed({
      contact_ids: Type.Optional(
        Type.Array(
          Type.String({ pattern: contactIdPattern, 'x-problem': 'invalid_contact_id' satisfies ProblemCode }),
          {
            minItems: 1,
            maxItems: 10_000,
            description: 'Only these.',
          },
        ),
      ),
      list_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Only those in this list.' })),
      dry_run: Type.Optional(
        Type.Boolean({ default: false, description: 'Say what would happen, and write nothing.' }),
      ),
    }),
  },
  reply: runReply,
  problems: [
    'invalid_contact_id',
    'contact_not_found',
    'resource_not_found',
    'hubspot_not_connected',
    'too_many_hubspot_runs',
  ],
  example: {
    summary: 'What would happen to a contact?',
    request: { contact_ids: [exampleItem.contact_id], dry_run: true },
    reply: { ...exampleRun, kind: 'dry_run', request_id: requestIdExample },
  },

  async run(call, needs: HubspotNeeds) {
    const { database, clock } = needs
    const { principal, body } = call
    const accountId = principal.account.id
    const { contact_ids: given, list_id: listId, dry_run: isDryRun = false } = body
    if (given && listId !== undefined)
      throw problems.invalidRequest('list_id', 'Give contact_ids or list_id, not both.')
    const listed = await contactsOfList(needs, principal, listId)
    await requireConnected(needs, accountId)
    const asked = given ?? (listed && [...listed])
    const contactIds = asked
      ? (await listRevealsAmong(database, accountId, asked)).map(({ contactId }) => contactId)
      : await revealedIds(database, accountId)
    if (contactIds.length === 0) {
      throw given ? problems.contactNotFound() : problems.invalidRequest('list_id', 'No contact of it is revealed yet.')
    }
    const run = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const made = await startRun(tx, clock, accountId, { kind: isDryRun ? 'dry_run' : 'push', contactIds })
      const target = { type: 'hubspot_run', id: made.id }
      if (!isDryRun)
        await recordCall(tx, call, 'hubspot.sent', { target, details: { contacts: made.total, list_id: listId } })
      return made
    })
    return renderRun(run)
  },
})
