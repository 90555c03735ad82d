import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { creditLimit, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { roles } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import { endUngivableInvitations } from './invitations.ts'
import { isLimitSetByOwner, refuseToChangeLimit, refuseToGiveCredits } from './member-limit.ts'
import {
  exampleMember,
  lockOwners,
  member,
  memberParams,
  readMembers,
  refuseToTouchOwners,
  renderMember,
} from './members.ts'

export const updateMember = defineOperation({
  id: 'updateMember',
  method: 'POST',
  path: '/members/{user_id}',
  summary: 'Change a member’s role or limit',
  description:
    'Only an owner can make or change an owner, and an account always has at least one. Invitations that the new role may not send are withdrawn. Null removes a limit. Only an owner can change the limit of an admin, or a limit that an owner set. Admins with a limit of their own can lower limits, not raise them.',
  scope: 'members:manage',
  meter: 'session',
  request: {
    params: memberParams,
    body: Type.Object(
      { role: Type.Optional(oneOf(roles)), credit_limit: Type.Optional(creditLimit) },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  reply: Type.Object({ object: Type.Literal('member_result'), member, request_id: requestId }),
  problems: ['resource_not_found', 'owner_required', 'last_owner'],
  example: {
    summary: 'The changed member',
    request: { role: 'admin' },
    reply: { object: 'member_result', member: exampleMember, request_id: requestIdExample },
  },

  async run(call, needs: SessionNeeds) {
    const { principal, params, body } = call
    const accountId = principal.account.id
    const changed = await needs.database.transaction(async (tx) => {
      const owners = await lockOwners(tx, accountId)
      const principalNow = await call.recheck(tx)
      const caller = personOf(principalNow)
      const [known] = await readMembers(tx, accountId, params.user_id)
      if (!known) throw problems.resourceNotFound('user_id')
      refuseToTouchOwners(caller.role, known.role, body.role)
      if (body.credit_limit !== undefined) {
        refuseToChangeLimit(caller.role, known)
        refuseToGiveCredits(principalNow, known.creditLimit, body.credit_limit)
      }
      const stepsDown = known.role === 'owner' && body.role !== undefined && body.role !== 'owner'
      if (stepsDown && owners.length === 1) throw problems.lastOwner()
      await tx.query(sql`
        UPDATE members SET role = coalesce(${body.role}, role),
          credit_limit = CASE WHEN ${body.credit_limit !== undefined} THEN ${body.credit_limit}::int ELSE credit_limit END,
          limit_set_by_owner = CASE WHEN ${body.credit_limit !== undefined} THEN ${isLimitSetByOwner(caller.role, body.credit_limit)} ELSE limit_set_by_owner END
        WHERE account_id = ${accountId} AND user_id = ${params.user_id}`)
      await endUngivableInvitations(tx, needs.clock, accountId, params.user_id)
      const target = { type: 'member', id: known.userId, name: known.name }
      const before = { role_before: known.role, credit_limit_before: known.creditLimit }
      await recordCall(tx, call, 'member.changed', { target, details: { ...body, ...before } })
      const [row] = await readMembers(tx, accountId, params.user_id)
      return row!
    })
    const spent = await spendsThisMonth(needs, principal, 'member')
    return { object: 'member_result' as const, member: renderMember(changed, spent, personOf(principal).userId) }
  },
})
