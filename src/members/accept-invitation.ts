import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { moveSession } from '../sign-in/sessions.ts'
import { joinInvited } from './join-as-invited.ts'
import { isMember } from './members.ts'
import { exampleProfile, profile, readProfile } from './profile.ts'

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Join an account',
  description:
    'Takes the token from the link of an invitation. It works once, before it expires, and only for the person it was sent to.',
  scope: 'profile:manage',
  meter: 'session',
  request: {
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 128 }) }, { additionalProperties: false }),
  },
  reply: profile,
  problems: ['resource_not_found'],
  example: { summary: 'Now in the joined account', request: { token: '…' }, reply: exampleProfile },

  async run(call, needs: SessionNeeds) {
    const { principal, body } = call
    const { database, clock } = needs
    const { userId, sessionId } = personOf(principal)
    const accountId = await database.transaction(async (tx) => {
      await call.recheck(tx)
      const joined = await joinInvited(tx, clock, body.token, userId, call)
      if (!joined) throw problems.resourceNotFound('token')
      await moveSession(tx, { sessionId, userId }, joined, isMember(joined, userId))
      return joined
    })
    return readProfile(needs, userId, accountId)
  },
})
