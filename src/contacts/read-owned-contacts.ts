import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import type { ProblemCode } from '../base/problems.ts'
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
    'Those of these contacts that this account has revealed, in full, the latest revealed first. Others are left out, and nothing is ' +
    'ever spent.',
  scope: 'contacts:reveal',
  meter: 'request',
  readsOnly: true,
  openToPeople: true,
  request: {
    body: Type.Object(
      {
        contact_ids: Type.Array(
          Type.String({ pattern: contactIdPattern, 'x-problem': 'invalid_contact_id' satisfies ProblemCode }),
          { minItems: 1, maxItems: 100, description: 'Ids of contacts.' },
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: wholeListOf(revealedContact),
  problems: ['invalid_contact_id'],
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
