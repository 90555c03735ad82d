import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import type { ProblemCode } from '../base/problems.ts'
import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
import { beingRevealed } from './being-revealed.ts'

export const findBeingRevealed = defineOperation({
  id: 'findBeingRevealed',
  method: 'POST',
  path: '/contacts/being-revealed',
  summary: 'Find contacts that a job is about to reveal',
  description:
    'Those of these contacts that a job of the account, whoever made it, is about to reveal: it waits or runs, and has not come to them yet.',
  scope: 'contacts:reveal',
  meter: 'session',
  readsOnly: true,
  request: {
    body: Type.Object(
      {
        contact_ids: Type.Array(
          Type.String({ pattern: contactIdPattern, 'x-problem': 'invalid_contact_id' satisfies ProblemCode }),
          { minItems: 1, maxItems: 1_000 },
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: wholeListOf(
    Type.Object({ contact_id: Type.String(), job_id: Type.String() }, { title: 'ContactBeingRevealed' }),
  ),
  problems: ['invalid_contact_id'],
  example: {
    summary: 'One of two is',
    request: { contact_ids: ['ct_live_QwErTyUiOpAsDfGh', 'ct_live_ZxCvBnMqWeRtYuIo'] },
    reply: {
      ...wholeList([{ contact_id: 'ct_live_QwErTyUiOpAsDfGh', job_id: 'job_7Hq2LmXv9sKd4TzB1cWn' }]),
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database }: SessionNeeds) {
    const found = await beingRevealed(database, principal.account.id, body.contact_ids)
    return wholeList(found.map(({ contactId, jobId }) => ({ contact_id: contactId, job_id: jobId })))
  },
})
