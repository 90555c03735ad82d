import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { type OwnedNeeds, ownedContacts } from './owned-contacts.ts'
import { revealedExample } from './reveal-example.ts'
import { revealedContact } from './revealed-contact.ts'

export const getContact = defineOperation({
  id: 'getContact',
  method: 'GET',
  path: '/contacts/{contact_id}',
  summary: 'Read a revealed contact',
  description:
    'One contact that this account has revealed, with its channels as they are now. Spends nothing. A contact that the ' +
    'account has not revealed answers like one that does not exist.',
  scope: 'contacts:reveal',
  meter: 'request',
  takesAnyText: true,
  request: {
    params: Type.Object({ contact_id: Type.String({ description: 'Such as `ct_live_QwErTyUiOpAsDfGh`.' }) }),
  },
  reply: Type.Object({ ...revealedContact.properties, request_id: requestId }, { title: 'RevealedContactReply' }),
  // GET /contacts/search and /contacts/reveal are other operations called with the wrong method, not contacts.
  problems: ['contact_not_found', 'method_not_allowed'],
  example: {
    summary: 'A revealed contact',
    reply: { ...revealedExample, request_id: requestIdExample },
  },

  async run({ principal, params: { contact_id: id } }, needs: OwnedNeeds) {
    const among = new Set(new RegExp(contactIdPattern).test(id) ? [id] : [])
    for await (const { contact } of ownedContacts(needs, principal.account.id, { among })) return contact
    throw problems.contactNotFound()
  },
})
