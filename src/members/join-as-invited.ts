import { recordAct } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Db } from '../db/database.ts'
import { findUser } from '../sign-in/users.ts'
import { type AcceptedInvitation, takeInvitation } from './invitations.ts'
import { forgetKeptLimit } from './member-limit.ts'
import { addMember } from './members.ts'

/** The membership that an invitation gives, through whichever door it is accepted. Null when this person can't accept it. */
export async function joinInvited(
  tx: Db,
  clock: Clock,
  token: string,
  userId: string,
): Promise<AcceptedInvitation | null> {
  const accepted = await takeInvitation(tx, clock, token, userId)
  if (!accepted) return null
  await addMember(tx, { ...accepted, userId })
  await forgetKeptLimit(tx, accepted.accountId, userId)
  return accepted
}

/** Accepts the invitation for somebody who signs up with it. Null when it can't be accepted by this person. */
export function joinAsInvited(database: Database, clock: Clock, token: string, userId: string): Promise<string | null> {
  return database.transaction(async (tx) => {
    const accepted = await joinInvited(tx, clock, token, userId)
    if (!accepted) return null
    const { name } = await findUser(tx, userId)
    await recordAct(tx, [accepted.accountId], {
      action: 'member.joined',
      door: 'web',
      actor: { type: 'member', id: userId, name },
      details: { role: accepted.role },
    })
    return accepted.accountId
  })
}
