import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
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
  reply: wholeListOf(invitation),
  problems: [],
  example: {
    summary: 'One open invitation',
    reply: { ...wholeList([exampleInvitation]), request_id: requestIdExample },
  },

  async run({ principal }, { database, clock }: SessionNeeds) {
    const rows = await readInvitations(database, clock, principal.account.id)
    return wholeList(rows.map(renderInvitation))
  },
})
