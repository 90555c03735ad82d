import { type Caller, recordAct } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Db } from '../db/database.ts'
import { findUser } from '../sign-in/users.ts'
import { takeInvitation } from './invitations.ts'
import { forgetKeptLimit } from './member-limit.ts'
import { addMember } from './members.ts'

/**
 * The membership that an invitation gives, through whichever door it is accepted, and its entry in the audit log. Returns the account;
 * null when this person can't accept the invitation. Somebody who is just signing up has no `request` yet.
 */
export async function joinInvited(
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
