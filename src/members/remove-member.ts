import { lockAccount } from '../accounts/accounts.ts'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { departure, exampleDeparture } from './leave-account.ts'
import {
  type DepartureNeeds,
  endMembership,
  lockOwners,
  memberParams,
  readMembers,
  refuseToTouchOwners,
} from './members.ts'

export const removeMember = defineOperation({
  id: 'removeMember',
  method: 'POST',
  path: '/members/{user_id}/remove',
  summary: 'Remove a member',
  description:
    'Ends their sessions and connections in this account and the invitations they sent, at once. Jobs that run in their name stop, and ' +
    'their watches send no more mail. API keys, shared lists, saved searches and watches belong to the account and stay, also those that ' +
    'the member made; their private lists, and the watches of these, are deleted.',
  scope: 'members:manage',
  meter: 'session',
  request: { params: memberParams },
  reply: departure,
  problems: ['resource_not_found', 'owner_required', 'last_owner'],
  example: { summary: 'Gone', reply: exampleDeparture },

  async run(call, needs: SessionNeeds & DepartureNeeds) {
    const { principal, params } = call
    const accountId = principal.account.id
    await needs.database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      const owners = await lockOwners(tx, accountId)
      const caller = personOf(await call.recheck(tx))
      const [known] = await readMembers(tx, accountId, params.user_id)
      if (!known) throw problems.resourceNotFound('user_id')
      refuseToTouchOwners(caller.role, known.role)
      if (known.role === 'owner' && owners.length === 1) throw problems.lastOwner()
      await endMembership(tx, needs, accountId, params.user_id)
      const target = { type: 'member', id: known.userId, name: known.name }
      await recordCall(tx, call, 'member.removed', { target, details: { role: known.role } })
    })
    return { object: 'departure' as const, account_id: accountId, user_id: params.user_id }
  },
})
