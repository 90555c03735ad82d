import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { type DepartureNeeds, endMembership, lockOwners } from './members.ts'

export const departure = Type.Object({
  object: Type.Literal('departure'),
  account_id: Type.String(),
  user_id: Type.String(),
  request_id: requestId,
})

export const exampleDeparture = {
  object: 'departure',
  account_id: 'acc_9dKe2LmQ0pXz7VbN4wRt',
  user_id: 'usr_4kQz8Xc1VbN7mLw2RtYp',
  request_id: requestIdExample,
}

export const leaveAccount = defineOperation({
  id: 'leaveAccount',
  method: 'POST',
  path: '/account/leave',
  summary: 'Leave the account',
  description:
    'Ends the person’s membership, their sessions and connections in this account, and the invitations they sent, at once. Jobs that run ' +
    'in their name stop, and their watches send no more mail. API keys, shared lists, saved searches and watches belong to the account and ' +
    'stay, also those that the person made; their private lists, and the watches of these, are deleted.',
  scope: 'profile:manage',
  meter: 'session',
  request: {},
  reply: departure,
  problems: ['last_owner'],
  example: { summary: 'Gone', reply: exampleDeparture },

  async run(call, needs: SessionNeeds & DepartureNeeds) {
    const { principal } = call
    const { userId } = personOf(principal)
    const accountId = principal.account.id
    await needs.database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      const owners = await lockOwners(tx, accountId)
      if (owners.length === 1 && owners[0] === userId) throw problems.lastOwner()
      await endMembership(tx, needs, accountId, userId)
      await recordCall(tx, call, 'member.left')
    })
    return { object: 'departure' as const, account_id: accountId, user_id: userId }
  },
})
