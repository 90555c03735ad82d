import { type Static, Type } from 'typebox'
import { dateTime, nullableInteger, oneOf, person, requestId, requestIdExample } from '../schema.ts'
import { roles } from '../scopes.ts'
import type { Invitation } from './invitations.ts'

export const invitation = Type.Object({
  id: Type.String(),
  object: Type.Literal('invitation'),
  email: Type.String(),
  role: oneOf(roles),
  credit_limit: nullableInteger(),
  invited_by: person,
  created_at: dateTime(),
  expires_at: dateTime(),
  status: oneOf(['pending', 'accepted', 'withdrawn', 'expired']),
})

export const invitationResult = Type.Object({
  object: Type.Literal('invitation_result'),
  invitation,
  request_id: requestId,
})

export function renderInvitation(row: Invitation): Static<typeof invitation> {
  return {
    id: row.id,
    object: 'invitation',
    email: row.email,
    role: row.role,
    credit_limit: row.creditLimit,
    invited_by: row.invitedBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    status: row.status,
  }
}

export const exampleInvitation = {
  id: 'inv_5TgB6yHn7UjM8ikL0pQa',
  object: 'invitation',
  email: 'grace@shop.example',
  role: 'member',
  credit_limit: 100,
  invited_by: { id: 'usr_4kQz8Xc1VbN7mLw2RtYp', name: 'Ada' },
  created_at: '2026-11-15T09:00:00.000Z',
  expires_at: '2026-11-22T09:00:00.000Z',
  status: 'pending',
}

export const exampleInvitationResult = {
  object: 'invitation_result',
  invitation: exampleInvitation,
  request_id: requestIdExample,
}
