import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
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

  async run(call, { database, clock }: SessionNeeds) {
    const { principal, params } = call
    const accountId = principal.account.id
    const row = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const isEnded = await endInvitation(tx, clock, accountId, params.invitation_id)
      const [invitation] = await readInvitations(tx, clock, accountId, params.invitation_id)
      if (!invitation) throw problems.resourceNotFound('invitation_id')
      const target = { type: 'invitation', id: invitation.id, name: invitation.email }
      if (isEnded) await recordCall(tx, call, 'member.invitation_withdrawn', { target })
      return invitation
    })
    return { object: 'invitation_result' as const, invitation: renderInvitation(row) }
  },
})
