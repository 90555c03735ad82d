import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { problems } from '../problems.ts'
import type { SessionNeeds } from '../session-needs.ts'
import {
  endInvitation,
  exampleInvitationResult,
  invitationResult,
  readInvitations,
  renderInvitation,
} from './invitations.ts'

export const withdrawInvitation = defineOperation({
  id: 'withdrawInvitation',
  method: 'POST',
  path: '/invitations/{invitation_id}/withdraw',
  summary: 'Withdraw an invitation',
  description: 'The link stops working at once. One that was accepted stays accepted.',
  scope: 'members:manage',
  meter: 'session',
  request: { params: Type.Object({ invitation_id: Type.String({ maxLength: 64 }) }) },
  reply: invitationResult,
  problems: ['resource_not_found'],
  example: { summary: 'The withdrawn invitation', reply: exampleInvitationResult },

  async run({ principal, params }, { database, clock }: SessionNeeds) {
    const accountId = principal.account.id
    await endInvitation(database, clock, accountId, params.invitation_id)
    const [row] = await readInvitations(database, clock, accountId, params.invitation_id)
    if (!row) throw problems.resourceNotFound('invitation_id')
    return { object: 'invitation_result' as const, invitation: renderInvitation(row) }
  },
})
