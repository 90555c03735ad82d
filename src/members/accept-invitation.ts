import { Type } from 'typebox'
import { type Caller, recordAct } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import type { Database, Db } from '../db/database.ts'
import { moveSession } from '../sign-in/sessions.ts'
import { findUser } from '../sign-in/users.ts'
import { takeInvitation } from './invitations.ts'
import { forgetKeptLimit } from './member-limit.ts'
import { addMember, isMember } from './members.ts'
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

/**
 * The membership that an invitation gives, through whichever door it is accepted, and its entry in the audit log. Returns the account;
 * null when this person can't accept the invitation. Somebody who is just signing up has no `request` yet.
 */
async function joinInvited(
  tx: Db,
  clock: Clock,
  token: string,
  userId: string,
  request: Pick<Caller, 'from' | 'requestId'> | null,
): Promise<string | null> {
  const accepted = await takeInvitation(tx, clock, token, userId)
  if (!accepted) return null
  const { accountId, role } = accepted
  await addMember(tx, { ...accepted, userId })
  await forgetKeptLimit(tx, accountId, userId)
  const { name } = await findUser(tx, userId)
  await recordAct(tx, [accountId], {
    action: 'member.joined',
    door: 'web',
    actor: { type: 'member', id: userId, name },
    details: { role },
    ...(request && { from: request.from, requestId: request.requestId }),
  })
  return accountId
}

/** Accepts the invitation for somebody who signs up with it. Null when it can't be accepted by this person. */
export function joinAtSignUp(database: Database, clock: Clock, token: string, userId: string): Promise<string | null> {
  return database.transaction((tx) => joinInvited(tx, clock, token, userId, null))
}
