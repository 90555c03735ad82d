import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { moveSession } from '../sign-in/sessions.ts'
import { isMember } from './members.ts'
import { exampleProfile, profile, readProfile } from './profile.ts'

export const switchAccount = defineOperation({
  id: 'switchAccount',
  method: 'POST',
  path: '/account/switch',
  summary: 'Switch accounts',
  description:
    'Switches this session to another account of the same person. From then on it spends that account’s credits.',
  scope: 'profile:manage',
  meter: 'session',
  openWhenSuspended: true,
  request: {
    body: Type.Object({ account_id: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
  },
  reply: profile,
  problems: ['resource_not_found'],
  example: {
    summary: 'Now in this account',
    request: { account_id: 'acc_9dKe2LmQ0pXz7VbN4wRt' },
    reply: exampleProfile,
  },

  async run({ principal, body }, needs: SessionNeeds) {
    const { userId, sessionId } = personOf(principal)
    const { account_id: accountId } = body
    const moved = await moveSession(needs.database, { sessionId, userId }, accountId, isMember(accountId, userId))
    if (!moved) throw problems.resourceNotFound('account_id')
    return readProfile(needs, userId, accountId)
  },
})
