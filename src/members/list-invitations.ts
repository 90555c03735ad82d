import { Type } from 'typebox'
import { requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
import { exampleInvitation, invitation, readInvitations, renderInvitation } from './invitations.ts'

export const listInvitations = defineOperation({
  id: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  summary: 'List the invitations',
  description: 'The account’s invitations, newest first, including those accepted, withdrawn or expired.',
  scope: 'members:manage',
  meter: 'session',
  request: {},
  reply: Type.Object({ object: Type.Literal('list'), data: Type.Array(invitation), request_id: requestId }),
  problems: [],
  example: {
    summary: 'One open invitation',
    reply: { object: 'list', data: [exampleInvitation], request_id: requestIdExample },
  },

  async run({ principal }, { database, clock }: SessionNeeds) {
    const rows = await readInvitations(database, clock, principal.account.id)
    return { object: 'list' as const, data: rows.map(renderInvitation) }
  },
})
