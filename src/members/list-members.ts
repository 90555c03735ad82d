import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import { exampleMember, member, readMembers, renderMember } from './members.ts'

export const listMembers = defineOperation({
  id: 'listMembers',
  method: 'GET',
  path: '/members',
  summary: 'List the members',
  description: 'Everybody who belongs to the account, in the order they joined.',
  scope: 'members:read',
  meter: 'session',
  request: {},
  reply: wholeListOf(member),
  problems: [],
  example: {
    summary: 'One member',
    reply: { ...wholeList([exampleMember]), request_id: requestIdExample },
  },

  async run({ principal }, needs: SessionNeeds) {
    const { userId } = personOf(principal)
    const [rows, spent] = await Promise.all([
      readMembers(needs.database, principal.account.id),
      spendsThisMonth(needs, principal, 'member'),
    ])
    return wholeList(rows.map((row) => renderMember(row, spent, userId)))
  },
})
