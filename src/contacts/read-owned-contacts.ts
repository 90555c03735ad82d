import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { type OwnedNeeds, ownedContacts } from './owned-contacts.ts'
import { revealedExample } from './reveal-example.ts'
import { revealedContact } from './revealed-contact.ts'

export const readOwnedContacts = defineOperation({
  id: 'readOwnedContacts',
  method: 'POST',
  path: '/contacts/owned',
  summary: 'Read revealed contacts by id',
  description:
    'Those of these contacts that this account has revealed, in full. Others are left out without a word, and nothing is ' +
    'ever spent: this is how pages show revealed contacts in full.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: {
    body: Type.Object(
      { contact_ids: Type.Array(Type.String({ pattern: contactIdPattern }), { minItems: 1, maxItems: 100 }) },
      { additionalProperties: false },
    ),
  },
  reply: wholeListOf(revealedContact),
  problems: [],
  example: {
    summary: 'One of two is revealed',
    request: { contact_ids: ['ct_live_QwErTyUiOpAsDfGh', 'ct_live_ZxCvBnMqWeRtYuIo'] },
    reply: { ...wholeList([revealedExample]), request_id: requestIdExample },
  },

  async run({ principal, body }, needs: OwnedNeeds) {
    const data = []
    const owned = ownedContacts(needs, principal.account.id, { among: new Set(body.contact_ids) })
    for await (const { contact } of owned) data.push(contact)
    return wholeList(data)
  },
})
