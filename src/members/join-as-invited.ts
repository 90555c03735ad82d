import { recordAct } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { findUser } from '../sign-in/users.ts'
import { takeInvitation } from './invitations.ts'
import { addMember } from './members.ts'

/** Accepts the invitation for somebody who signs up with it. Null when it can't be accepted by this person. */
export function joinAsInvited(database: Database, clock: Clock, token: string, userId: string): Promise<string | null> {
  return database.transaction(async (tx) => {
    const accepted = await takeInvitation(tx, clock, token, userId)
    if (!accepted) return null
    await addMember(tx, { ...accepted, userId })
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
