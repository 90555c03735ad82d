import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { nullableInteger, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { roles } from '../base/scopes.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { readOffer } from './invitations.ts'

/** A POST, because a token does not belong in an address that is logged. */
export const readInvitation = defineOperation({
  id: 'readInvitation',
  method: 'POST',
  path: '/invitations/read',
  summary: 'Look at an invitation',
  description:
    'What the token of an invitation’s link offers: the account, who invites, and the role. Only the person who can accept the invitation gets an answer.',
  scope: 'profile:manage',
  meter: 'session',
  request: {
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 128 }) }, { additionalProperties: false }),
  },
  reply: Type.Object({
    object: Type.Literal('invitation_offer'),
    account_name: Type.String(),
    inviter_name: Type.String(),
    role: oneOf(roles),
    credit_limit: nullableInteger(),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'An invitation to join as a member',
    request: { token: '…' },
    reply: {
      object: 'invitation_offer',
      account_name: 'Tea & Soap',
      inviter_name: 'Ada',
      role: 'member',
      credit_limit: 100,
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database, clock }: SessionNeeds) {
    const offer = await readOffer(database, clock, body.token, personOf(principal).userId)
    if (!offer) throw problems.resourceNotFound('token')
    return {
      object: 'invitation_offer' as const,
      account_name: offer.accountName,
      inviter_name: offer.inviterName,
      role: offer.role,
      credit_limit: offer.creditLimit,
    }
  },
})
